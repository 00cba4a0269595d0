//! Reasons why a legal move does not lead to the goal, with the squares to draw.

use rules::{Move, PlacedPiece, Square};

use crate::Scene;
use crate::exchange::best_capture;
use crate::goal::{EscapeWay, Verdict};

/// The reason why a legal move is wrong here. Every variant is true of the position after the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WrongMove {
    /// The move gives no check.
    NoCheck,
    /// It is check, but the king can go to a square.
    KingEscapes {
        /// The king.
        king: Square,
        /// Flight square.
        to: Square,
    },
    /// It is check, but the checking piece can be captured.
    CheckerCaptured {
        /// The piece that captures.
        by: PlacedPiece,
        /// The checking piece.
        checker: PlacedPiece,
    },
    /// It is check, but a piece can stand between.
    CheckBlocked {
        /// The piece that can move between.
        by: PlacedPiece,
        /// The square between.
        at: Square,
    },
    /// The opponent has no move and is not in check.
    Stalemate {
        /// The king without a move.
        king: Square,
    },
    /// The move gets out of check, but in another way than asked.
    OtherWay(EscapeWay),
    /// The move does not castle.
    NotCastling,
    /// The move does not capture en passant.
    NotEnPassant,
    /// The pawn becomes another piece than asked.
    OtherPromotion,
    /// The piece is still not protected.
    Unprotected {
        /// The piece that can be captured for nothing.
        piece: PlacedPiece,
        /// The piece that attacks it, if one does.
        by: Option<PlacedPiece>,
    },
    /// The opponent can capture a piece at a profit.
    Captured {
        /// The piece that captures.
        by: PlacedPiece,
        /// The piece that is lost.
        piece: PlacedPiece,
    },
    /// Nothing is won by force.
    NothingWon,
    /// The opponent has an answer after which the goal is out of reach.
    Answered {
        /// The answering piece.
        by: PlacedPiece,
        /// Destination of its move.
        to: Square,
    },
    /// The game is not drawn.
    NotDrawn,
    /// No piece can come to a marked square any more.
    OutOfReach(Square),
    /// The move leads away from the goal.
    Away,
    /// The verdict is wrong: nothing attacks the king.
    NotAttacked {
        /// The king.
        king: Square,
    },
    /// The verdict is wrong: a piece attacks the king.
    Attacked {
        /// The king.
        king: Square,
        /// The piece that attacks it.
        by: PlacedPiece,
    },
    /// The verdict is wrong: the king is attacked, and no move helps.
    NoWayOut {
        /// The king.
        king: Square,
        /// A piece that attacks it.
        by: PlacedPiece,
    },
}

impl WrongMove {
    /// The line that shows the reason: from the piece that is to blame to the square that it reaches.
    #[must_use]
    pub const fn line(&self) -> Option<(Square, Square)> {
        match *self {
            WrongMove::KingEscapes { king, to } => Some((king, to)),
            WrongMove::CheckerCaptured { by, checker } => Some((by.square, checker.square)),
            WrongMove::CheckBlocked { by, at } => Some((by.square, at)),
            WrongMove::Captured { by, piece } => Some((by.square, piece.square)),
            WrongMove::Unprotected { piece, by: Some(by) } => Some((by.square, piece.square)),
            WrongMove::Answered { by, to } => Some((by.square, to)),
            WrongMove::Attacked { king, by } | WrongMove::NoWayOut { king, by } => Some((by.square, king)),
            WrongMove::Stalemate { king } | WrongMove::NotAttacked { king } => Some((king, king)),
            WrongMove::OutOfReach(square) => Some((square, square)),
            WrongMove::Unprotected { piece, by: None } => Some((piece.square, piece.square)),
            WrongMove::NoCheck
            | WrongMove::OtherWay(_)
            | WrongMove::NotCastling
            | WrongMove::NotEnPassant
            | WrongMove::OtherPromotion
            | WrongMove::NothingWon
            | WrongMove::NotDrawn
            | WrongMove::Away => None,
        }
    }
}

/// The reason why the side to move is not checkmated.
pub(crate) fn why_not_mate(scene: &Scene) -> WrongMove {
    let Some(position) = scene.position() else { return WrongMove::NoCheck };
    let king = position.king(position.turn());
    if position.is_stalemate() {
        return WrongMove::Stalemate { king };
    }
    let Some(checker) = position.checkers().first().and_then(|square| placed(scene, square)) else {
        return WrongMove::NoCheck;
    };
    let moves = scene.moves();
    let capture = moves.iter().find(|m| m.capture_square() == Some(checker.square) && m.from() != king);
    if let Some(by) = capture.and_then(|m| placed(scene, m.from())) {
        return WrongMove::CheckerCaptured { by, checker };
    }
    match moves.iter().find(|m| m.from() == king).or(moves.first()) {
        Some(m) if m.from() == king => WrongMove::KingEscapes { king, to: m.to() },
        Some(m) => match placed(scene, m.from()) {
            Some(by) => WrongMove::CheckBlocked { by, at: m.to() },
            None => WrongMove::NoCheck,
        },
        None => WrongMove::NoCheck,
    }
}

/// The capture by which the side to move wins material.
pub(crate) fn why_not_safe(scene: &Scene) -> Option<WrongMove> {
    let (m, _) = best_capture(scene)?;
    captured_by(scene, m)
}

/// The reason "captured" of a capture.
pub(crate) fn captured_by(scene: &Scene, m: Move) -> Option<WrongMove> {
    let piece = m.capture_square().and_then(|square| placed(scene, square))?;
    Some(WrongMove::Captured { by: placed(scene, m.from())?, piece })
}

/// The reason why a verdict on the position is wrong.
pub(crate) fn why_not_verdict(scene: &Scene, verdict: Verdict) -> WrongMove {
    let Some(position) = scene.position() else { return WrongMove::Away };
    let king = position.king(position.turn());
    let checker = position.checkers().first().and_then(|square| placed(scene, square));
    match checker {
        None => WrongMove::NotAttacked { king },
        Some(by) if verdict == Verdict::Stalemate => WrongMove::Attacked { king, by },
        Some(by) if position.is_checkmate() => WrongMove::NoWayOut { king, by },
        Some(_) => why_not_mate(scene),
    }
}

/// The piece on a square.
pub(crate) fn placed(scene: &Scene, square: Square) -> Option<PlacedPiece> {
    scene.board().piece_at(square).map(|piece| PlacedPiece { piece, square })
}
