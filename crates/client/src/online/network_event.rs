//! Network events reported by the host.

use protocol::ToClient;

use super::SocketId;

/// An event of the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkEvent {
    /// A message was received.
    Message(SocketId, Box<ToClient>),
    /// The socket was closed or could not be opened.
    Closed(SocketId),
    /// The system reports that it is offline.
    Offline,
    /// The server permanently rejects this client: wrong origin or outdated version.
    Rejected(SocketId),
}
