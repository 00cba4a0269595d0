//! Network I/O for online games: server address, stored credentials, HTTP requests, WebSocket. The protocol's
//! state machine is the client's ([`client::online`]).

mod address;
mod api_client;
mod http_client;
mod network_client;
mod request_error;
mod roots;
mod server_store;
mod token_client;

use std::hash::{BuildHasher, Hasher, RandomState};

pub use address::{AddressError, ServerAddress};
pub(crate) use api_client::ApiClient;
pub(crate) use network_client::{IncomingSink, NetworkClient};
pub(crate) use request_error::{RequestError, action_error};
pub use roots::{CaCertificates, CaError};
pub(crate) use server_store::ServerStore;
pub use token_client::{LineStream, StreamResponse, TextResponse, TokenClient, TokenClientError};

/// An unpredictable seed from the system's random source; action ids are derived from it.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
