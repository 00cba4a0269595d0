//! Effects for the main loop to run.

use client::Effect;
use protocol::http::CreateGameRequest;

use super::OpponentChoice;

/// An effect with I/O.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AppEffect {
    /// An effect of the client.
    Client(Effect),
    /// Writes a new file; fails if it exists.
    WriteFile { path: String, text: String },
    /// Replaces a file.
    OverwriteFile { path: String, text: String },
    /// Reads a file and passes it to [`App::file_opened`](super::App::file_opened).
    ReadFile(String),
    /// Creates a game on the server and passes the result to
    /// [`App::online_game_created`](super::App::online_game_created).
    CreateOnlineGame(CreateGameRequest),
    /// Replaces the opponent.
    SeatOpponent(OpponentChoice),
    /// Redraws the whole screen.
    Redraw,
    /// Suspends the program (Ctrl-Z).
    Suspend,
    /// Quits.
    Quit,
}
