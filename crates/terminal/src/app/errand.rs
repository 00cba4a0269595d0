//! What the program wants of the world.

use client::Effect;
use protocol::http::Invitation;

use super::Against;

/// Something to be done in the world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Errand {
    /// What the client asks for.
    Effect(Effect),
    /// Write a new file; one that is there already stays.
    Write { path: String, text: String },
    /// Write a file in the place of the one that is there.
    Overwrite { path: String, text: String },
    /// Read a file and hand it to [`App::opened`](super::App::opened).
    Read(String),
    /// Ask the server for a game with a link, and hand the answer to [`App::invited`](super::App::invited).
    Invite(Invitation),
    /// Let this opponent take a seat, and the one before go.
    Seat(Against),
    /// Draw the whole screen again.
    Redraw,
    /// Let the shell have the terminal for a while.
    Suspend,
    /// Leave.
    Quit,
}
