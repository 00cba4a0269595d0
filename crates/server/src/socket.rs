//! WebSocket connections: one task per client.

mod connection;
mod dispatch;
mod challenges;
mod subscriptions;
mod ping;
mod tcp_round_trip;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::WebSocketUpgrade;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use protocol::ToServer;

use crate::accounts::Identity;
use crate::node::Node;
use crate::store::NodeId;
use connection::Connection;
pub(crate) use ping::LagBound;
pub(crate) use tcp_round_trip::{TcpEndpoints, warn_if_hidden};

/// Bytes buffered for a slow client. Beyond that messages wait in the bus channel and are then dropped; the
/// client gets the full state instead. The longest message, a long game, takes half of it.
pub(crate) const MAX_WRITE_BUFFER: usize = 512 * 1_024;

/// Read buffer; larger than any message.
const READ_BUFFER: usize = 2_560;

/// Buffered bytes that trigger a write without an explicit flush.
const FLUSH_THRESHOLD: usize = 16 * 1_024;

/// Id of a connection, with that of its node in the upper half; a player may have several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConnectionId(pub(crate) u128);

impl ConnectionId {
    /// The node of the connection.
    pub(crate) fn node(self) -> NodeId {
        NodeId((self.0 >> 64) as u64)
    }
}

/// Upgrades to a WebSocket, or answers 503 if a limit is reached.
pub(crate) fn upgrade(
    node: Arc<Node>,
    upgrade: WebSocketUpgrade,
    identity: Identity,
    address: IpAddr,
    lag_bound: LagBound,
) -> Response<Body> {
    let Some(pass) = node.rate_limiter.admit(address, identity.id) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    node.metrics.sockets.add(1);
    upgrade
        .max_message_size(ToServer::MAX_BYTES)
        .max_frame_size(ToServer::MAX_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(FLUSH_THRESHOLD)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .on_upgrade(move |socket| Connection::new(node, identity, socket, pass, lag_bound).run())
}
