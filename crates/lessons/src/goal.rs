//! Goals of a step.

use rules::{Bitboard, CastlingSide, Role, Square};

/// Goal of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Go to each of these squares, in any order. Enemy pieces on them are captured that way.
    Collect(Bitboard),
    /// Go to any one of these squares with such a piece.
    Reach(Role, Bitboard),
    /// Give check.
    Check,
    /// Get out of check in this way.
    Escape(EscapeWay),
    /// Give checkmate.
    Mate,
    /// Castle, to this side if one is named.
    Castle(Option<CastlingSide>),
    /// Capture en passant.
    EnPassant,
    /// Promote a pawn to this piece.
    Promote(Role),
    /// Protect the own piece on this square.
    Protect(Square),
    /// No own piece can be captured at a loss.
    Safe,
    /// Win at least this many points of material, counted after the opponent's best capture.
    Win(u8),
    /// Make a draw: stalemate or insufficient material.
    Draw,
    /// Say which of the verdicts is true of the position.
    Judge,
}

/// A way out of check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EscapeWay {
    /// Move the king.
    Move,
    /// Put a piece between.
    Block,
    /// Capture the checking piece.
    Capture,
}

/// A verdict on a position, for [`Goal::Judge`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move is in check and has a move.
    Check,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
}

impl Verdict {
    /// All verdicts, in the order of the buttons.
    pub const ALL: [Verdict; 3] = [Verdict::Check, Verdict::Checkmate, Verdict::Stalemate];
}

impl Goal {
    /// Squares that the goal names.
    #[must_use]
    pub const fn squares(&self) -> Bitboard {
        match self {
            Goal::Collect(squares) | Goal::Reach(_, squares) => *squares,
            Goal::Protect(square) => square.bitboard(),
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns true if the opponent answers; otherwise the learner alone moves.
    #[must_use]
    pub const fn has_opponent(&self) -> bool {
        matches!(self, Goal::Mate | Goal::Win(_))
    }

    /// Returns true if the first move must reach the goal; otherwise detours are allowed.
    pub(crate) const fn is_strict(&self, best: u8) -> bool {
        match self {
            Goal::Collect(_) => false,
            Goal::Promote(_) => best == 1,
            _ => true,
        }
    }
}
