//! The laws of King capture: nobody is forced out of check, and whoever takes the king wins.
//!
//! * Every move of the pieces may be made, whatever becomes of the own king; castling asks only for the right and for
//!   free squares.
//! * Checkmate ends the game as well: the king is attacked, and after every move it still is. It is no checkmate if
//!   the side in check can take the enemy king instead.
//! * A side that cannot move at all has drawn.
//! * Repetition and the counting of moves are as in the Laws, so that a game always ends. No material is too little:
//!   a king can take a king.

mod explain;
pub(crate) mod notation;

pub(crate) use explain::explain;

use rules::{Color, IllegalPositionError, Move, Role, Setup, SetupFault, SetupFaults};

use crate::{Ending, Outcome};

/// Checks that a setup can start such a game: one king a side, no pawn on an end rank, rights that make sense. A king
/// that could be taken at once is allowed.
pub(crate) fn validate_setup(setup: &Setup) -> Result<(), IllegalPositionError> {
    let allowed = SetupFaults::UNREACHABLE | SetupFault::OpponentInCheck;
    let faults: SetupFaults = setup.faults().without(allowed);
    if faults.is_empty() { Ok(()) } else { Err(IllegalPositionError { faults, setup: *setup }) }
}

/// How the game ends by what is on the board.
pub(crate) fn outcome(setup: &Setup) -> Option<Outcome> {
    if setup.board.king(setup.turn).is_none() {
        return Some(Outcome::win(!setup.turn, Ending::KingCaptured));
    }
    let moves = setup.pseudo_legal_moves();
    if moves.is_empty() {
        return Some(Outcome::without_winner(Ending::Stalemate));
    }
    let is_defence = |m: Move| {
        m.capture() == Some(Role::King) || !is_attacked(&setup.play_pseudo_unchecked(m), setup.turn)
    };
    let is_mate = is_attacked(setup, setup.turn) && !moves.into_iter().any(is_defence);
    is_mate.then(|| Outcome::win(!setup.turn, Ending::Checkmate))
}

fn is_attacked(setup: &Setup, color: Color) -> bool {
    let board = &setup.board;
    board.king(color).is_some_and(|king| board.attackers(king, !color, board.occupied()).any())
}
