//! Network effects for the host to run.

use protocol::{GameId, ToServer};

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
    /// Another game was subscribed automatically (rematch or pairing): show its address.
    SwitchToGame(GameId),
}
