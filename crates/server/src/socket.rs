//! A client's connection: messages in, messages out.

mod connection;
mod dispatch;
mod subscriptions;
mod ping;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::WebSocketUpgrade;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use protocol::ToServer;

use crate::identity::Identity;
use crate::node::Node;
use connection::Connection;

/// What a client may not read fast enough waits here, then in the ring of the bus, and then it is lost and the client gets
/// the state instead.
/// The longest message, a game of many moves, takes half of it.
pub(crate) const MAX_WRITE_BUFFER: usize = 512 * 1_024;

/// How much is read from the network at a time: more than any message has.
const READ_BUFFER: usize = 2_560;

/// So much is written before it is sent without being asked.
const FLUSH_THRESHOLD: usize = 16 * 1_024;

/// Opens a socket for somebody, if there is room.
pub(crate) fn upgrade(
    node: Arc<Node>,
    upgrade: WebSocketUpgrade,
    visitor: Identity,
    address: IpAddr,
) -> Response<Body> {
    let Some(pass) = node.rate_limiter.admit(address, visitor.id) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    node.metrics.sockets.add(1);
    upgrade
        .max_message_size(ToServer::MAX_BYTES)
        .max_frame_size(ToServer::MAX_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(FLUSH_THRESHOLD)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .on_upgrade(move |socket| Connection::new(node, visitor, socket, pass).run())
}
