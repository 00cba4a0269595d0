//! Names of reasons, for programs.

use super::{CastlingRefusal, Refusal};

impl Refusal {
    /// The name under which programs know the reason; never shown to players, never changed.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Refusal::Checkmate { .. } => "checkmate",
            Refusal::Stalemate { .. } => "stalemate",
            Refusal::NoPiece { .. } => "no-piece",
            Refusal::NotYourPiece { .. } => "not-your-piece",
            Refusal::SameSquare { .. } => "same-square",
            Refusal::OwnPiece { .. } => "own-piece",
            Refusal::DoesNotMoveSo { .. } => "does-not-move-so",
            Refusal::Blocked { .. } => "blocked",
            Refusal::PawnCapturesDiagonally { .. } => "pawn-captures-diagonally",
            Refusal::PawnCaptureNeedsPiece { .. } => "pawn-capture-needs-piece",
            Refusal::DoubleStepTooLate { .. } => "double-step-too-late",
            Refusal::EnPassantExpired { .. } => "en-passant-expired",
            Refusal::EnPassantExposesKing { .. } => "en-passant-exposes-king",
            Refusal::Castling { refusal, .. } => refusal.name(),
            Refusal::DoubleCheck { .. } => "double-check",
            Refusal::StillInCheck { .. } => "still-in-check",
            Refusal::Pinned { .. } => "pinned",
            Refusal::KingWouldBeInCheck { .. } => "king-would-be-in-check",
            Refusal::PromotionMissing { .. } => "promotion-missing",
            Refusal::PromotionImpossible { .. } => "promotion-impossible",
            Refusal::NotAPromotion { .. } => "not-a-promotion",
        }
    }
}

impl CastlingRefusal {
    const fn name(&self) -> &'static str {
        match self {
            CastlingRefusal::KingMoved => "castling-king-moved",
            CastlingRefusal::RookMoved { .. } => "castling-rook-moved",
            CastlingRefusal::KingOrRookMoved { .. } => "castling-king-or-rook-moved",
            CastlingRefusal::NoRook => "castling-no-rook",
            CastlingRefusal::InTheWay { .. } => "castling-in-the-way",
            CastlingRefusal::InCheck { .. } => "castling-in-check",
            CastlingRefusal::PassesThrough { .. } => "castling-passes-through",
            CastlingRefusal::LandsOn { .. } => "castling-lands-on",
        }
    }
}
