//! The King capture ruleset: no side has to get out of check, and capturing the king wins.
//!
//! * All pseudo-legal moves are legal; castling requires only the right and empty squares.
//! * Checkmate ends the game as well: the king is attacked, and still attacked after every move. It is not
//!   checkmate if the side in check can capture the enemy king.
//! * A side without moves is stalemated.
//! * Repetition and move-count rules apply as in the Laws, so that every game ends. There is no insufficient
//!   material, because a king can capture a king.

mod explain;
pub(crate) mod notation;

pub(crate) use explain::explain;

use rules::{Color, IllegalPositionError, Move, Role, Setup, SetupFault, SetupFaults};

use crate::{Ending, Outcome};

/// Validates a starting setup: one king for each side, no pawns on the end ranks, valid castling rights. A
/// king that can be captured at once is allowed.
pub(crate) fn validate_setup(setup: &Setup) -> Result<(), IllegalPositionError> {
    let allowed = SetupFaults::UNREACHABLE | SetupFault::OpponentInCheck;
    let faults: SetupFaults = setup.faults().without(allowed);
    if faults.is_empty() { Ok(()) } else { Err(IllegalPositionError { faults, setup: *setup }) }
}

/// The outcome by the board. Pieces without kings have none.
pub(crate) fn outcome(setup: &Setup) -> Option<Outcome> {
    if setup.board.role(Role::King).is_empty() {
        // An exercise.
        return None;
    }
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
