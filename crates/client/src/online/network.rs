//! Interface to the host's sockets: effects to run and events to report.

use protocol::{GameId, ToClient, ToServer};

/// Identifies a connection attempt, so that late events of an earlier socket are ignored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SocketId(pub u32);

/// A network effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkEffect {
    /// Open a socket; its events carry this id.
    Connect(SocketId),
    /// Close the socket, if it is open.
    Disconnect(SocketId),
    /// Send a message on the open socket.
    Send(ToServer),
    /// Save the outbox: moves not confirmed by the server. An empty text deletes it.
    SaveOutbox(String),
    /// Save the premoves of the game, for a reload of the page. An empty text deletes them.
    SavePremoves(String),
    /// Another game was subscribed automatically (rematch or pairing): show its address.
    SwitchToGame(GameId),
}

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
