//! Network I/O for online games: server address, stored credentials, HTTP requests, WebSocket. The protocol's
//! state machine is the client's ([`client::online`]).

mod address;
mod http;
mod server_store;
mod network_client;

use std::hash::{BuildHasher, Hasher, RandomState};

pub use address::{AddressError, ServerAddress};
pub(crate) use http::{RequestError, check_server, create_game};
pub(crate) use network_client::{IncomingSink, NetworkClient};
pub(crate) use server_store::ServerStore;

/// An unpredictable seed from the system's random source; action ids are derived from it.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
