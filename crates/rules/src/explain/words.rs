//! The reasons in plain English, one sentence each.

use core::fmt;

use super::{CastlingRefusal, Placed, Refusal};
use crate::{Bitboard, CastlingSide};

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.role, self.square)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Refusal::Checkmate { king, checkers } => {
                write!(f, "the game is over: the king on {king} is checkmated from {}", List(checkers))
            }
            Refusal::Stalemate { .. } => f.write_str("the game is over: stalemate, there is no legal move"),
            Refusal::NoPiece { square } => write!(f, "there is no piece on {square}"),
            Refusal::NotYourPiece { piece } => {
                let color = piece.piece.color;
                write!(f, "the {piece} is {color}'s, and it is {}'s turn", !color)
            }
            Refusal::SameSquare { piece } => write!(f, "the {piece} would stay where it is"),
            Refusal::OwnPiece { piece } => write!(f, "your own {piece} is in the way"),
            Refusal::DoesNotMoveSo { piece, to } => {
                write!(f, "the {piece} cannot go to {to}: a {} does not move so", piece.piece.role)
            }
            Refusal::Blocked { piece, by } => write!(f, "the {piece} is blocked by the {by}"),
            Refusal::PawnCapturesDiagonally { pawn, by } => {
                write!(f, "the pawn on {pawn} cannot capture the {by}: pawns capture diagonally")
            }
            Refusal::PawnCaptureNeedsPiece { pawn, to } => {
                write!(f, "the pawn on {pawn} moves diagonally only to capture, and {to} is empty")
            }
            Refusal::DoubleStepTooLate { pawn } => {
                write!(f, "the pawn on {pawn} cannot step two squares: it has left its starting rank")
            }
            Refusal::EnPassantExpired { passed, .. } => {
                write!(f, "en passant is not possible: the pawn on {passed} did not just move two squares")
            }
            Refusal::EnPassantExposesKing { king, attackers } => {
                let attackers = List(attackers);
                write!(f, "taking en passant would expose the king on {king} to check from {attackers}")
            }
            Refusal::Castling { side, king, refusal } => {
                let side = match side {
                    CastlingSide::King => "kingside",
                    CastlingSide::Queen => "queenside",
                };
                write!(f, "the king on {king} cannot castle {side}: {refusal}")
            }
            Refusal::DoubleCheck { king, checkers } => {
                write!(f, "the king on {king} is in double check from {}: only it may move", List(checkers))
            }
            Refusal::StillInCheck { king, checker } => write!(
                f,
                "the king on {king} is in check from the {checker}, and this move neither captures it nor blocks"
            ),
            Refusal::Pinned { piece, by, .. } => write!(f, "the {piece} is pinned to the king by the {by}"),
            Refusal::KingWouldBeInCheck { to, attackers, .. } => {
                write!(f, "the king would be in check on {to} from {}", List(attackers))
            }
            Refusal::PromotionMissing { pawn, to } => {
                write!(f, "the pawn on {pawn} is promoted on {to}: say what it becomes")
            }
            Refusal::PromotionImpossible { role, .. } => write!(f, "a pawn cannot become a {role}"),
            Refusal::NotAPromotion { piece, to, .. } => {
                write!(f, "the {piece} is not promoted when it goes to {to}")
            }
        }
    }
}

impl core::error::Error for Refusal {}

impl fmt::Display for CastlingRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CastlingRefusal::KingMoved => f.write_str("the king has moved"),
            CastlingRefusal::RookMoved { rook } => write!(f, "the rook on {rook} has moved"),
            CastlingRefusal::KingOrRookMoved { rook } => {
                write!(f, "the king or the rook on {rook} has moved")
            }
            CastlingRefusal::NoRook => f.write_str("there is no rook on that side"),
            CastlingRefusal::InTheWay { blockers, .. } => {
                let noun = if blockers.more_than_one() { "pieces are" } else { "a piece is" };
                write!(f, "{noun} in the way on {}", List(blockers))
            }
            CastlingRefusal::InCheck { checkers } => write!(f, "it is in check from {}", List(checkers)),
            CastlingRefusal::PassesThrough { square, attackers } => {
                write!(f, "it would pass through {square}, attacked from {}", List(attackers))
            }
            CastlingRefusal::LandsOn { square, attackers } => {
                write!(f, "it would land on {square}, attacked from {}", List(attackers))
            }
        }
    }
}

/// Squares as one says them: `a1`, `a1 and b2`, `a1, b2 and c3`.
struct List(Bitboard);

impl fmt::Display for List {
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
