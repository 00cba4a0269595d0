//! What the program wants of the world.

use client::Effect;
use protocol::http::CreateGameRequest;

use super::OpponentChoice;

/// Something to be done in the world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AppEffect {
    /// What the client asks for.
    Client(Effect),
    /// Write a new file; one that is there already stays.
    WriteFile { path: String, text: String },
    /// Write a file in the place of the one that is there.
    OverwriteFile { path: String, text: String },
    /// Read a file and hand it to [`App::opened`](super::App::opened).
    ReadFile(String),
    /// Ask the server for a game with a link, and hand the answer to [`App::invited`](super::App::invited).
    CreateOnlineGame(CreateGameRequest),
    /// Let this opponent take a seat, and the one before go.
    SeatOpponent(OpponentChoice),
    /// Draw the whole screen again.
    Redraw,
    /// Let the shell have the terminal for a while.
    Suspend,
    /// Leave.
    Quit,
}
