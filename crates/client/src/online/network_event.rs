//! What comes from the network.

use protocol::ToClient;

use super::SocketId;

/// Something that happened to a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkEvent {
    /// A message came.
    Message(SocketId, Box<ToClient>),
    /// The socket could not be opened, or is closed: it will bring nothing more.
    Closed(SocketId),
    /// The system says that there is no network: whatever was open is not any more.
    Offline,
    /// The server does not want this program, and will not want it later: the page is foreign, or too old.
    Rejected(SocketId),
}
