//! Resolves SAN to a legal move without generating all moves: candidates are found backwards from the target.
//!
//! The fast path avoids unpredictable branches on the moving piece: attack sets of all roles are computed and
//! selected by masks. Everything else goes through `resolve_error`.

mod resolve_error;

use core::hint::select_unpredictable;

use super::{PieceMove, San, SanError, SanKind};
use crate::board::SideBitboards;
use crate::cpu::{BuildTarget, Cpu};
use crate::{Bitboard, CastlingSide, Color, Move, Position, Role, Square, attacks};

impl San {
    /// The legal move that the notation means. `x`, `+` and `#` need not be correct.
    ///
    /// # Errors
    /// No legal move matches, or several do.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        self.resolve_on::<BuildTarget>(position)
    }

    /// As [`San::resolve`], with the instructions of the processor `C`.
    ///
    /// # Errors
    /// No legal move matches, or several do.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn resolve_on<C: Cpu>(&self, position: &Position) -> Result<Move, SanError> {
        let found = match self.action {
            SanKind::Piece(piece) if piece.role == Role::Pawn => pawn_move::<C>(position, piece),
            SanKind::Piece(piece) => piece_move::<C>(position, piece),
            SanKind::Castle(side) => castle(position, side),
            SanKind::Null => None,
        };
        match found {
            Some(m) => Ok(m),
            None => resolve_error::resolve_slow(self.action, position),
        }
    }
}

impl Position {
    /// Pieces of the side to move that pseudo-legally reach a square. Not for pawns.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn pseudo_legal_origins<C: Cpu>(&self, role: Role, to: Square) -> Bitboard {
        let us = &self.board.sides[self.turn];
        let occupied = self.board.occupied();
        let (is_diagonal, is_straight) =
            (matches!(role, Role::Bishop | Role::Queen), matches!(role, Role::Rook | Role::Queen));
        // A queen is in both sets of sliders, a bishop or rook in only one.
        let sliders = (us.diagonals ^ full_if(!is_diagonal)) & (us.straights ^ full_if(!is_straight));
        let seen =
            mask_if(is_diagonal, C::bishop(to, occupied)) | mask_if(is_straight, C::rook(to, occupied));
        mask_if(role == Role::Knight, attacks::knight(to) & us.knights)
            | mask_if(role == Role::King, attacks::king(to) & us.king)
            | seen & sliders
    }

    /// Returns true if the own king is not attacked after the move. Covers pins and checks; not valid for
    /// castling and en passant, which change more squares.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn is_king_safe_after<C: Cpu>(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.board.occupied().without(from.bitboard()).with(to);
        let king = if role == Role::King { to } else { self.king(self.turn) };
        self.board.attackers_on::<C>(king, !self.turn, occupied).without(to.bitboard()).is_empty()
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn piece_move<C: Cpu>(position: &Position, piece: PieceMove) -> Option<Move> {
    let PieceMove { role, to, .. } = piece;
    let mut candidates = piece_origins::<C>(position, piece);
    if candidates.more_than_one() {
        candidates = legal_origins(position, piece, candidates);
    }
    let from = candidates.single()?;
    let capture = captured_role(&position.board.sides[!position.turn], to);
    position.is_king_safe_after::<C>(role, from, to).then(|| Move::normal(role, from, to, capture))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn pawn_move<C: Cpu>(position: &Position, pawn: PieceMove) -> Option<Move> {
    let to = pawn.to;
    let from = pawn_origin(position, pawn).first()?;
    let capture = captured_role(&position.board.sides[!position.turn], to);
    if pawn.promotion.is_some() || to.rank() == position.turn.promotion_rank() {
        let promotion = pawn.promotion.filter(|_| to.rank() == position.turn.promotion_rank())?;
        let m = Move::promote(from, to, capture, promotion);
        return position.is_king_safe_after::<C>(Role::Pawn, from, to).then_some(m);
    }
    if position.en_passant == Some(to) && from.file() != to.file() {
        return Some(Move::en_passant(from, to)).filter(|&m| position.is_legal(m));
    }
    let m = Move::normal(Role::Pawn, from, to, capture);
    position.is_king_safe_after::<C>(Role::Pawn, from, to).then_some(m)
}

#[cold]
fn castle(position: &Position, side: CastlingSide) -> Option<Move> {
    position
        .castling_rook(position.turn, side)
        .map(|rook| Move::castle(position.king(position.turn), rook))
        .filter(|&m| position.is_legal(m))
}

/// Pieces that pseudo-legally reach the target and match the disambiguation.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn piece_origins<C: Cpu>(position: &Position, piece: PieceMove) -> Bitboard {
    let is_free = !position.board.sides[position.turn].all.has(piece.to);
    mask_if(is_free, position.pseudo_legal_origins::<C>(piece.role, piece.to) & named_origins(piece))
}

/// The pawn that pseudo-legally reaches the target. A file other than that of the target means a capture.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn pawn_origin(position: &Position, pawn: PieceMove) -> Bitboard {
    let to = pawn.to;
    let occupied = position.board.occupied();
    let pawns = position.board.sides[position.turn].pawns & named_origins(pawn);

    let enemies = position.board.sides[!position.turn].all;
    let takers = attacks::pawn(!position.turn, to) & pawns;
    let may_take = enemies.has(to) | (position.en_passant == Some(to));

    let is_white = position.turn == Color::White;
    let back = |set: Bitboard| Bitboard(select_unpredictable(is_white, set.0 >> 8, set.0 << 8));
    let one = back(to.bitboard());
    let two = back(one.without(occupied)) & Bitboard::rank(position.turn.pawn_rank());
    let pushers = (one | two) & pawns;
    let may_push = !occupied.has(to);

    let takes = pawn.file.is_some_and(|file| file != to.file());
    mask_if(takes & may_take, takers) | mask_if(!takes & may_push, pushers)
}

/// Squares that match the disambiguation.
#[inline(always)]
fn named_origins(piece: PieceMove) -> Bitboard {
    piece.file.map_or(Bitboard::FULL, Bitboard::file) & piece.rank.map_or(Bitboard::FULL, Bitboard::rank)
}

/// Those of the candidates that can move legally.
#[cold]
fn legal_origins(position: &Position, piece: PieceMove, candidates: Bitboard) -> Bitboard {
    let may_go = |&from: &Square| position.is_king_safe_after::<BuildTarget>(piece.role, from, piece.to);
    candidates.into_iter().filter(may_go).collect()
}

/// The captured role on a square.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn captured_role(them: &SideBitboards, square: Square) -> Option<Role> {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    // Indexed by membership in the sets of knights, diagonals and straights. A king is in none of them and is
    // not captured.
    const ROLES: [[Option<Role>; 8]; 2] =
        [[None; 8], [Some(Pawn), Some(Knight), Some(Bishop), None, Some(Rook), None, Some(Queen), None]];
    let bit = |set: Bitboard| (set.0 >> square as u8 & 1) as usize;
    ROLES[bit(them.all)][bit(them.knights) | bit(them.diagonals) << 1 | bit(them.straights) << 2]
}

/// The set or the empty set, without a branch.
#[inline(always)]
fn mask_if(condition: bool, set: Bitboard) -> Bitboard {
    Bitboard(select_unpredictable(condition, set.0, 0))
}

/// All squares or none, without a branch.
#[inline(always)]
fn full_if(condition: bool) -> Bitboard {
    Bitboard(select_unpredictable(condition, u64::MAX, 0))
}
