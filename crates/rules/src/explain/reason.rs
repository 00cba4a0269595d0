//! The reasons, and what to draw for each.

use crate::{Bitboard, CastlingSide, Piece, Role, Square, attacks};

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedPiece {
    /// What stands there.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// Why a move is illegal. Every variant is true of the position whenever it is given, and carries the squares it
/// speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMoveReason {
    /// The game is over: the king is in check and no move helps.
    Checkmate {
        /// The king that is mated.
        king: Square,
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// The game is over: the side to move has no legal move and is not in check.
    Stalemate {
        /// The king of the side that cannot move.
        king: Square,
    },
    /// There is nothing to move.
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece belongs to the side that is not to move.
    NotYourPiece {
        /// The other side's piece.
        piece: PlacedPiece,
    },
    /// The piece would stay where it is.
    SameSquare {
        /// The piece that would not move.
        piece: PlacedPiece,
    },
    /// A piece of the same side stands on the target.
    OwnPiece {
        /// The piece on the target.
        piece: PlacedPiece,
    },
    /// Pieces of this kind do not move that way.
    WrongMovement {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// Where it cannot go.
        to: Square,
    },
    /// The way is right, but something stands on it before the target. Also a pawn's double step over a piece.
    Blocked {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// The first piece in its way.
        by: PlacedPiece,
    },
    /// A pawn does not capture straight ahead, and an enemy stands there.
    PawnCapturesDiagonally {
        /// The pawn to be moved.
        pawn: Square,
        /// The enemy in front of it.
        by: PlacedPiece,
    },
    /// A pawn moves diagonally only to capture, and nothing stands there to be captured.
    PawnCaptureNeedsPiece {
        /// The pawn to be moved.
        pawn: Square,
        /// The empty square.
        to: Square,
    },
    /// A pawn steps two squares from its starting rank only.
    DoubleStepTooLate {
        /// The pawn that has left that rank.
        pawn: Square,
    },
    /// An enemy pawn stands beside as if it could be taken en passant, but it did not make a double step on the
    /// last move: it made it earlier, or never.
    EnPassantExpired {
        /// The pawn to be moved.
        pawn: Square,
        /// The pawn that cannot be taken any more.
        enemy_pawn: Square,
    },
    /// With both pawns gone from their squares, the king would stand in check.
    EnPassantExposesKing {
        /// The king.
        king: Square,
        /// The pieces that would give check.
        attackers: Bitboard,
    },
    /// The king cannot castle.
    Castling {
        /// Which way it was to castle.
        side: CastlingSide,
        /// Where it stands.
        king: Square,
        /// What stops it.
        reason: IllegalCastlingReason,
    },
    /// Two pieces (or more) give check: no single move of another piece stops both, only the king may move.
    DoubleCheck {
        /// The king.
        king: Square,
        /// Both pieces that give check.
        checkers: Bitboard,
    },
    /// The king is in check, and this move neither captures the checking piece nor blocks its line.
    StillInCheck {
        /// The king.
        king: Square,
        /// The piece that gives check.
        checker: PlacedPiece,
    },
    /// The piece shields its king and would leave the line.
    Pinned {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// The enemy piece that pins it.
        by: PlacedPiece,
        /// From the king to the pinning piece, both included.
        line: Bitboard,
    },
    /// The king would step into check, or stay in check: it does not hide from a line behind itself.
    KingWouldBeInCheck {
        /// Where the king stands.
        king: Square,
        /// Where it would stand.
        to: Square,
        /// The pieces that would give check there.
        attackers: Bitboard,
    },
    /// The move is legal once it says what the pawn becomes.
    PromotionMissing {
        /// The pawn to be moved.
        pawn: Square,
        /// The square on its last rank.
        to: Square,
    },
    /// A pawn does not become this.
    PromotionImpossible {
        /// The pawn to be moved.
        pawn: Square,
        /// A king or a pawn.
        role: Role,
    },
    /// The move would be legal, but it is no promotion.
    NotAPromotion {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// Where it goes.
        to: Square,
        /// What it was to become.
        role: Role,
    },
}

/// What stops a king from castling. A position knows which rights are left, not how the others were lost; who has
/// moved is told as far as that goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalCastlingReason {
    /// The king stands where no king begins a game: off its back rank, or in a corner.
    KingMoved,
    /// The king has not moved, for it may still castle with another rook: it was this one.
    RookMoved {
        /// The rook that has moved.
        rook: Square,
    },
    /// No right is left to this king. It or the rook has moved; which one, the position does not tell.
    KingOrRookMoved {
        /// The rook to castle with.
        rook: Square,
    },
    /// There is no rook on that side of the king.
    NoRook,
    /// Pieces stand on the squares that king and rook must pass or reach.
    Blocked {
        /// The rook to castle with.
        rook: Square,
        /// All the pieces in the way.
        blockers: Bitboard,
    },
    /// The king may not castle out of check.
    InCheck {
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// The king may not pass an attacked square.
    PassesThroughCheck {
        /// The first attacked square on its way.
        square: Square,
        /// The pieces that attack it.
        attackers: Bitboard,
    },
    /// The king may not land on an attacked square.
    LandsInCheck {
        /// The king's target.
        square: Square,
        /// The pieces that attack it once the rook has moved.
        attackers: Bitboard,
    },
}

impl IllegalMoveReason {
    /// The squares of the pieces that are to blame: those in the way, those that pin, those that give check.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        match *self {
            IllegalMoveReason::Checkmate { checkers, .. }
            | IllegalMoveReason::DoubleCheck { checkers, .. } => checkers,
            IllegalMoveReason::NoPiece { square } => square.bitboard(),
            IllegalMoveReason::NotYourPiece { piece }
            | IllegalMoveReason::SameSquare { piece }
            | IllegalMoveReason::OwnPiece { piece } => piece.square.bitboard(),
            IllegalMoveReason::Blocked { by, .. }
            | IllegalMoveReason::PawnCapturesDiagonally { by, .. }
            | IllegalMoveReason::Pinned { by, .. } => by.square.bitboard(),
            IllegalMoveReason::PawnCaptureNeedsPiece { to, .. } => to.bitboard(),
            IllegalMoveReason::DoubleStepTooLate { pawn } => pawn.bitboard(),
            IllegalMoveReason::EnPassantExpired { enemy_pawn: passed, .. } => passed.bitboard(),
            IllegalMoveReason::EnPassantExposesKing { attackers, .. }
            | IllegalMoveReason::KingWouldBeInCheck { attackers, .. } => attackers,
            IllegalMoveReason::StillInCheck { checker, .. } => checker.square.bitboard(),
            IllegalMoveReason::Castling { king, reason: refusal, .. } => refusal.squares(king),
            IllegalMoveReason::Stalemate { king } => king.bitboard(),
            IllegalMoveReason::WrongMovement { .. }
            | IllegalMoveReason::PromotionMissing { .. }
            | IllegalMoveReason::PromotionImpossible { .. }
            | IllegalMoveReason::NotAPromotion { .. } => Bitboard::EMPTY,
        }
    }

    /// The lines to draw, ends included: of the pin, of the checks, of the way that is blocked. A knight's check has
    /// its two ends only. Empty if there is no line in the reason.
    #[must_use]
    pub fn line(&self) -> Bitboard {
        match *self {
            IllegalMoveReason::Checkmate { king, checkers }
            | IllegalMoveReason::DoubleCheck { king, checkers } => lines(checkers, king),
            IllegalMoveReason::Blocked { piece, by } => lines(by.square.bitboard(), piece.square),
            IllegalMoveReason::PawnCapturesDiagonally { pawn, by } => lines(by.square.bitboard(), pawn),
            IllegalMoveReason::EnPassantExposesKing { king, attackers } => lines(attackers, king),
            IllegalMoveReason::StillInCheck { king, checker } => lines(checker.square.bitboard(), king),
            IllegalMoveReason::Pinned { line, .. } => line,
            IllegalMoveReason::KingWouldBeInCheck { to, attackers, .. } => lines(attackers, to),
            IllegalMoveReason::Castling { king, reason: refusal, .. } => refusal.line(king),
            _ => Bitboard::EMPTY,
        }
    }
}

impl IllegalCastlingReason {
    fn squares(self, king: Square) -> Bitboard {
        match self {
            IllegalCastlingReason::KingMoved | IllegalCastlingReason::NoRook => king.bitboard(),
            IllegalCastlingReason::RookMoved { rook } => rook.bitboard(),
            IllegalCastlingReason::KingOrRookMoved { rook } => king.bitboard() | rook.bitboard(),
            IllegalCastlingReason::Blocked { blockers, .. } => blockers,
            IllegalCastlingReason::InCheck { checkers } => checkers,
            IllegalCastlingReason::PassesThroughCheck { attackers, .. }
            | IllegalCastlingReason::LandsInCheck { attackers, .. } => attackers,
        }
    }

    fn line(self, king: Square) -> Bitboard {
        match self {
            IllegalCastlingReason::Blocked { rook, .. } => lines(rook.bitboard(), king),
            IllegalCastlingReason::InCheck { checkers } => lines(checkers, king),
            IllegalCastlingReason::PassesThroughCheck { square, attackers }
            | IllegalCastlingReason::LandsInCheck { square, attackers } => lines(attackers, square),
            IllegalCastlingReason::KingMoved
            | IllegalCastlingReason::RookMoved { .. }
            | IllegalCastlingReason::KingOrRookMoved { .. }
            | IllegalCastlingReason::NoRook => Bitboard::EMPTY,
        }
    }
}

/// From each of the squares to the end, all included.
pub(super) fn lines(starts: Bitboard, end: Square) -> Bitboard {
    starts.into_iter().fold(Bitboard::EMPTY, |all, start| {
        all | attacks::between(start, end) | start.bitboard() | end.bitboard()
    })
}
