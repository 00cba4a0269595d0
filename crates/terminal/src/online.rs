//! A server to play at: its address, who one is there, and the wire. What it says and what is shown of it is the client's
//! business ([`client::online`]); here messages travel.

mod address;
mod http;
mod pass;
mod wire;

use std::hash::{BuildHasher, Hasher, RandomState};

pub use address::{Address, BadAddress};
pub(crate) use http::{Refused, invite, look_up};
pub(crate) use pass::Pass;
pub(crate) use wire::{Reports as WireReports, Wire};

/// Any number, another one each time and nobody's to guess: ids are made of it.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
