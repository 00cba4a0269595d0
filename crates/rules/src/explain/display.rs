//! English sentences for the reasons.

use core::fmt;

use super::{IllegalCastlingReason, IllegalMoveReason, PlacedPiece};
use crate::{Bitboard, CastlingSide};

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.role, self.square)
    }
}

impl fmt::Display for IllegalMoveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMoveReason::Checkmate { king, checkers } => {
                write!(f, "the game is over: the king on {king} is checkmated from {}", SquareList(checkers))
            }
            IllegalMoveReason::Stalemate { .. } => {
                f.write_str("the game is over: stalemate, there is no legal move")
            }
            IllegalMoveReason::NoPiece { square } => write!(f, "there is no piece on {square}"),
            IllegalMoveReason::NotYourPiece { piece } => {
                let color = piece.piece.color;
                write!(f, "the {piece} is {color}'s, and it is {}'s turn", !color)
            }
            IllegalMoveReason::SameSquare { piece } => write!(f, "the {piece} would stay where it is"),
            IllegalMoveReason::OwnPiece { piece } => write!(f, "your own {piece} is in the way"),
            IllegalMoveReason::WrongMovement { piece, to } => {
                write!(f, "the {piece} cannot go to {to}: a {} does not move so", piece.piece.role)
            }
            IllegalMoveReason::Blocked { piece, by } => write!(f, "the {piece} is blocked by the {by}"),
            IllegalMoveReason::PawnCapturesDiagonally { pawn, by } => {
                write!(f, "the pawn on {pawn} cannot capture the {by}: pawns capture diagonally")
            }
            IllegalMoveReason::PawnCaptureNeedsPiece { pawn, to } => {
                write!(f, "the pawn on {pawn} moves diagonally only to capture, and {to} is empty")
            }
            IllegalMoveReason::DoubleStepTooLate { pawn } => {
                write!(f, "the pawn on {pawn} cannot step two squares: it has left its starting rank")
            }
            IllegalMoveReason::EnPassantExpired { enemy_pawn: passed, .. } => {
                write!(f, "en passant is not possible: the pawn on {passed} did not just move two squares")
            }
            IllegalMoveReason::EnPassantExposesKing { king, attackers } => {
                let attackers = SquareList(attackers);
                write!(f, "taking en passant would expose the king on {king} to check from {attackers}")
            }
            IllegalMoveReason::Castling { side, king, reason } => {
                let side = match side {
                    CastlingSide::King => "kingside",
                    CastlingSide::Queen => "queenside",
                };
                write!(f, "the king on {king} cannot castle {side}: {reason}")
            }
            IllegalMoveReason::DoubleCheck { king, checkers } => {
                write!(
                    f,
                    "the king on {king} is in double check from {}: only it may move",
                    SquareList(checkers)
                )
            }
            IllegalMoveReason::StillInCheck { king, checker } => write!(
                f,
                "the king on {king} is in check from the {checker}, and this move neither captures it nor blocks"
            ),
            IllegalMoveReason::Pinned { piece, by, .. } => {
                write!(f, "the {piece} is pinned to the king by the {by}")
            }
            IllegalMoveReason::KingWouldBeInCheck { to, attackers, .. } => {
                write!(f, "the king would be in check on {to} from {}", SquareList(attackers))
            }
            IllegalMoveReason::PromotionMissing { pawn, to } => {
                write!(f, "the pawn on {pawn} is promoted on {to}: say what it becomes")
            }
            IllegalMoveReason::PromotionImpossible { role, .. } => write!(f, "a pawn cannot become a {role}"),
            IllegalMoveReason::NotAPromotion { piece, to, .. } => {
                write!(f, "the {piece} is not promoted when it goes to {to}")
            }
        }
    }
}

impl core::error::Error for IllegalMoveReason {}

impl fmt::Display for IllegalCastlingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalCastlingReason::KingMoved => f.write_str("the king has moved"),
            IllegalCastlingReason::RookMoved { rook } => write!(f, "the rook on {rook} has moved"),
            IllegalCastlingReason::KingOrRookMoved { rook } => {
                write!(f, "the king or the rook on {rook} has moved")
            }
            IllegalCastlingReason::NoRook => f.write_str("there is no rook on that side"),
            IllegalCastlingReason::Blocked { blockers, .. } => {
                let noun = if blockers.more_than_one() { "pieces are" } else { "a piece is" };
                write!(f, "{noun} in the way on {}", SquareList(blockers))
            }
            IllegalCastlingReason::InCheck { checkers } => {
                write!(f, "it is in check from {}", SquareList(checkers))
            }
            IllegalCastlingReason::PassesThroughCheck { square, attackers } => {
                write!(f, "it would pass through {square}, attacked from {}", SquareList(attackers))
            }
            IllegalCastlingReason::LandsInCheck { square, attackers } => {
                write!(f, "it would land on {square}, attacked from {}", SquareList(attackers))
            }
        }
    }
}

/// Enumerates squares: `a1`, `a1 and b2`, `a1, b2 and c3`.
struct SquareList(Bitboard);

impl fmt::Display for SquareList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.count().saturating_sub(1);
        for (index, square) in (0..).zip(self.0) {
            let before = match index {
                0 => "",
                _ if index == last => " and ",
                _ => ", ",
            };
            write!(f, "{before}{square}")?;
        }
        Ok(())
    }
}
