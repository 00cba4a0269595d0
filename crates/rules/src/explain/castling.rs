//! Castling attempts and the reasons why they are illegal.

use super::{IllegalCastlingReason, IllegalMoveReason, PlacedPiece};
use crate::castling::CastlingPath;
use crate::{Bitboard, CastlingSide, File, Move, Position, Role, Square, attacks};

/// A king move that is meant as castling.
#[derive(Clone, Copy)]
pub(super) struct CastlingAttempt {
    side: CastlingSide,
    /// The rook to castle with, with or without a right; `None` if there is no rook on that side.
    rook: Option<Square>,
}

impl Position {
    /// Returns the castling move to a side, or the reason why it is illegal.
    ///
    /// # Errors
    /// The game is over, or castling is illegal.
    pub fn explain_castling(&self, side: CastlingSide) -> Result<Move, IllegalMoveReason> {
        self.check_not_over()?;
        let king = self.king(self.turn);
        let rook = self.castling_rook(self.turn, side).or_else(|| self.outermost_rook(king, side));
        self.check_castling(king, CastlingAttempt { side, rook })
    }

    /// The castling attempt that a king move to `to` means, as defined in the documentation of the parent
    /// module.
    pub(super) fn castling_attempt(&self, king: PlacedPiece, to: Square) -> Option<CastlingAttempt> {
        let from = king.square;
        if king.piece.role != Role::King || to.rank() != self.turn.back_rank() || from.file() == to.file() {
            return None;
        }
        let side = if from.file() < to.file() { CastlingSide::King } else { CastlingSide::Queen };
        if self.castling_rights.has(to) && self.board.color(self.turn).has(to) {
            return Some(CastlingAttempt { side, rook: Some(to) });
        }
        if from.distance(to) < 2 {
            return None;
        }
        let rook = self.castling_rook(self.turn, side);
        let at_home = from.rank() == self.turn.back_rank() && (rook.is_some() || from.file() == File::E);
        if at_home && to.file() == side.king_file() {
            return Some(CastlingAttempt { side, rook: rook.or_else(|| self.outermost_rook(from, side)) });
        }
        let rooks = self.board.pieces(Role::Rook.of(self.turn));
        rooks.has(to).then_some(CastlingAttempt { side, rook: Some(to) })
    }

    pub(super) fn check_castling(
        &self,
        king: Square,
        attempt: CastlingAttempt,
    ) -> Result<Move, IllegalMoveReason> {
        let CastlingAttempt { side, rook } = attempt;
        let illegal = |reason| Err(IllegalMoveReason::Castling { side, king, reason });
        if king.rank() != self.turn.back_rank() {
            return illegal(IllegalCastlingReason::KingMoved);
        }
        let Some(rook) = rook else { return illegal(IllegalCastlingReason::NoRook) };
        if !self.castling_rights.has(rook) {
            return illegal(self.explain_lost_right(king, rook));
        }
        match self.explain_castling_path(king, rook, side) {
            Some(reason) => illegal(reason),
            None => Ok(Move::castle(king, rook)),
        }
    }

    /// King or rook has moved; which one is derived from the remaining rights.
    fn explain_lost_right(&self, king: Square, rook: Square) -> IllegalCastlingReason {
        let at_home =
            king.rank() == self.turn.back_rank() && king.file() != File::A && king.file() != File::H;
        if (self.castling_rights & self.board.color(self.turn)).any() {
            IllegalCastlingReason::RookMoved { rook }
        } else if at_home {
            IllegalCastlingReason::KingOrRookMoved { rook }
        } else {
            IllegalCastlingReason::KingMoved
        }
    }

    fn explain_castling_path(
        &self,
        king: Square,
        rook: Square,
        side: CastlingSide,
    ) -> Option<IllegalCastlingReason> {
        let (king_to, rook_to) = (side.king_to(king.rank()), side.rook_to(king.rank()));
        let passed = attacks::between(king, king_to);
        let others = self.board.occupied().without(Bitboard::from([king, rook]));
        let blockers = CastlingPath::of(self.turn, king, rook).must_be_empty & others;
        if blockers.any() {
            return Some(IllegalCastlingReason::Blocked { rook, blockers });
        }
        let checkers = self.checkers();
        if checkers.any() {
            return Some(IllegalCastlingReason::InCheck { checkers });
        }
        let attackers = |square, occupied| self.board.attackers(square, !self.turn, occupied);
        let attacked = |square: &Square| attackers(*square, others.with(rook)).any();
        if let Some(square) = passed.into_iter().filter(attacked).min_by_key(|square| square.distance(king)) {
            let attackers = attackers(square, others.with(rook));
            return Some(IllegalCastlingReason::PassesThroughCheck { square, attackers });
        }
        // In Chess960 the rook may shield the king before or after castling.
        let attackers = attackers(king_to, others.with(rook_to));
        attackers.any().then_some(IllegalCastlingReason::LandsInCheck { square: king_to, attackers })
    }

    fn outermost_rook(&self, king: Square, side: CastlingSide) -> Option<Square> {
        let rooks = self.board.pieces(Role::Rook.of(self.turn)) & Bitboard::rank(king.rank());
        let of_side = rooks.into_iter().filter(|&rook| CastlingSide::of(king, rook) == side);
        of_side.max_by_key(|rook| rook.distance(king))
    }
}
