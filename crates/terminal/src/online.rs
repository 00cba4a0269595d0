//! A server to play at: its address, who one is there, and the wire. What it says and what is shown of it is the client's
//! business ([`client::online`]); here messages travel.

mod address;
mod http;
mod server_store;
mod network_client;

use std::hash::{BuildHasher, Hasher, RandomState};

pub use address::{AddressError, ServerAddress};
pub(crate) use http::{RequestError, check_server, create_game};
pub(crate) use network_client::{IncomingSink as WireReports, NetworkClient};
pub(crate) use server_store::ServerStore;

/// Any number, another one each time and nobody's to guess: ids are made of it.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
