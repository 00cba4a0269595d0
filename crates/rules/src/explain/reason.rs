//! The reasons for illegal moves, and the squares and lines to draw for each.

use crate::{Bitboard, CastlingSide, Piece, Role, Square, attacks};

/// A piece and its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedPiece {
    /// Role and color.
    pub piece: Piece,
    /// Square of the piece.
    pub square: Square,
}

/// The reason why a move is illegal, with the squares involved. Every variant is true of the position it is
/// returned for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMoveReason {
    /// The game is over: checkmate.
    Checkmate {
        /// The king that is checkmated.
        king: Square,
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// The game is over: stalemate.
    Stalemate {
        /// The king of the side to move.
        king: Square,
    },
    /// There is no piece on the origin.
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece belongs to the opponent.
    NotYourPiece {
        /// The opponent's piece.
        piece: PlacedPiece,
    },
    /// Origin and target are the same square.
    SameSquare {
        /// The piece on it.
        piece: PlacedPiece,
    },
    /// A piece of the same side stands on the target.
    OwnPiece {
        /// The piece on the target.
        piece: PlacedPiece,
    },
    /// The piece does not move that way.
    WrongMovement {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// The target that it cannot reach.
        to: Square,
    },
    /// Another piece stands between origin and target, also for a pawn's double step.
    Blocked {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// The blocking piece nearest to the origin.
        by: PlacedPiece,
    },
    /// A pawn does not capture straight ahead, and an enemy piece stands there.
    PawnCapturesDiagonally {
        /// The pawn to be moved.
        pawn: Square,
        /// The enemy piece in front of it.
        by: PlacedPiece,
    },
    /// A pawn moves diagonally only to capture, and the target is empty.
    PawnCaptureNeedsPiece {
        /// The pawn to be moved.
        pawn: Square,
        /// The empty square.
        to: Square,
    },
    /// A double step is possible only from the pawn's starting rank.
    DoubleStepTooLate {
        /// The pawn, which has left that rank.
        pawn: Square,
    },
    /// The enemy pawn beside did not make a double step with the last move.
    EnPassantExpired {
        /// The pawn to be moved.
        pawn: Square,
        /// The enemy pawn that cannot be captured en passant.
        enemy_pawn: Square,
    },
    /// Capturing en passant removes two pawns from a line to the king, which would be in check.
    EnPassantExposesKing {
        /// The king.
        king: Square,
        /// The pieces that would give check.
        attackers: Bitboard,
    },
    /// The king cannot castle.
    Castling {
        /// Side to which the king was to castle.
        side: CastlingSide,
        /// Square of the king.
        king: Square,
        /// The reason.
        reason: IllegalCastlingReason,
    },
    /// In double check only the king may move.
    DoubleCheck {
        /// The king.
        king: Square,
        /// The checking pieces, two or more.
        checkers: Bitboard,
    },
    /// The king is in check, and this move neither captures the checking piece nor blocks its line.
    StillInCheck {
        /// The king.
        king: Square,
        /// The piece that gives check.
        checker: PlacedPiece,
    },
    /// The piece is pinned to its king and would leave the line of the pin.
    Pinned {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// The enemy piece that pins it.
        by: PlacedPiece,
        /// From the king to the pinning piece, both included.
        line: Bitboard,
    },
    /// The king would be in check on the target. The square that it leaves does not shield it.
    KingWouldBeInCheck {
        /// Origin of the king.
        king: Square,
        /// Target of the king.
        to: Square,
        /// The pieces that would give check there.
        attackers: Bitboard,
    },
    /// The pawn reaches the last rank, and no promotion is given.
    PromotionMissing {
        /// The pawn to be moved.
        pawn: Square,
        /// Target on the last rank.
        to: Square,
    },
    /// A pawn cannot promote to this role.
    PromotionImpossible {
        /// The pawn to be moved.
        pawn: Square,
        /// King or pawn.
        role: Role,
    },
    /// A promotion is given, but the move is not a promotion.
    NotAPromotion {
        /// The piece to be moved.
        piece: PlacedPiece,
        /// Target of the move.
        to: Square,
        /// The promotion that was given.
        role: Role,
    },
}

/// The reason why a king cannot castle. A position knows the rights that are left, not how the others were
/// lost; the first three variants say as much as can be derived from them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalCastlingReason {
    /// The king has moved: it stands off its back rank or in a corner.
    KingMoved,
    /// This rook has moved. The king has not, because it may still castle with the other rook.
    RookMoved {
        /// The rook that has moved.
        rook: Square,
    },
    /// King or rook has moved; the position does not tell which.
    KingOrRookMoved {
        /// The rook to castle with.
        rook: Square,
    },
    /// There is no rook on that side of the king.
    NoRook,
    /// Pieces stand on squares that king and rook must pass or reach.
    Blocked {
        /// The rook to castle with.
        rook: Square,
        /// All pieces in the way.
        blockers: Bitboard,
    },
    /// The king is in check.
    InCheck {
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// The king would pass through an attacked square.
    PassesThroughCheck {
        /// The attacked square nearest to the king.
        square: Square,
        /// The pieces that attack it.
        attackers: Bitboard,
    },
    /// The king would land on an attacked square.
    LandsInCheck {
        /// Target of the king.
        square: Square,
        /// The pieces that attack it after the rook has moved.
        attackers: Bitboard,
    },
}

impl IllegalMoveReason {
    /// Squares of the pieces responsible: blocking, pinning or checking pieces.
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
            IllegalMoveReason::Castling { king, reason, .. } => reason.squares(king),
            IllegalMoveReason::Stalemate { king } => king.bitboard(),
            IllegalMoveReason::WrongMovement { .. }
            | IllegalMoveReason::PromotionMissing { .. }
            | IllegalMoveReason::PromotionImpossible { .. }
            | IllegalMoveReason::NotAPromotion { .. } => Bitboard::EMPTY,
        }
    }

    /// Lines to draw, both ends included: of a pin, of checks, of a blocked path. A knight's check has only
    /// its two ends. Empty if the reason has no line.
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
            IllegalMoveReason::Castling { king, reason, .. } => reason.line(king),
            _ => Bitboard::EMPTY,
        }
    }

    /// The square at which the lines of [`IllegalMoveReason::line`] from the offending pieces end.
    #[must_use]
    pub fn line_end(&self) -> Option<Square> {
        match *self {
            IllegalMoveReason::Checkmate { king, .. }
            | IllegalMoveReason::DoubleCheck { king, .. }
            | IllegalMoveReason::EnPassantExposesKing { king, .. }
            | IllegalMoveReason::StillInCheck { king, .. } => Some(king),
            IllegalMoveReason::Blocked { piece, .. } => Some(piece.square),
            IllegalMoveReason::PawnCapturesDiagonally { pawn, .. } => Some(pawn),
            // The king is the end that is farther away.
            IllegalMoveReason::Pinned { by, line, .. } => {
                line.into_iter().max_by_key(|square| square.distance(by.square))
            }
            IllegalMoveReason::KingWouldBeInCheck { to, .. } => Some(to),
            IllegalMoveReason::Castling { king, reason, .. } => match reason {
                IllegalCastlingReason::Blocked { .. } | IllegalCastlingReason::InCheck { .. } => Some(king),
                IllegalCastlingReason::PassesThroughCheck { square, .. }
                | IllegalCastlingReason::LandsInCheck { square, .. } => Some(square),
                _ => None,
            },
            _ => None,
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

/// Union of the lines from each of `starts` to `end`, both ends included.
pub(super) fn lines(starts: Bitboard, end: Square) -> Bitboard {
    starts.into_iter().fold(Bitboard::EMPTY, |all, start| {
        all | attacks::between(start, end) | start.bitboard() | end.bitboard()
    })
}
