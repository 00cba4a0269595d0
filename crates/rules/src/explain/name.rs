//! Stable identifiers of the reasons.

use super::{IllegalCastlingReason, IllegalMoveReason};

impl IllegalMoveReason {
    /// Stable identifier for programs; never shown to players and never changed.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            IllegalMoveReason::Checkmate { .. } => "checkmate",
            IllegalMoveReason::Stalemate { .. } => "stalemate",
            IllegalMoveReason::NoPiece { .. } => "no-piece",
            IllegalMoveReason::NotYourPiece { .. } => "not-your-piece",
            IllegalMoveReason::SameSquare { .. } => "same-square",
            IllegalMoveReason::OwnPiece { .. } => "own-piece",
            IllegalMoveReason::WrongMovement { .. } => "does-not-move-so",
            IllegalMoveReason::Blocked { .. } => "blocked",
            IllegalMoveReason::PawnCapturesDiagonally { .. } => "pawn-captures-diagonally",
            IllegalMoveReason::PawnCaptureNeedsPiece { .. } => "pawn-capture-needs-piece",
            IllegalMoveReason::DoubleStepTooLate { .. } => "double-step-too-late",
            IllegalMoveReason::EnPassantExpired { .. } => "en-passant-expired",
            IllegalMoveReason::EnPassantExposesKing { .. } => "en-passant-exposes-king",
            IllegalMoveReason::Castling { reason, .. } => reason.name(),
            IllegalMoveReason::DoubleCheck { .. } => "double-check",
            IllegalMoveReason::StillInCheck { .. } => "still-in-check",
            IllegalMoveReason::Pinned { .. } => "pinned",
            IllegalMoveReason::KingWouldBeInCheck { .. } => "king-would-be-in-check",
            IllegalMoveReason::PromotionMissing { .. } => "promotion-missing",
            IllegalMoveReason::PromotionImpossible { .. } => "promotion-impossible",
            IllegalMoveReason::NotAPromotion { .. } => "not-a-promotion",
        }
    }
}

impl IllegalCastlingReason {
    const fn name(&self) -> &'static str {
        match self {
            IllegalCastlingReason::KingMoved => "castling-king-moved",
            IllegalCastlingReason::RookMoved { .. } => "castling-rook-moved",
            IllegalCastlingReason::KingOrRookMoved { .. } => "castling-king-or-rook-moved",
            IllegalCastlingReason::NoRook => "castling-no-rook",
            IllegalCastlingReason::Blocked { .. } => "castling-in-the-way",
            IllegalCastlingReason::InCheck { .. } => "castling-in-check",
            IllegalCastlingReason::PassesThroughCheck { .. } => "castling-passes-through",
            IllegalCastlingReason::LandsInCheck { .. } => "castling-lands-on",
        }
    }
}
