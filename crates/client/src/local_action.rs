//! What one player of a game does that the other one, at another screen, has to know.

use game::{Claim, Offer};
use rules::UciMove;

/// Something a player does. The same word is used for what comes from [elsewhere](crate::Seat::Elsewhere) and for what
/// goes there, so that a computer, a server or a test can sit in that seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalAction {
    /// Makes a move. Castling is the king taking its own rook.
    Move(UciMove),
    /// Offers a draw, or asks to take back.
    Offer(Offer),
    /// Accepts what the other one offered.
    Accept(Offer),
    /// Declines what the other one offered.
    Decline(Offer),
    /// Claims a draw.
    Claim(Claim),
    /// Claims a draw with a move that is announced but not made.
    ClaimWith(Claim, UciMove),
    /// Gives up.
    Resign,
    /// Calls off a game that has hardly begun.
    Abort,
}
