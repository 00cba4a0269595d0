//! What the program around the client does about a server.

use protocol::{GameId, ToServer};

/// Names one try to connect, so that what comes late from an earlier one is told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SocketId(pub u32);

/// Something to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkEffect {
    /// Open a socket. Whatever comes of it is reported under this name.
    Connect(SocketId),
    /// Close this socket, if it is open.
    Disconnect(SocketId),
    /// Send this on the open socket.
    Send(ToServer),
    /// Keep this text for the next time: the moves that the server has not confirmed. An empty one need not be kept.
    SaveOutbox(String),
    /// Another game has come to the table by itself, a rematch or one from the lobby: its address is this game's.
    SwitchToGame(GameId),
}
