//! From notation to the one legal move that is meant, without listing all moves: candidates are found backwards from
//! the square they reach.
//!
//! What moves cannot be foretold, so the usual way through here asks as little as possible: sets are worked out for all
//! kinds of pieces at once and the right one is chosen by masks. Whatever does not go that way is looked at again.

mod resolve_error;

use core::hint::select_unpredictable;

use super::{PieceMove, San, SanError, SanKind};
use crate::board::SideBitboards;
use crate::{Bitboard, CastlingSide, Color, Move, Position, Role, Square, attacks};

impl San {
    /// The legal move that is meant. `x`, `+` and `#` need not be right.
    ///
    /// # Errors
    /// There is no such move, or there are several.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        let found = match self.action {
            SanKind::Piece(piece) if piece.role == Role::Pawn => pawn_move(position, piece),
            SanKind::Piece(piece) => piece_move(position, piece),
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
    /// The pieces of the side to move that reach a square, legal or not. Not for pawns.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn pseudo_legal_origins(&self, role: Role, to: Square) -> Bitboard {
        let us = &self.board.sides[self.turn];
        let occupied = self.board.occupied();
        let (is_diagonal, is_straight) =
            (matches!(role, Role::Bishop | Role::Queen), matches!(role, Role::Rook | Role::Queen));
        // A queen is among both sliders, a bishop and a rook are not among the other ones.
        let sliders = (us.diagonals ^ full_if(!is_diagonal)) & (us.straights ^ full_if(!is_straight));
        let seen = mask_if(is_diagonal, attacks::bishop(to, occupied))
            | mask_if(is_straight, attacks::rook(to, occupied));
        mask_if(role == Role::Knight, attacks::knight(to) & us.knights)
            | mask_if(role == Role::King, attacks::king(to) & us.king)
            | seen & sliders
    }

    /// Whether the own king is safe after a piece has gone from one square to the other. Answers pins and checks
    /// alike; not for castling, nor for en passant, where a third square changes.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn is_king_safe_after(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.board.occupied().without(from.bitboard()).with(to);
        let king = if role == Role::King { to } else { self.king(self.turn) };
        self.board.attackers(king, !self.turn, occupied).without(to.bitboard()).is_empty()
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn piece_move(position: &Position, piece: PieceMove) -> Option<Move> {
    let PieceMove { role, to, .. } = piece;
    let mut candidates = piece_origins(position, piece);
    if candidates.more_than_one() {
        candidates = legal_origins(position, piece, candidates);
    }
    let from = candidates.single()?;
    let capture = captured_role(&position.board.sides[!position.turn], to);
    position.is_king_safe_after(role, from, to).then(|| Move::normal(role, from, to, capture))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn pawn_move(position: &Position, pawn: PieceMove) -> Option<Move> {
    let to = pawn.to;
    let from = pawn_origin(position, pawn).first()?;
    let capture = captured_role(&position.board.sides[!position.turn], to);
    if pawn.promotion.is_some() || to.rank() == position.turn.promotion_rank() {
        let promotion = pawn.promotion.filter(|_| to.rank() == position.turn.promotion_rank())?;
        let m = Move::promote(from, to, capture, promotion);
        return position.is_king_safe_after(Role::Pawn, from, to).then_some(m);
    }
    if position.en_passant == Some(to) && from.file() != to.file() {
        return Some(Move::en_passant(from, to)).filter(|&m| position.is_legal(m));
    }
    let m = Move::normal(Role::Pawn, from, to, capture);
    position.is_king_safe_after(Role::Pawn, from, to).then_some(m)
}

#[cold]
fn castle(position: &Position, side: CastlingSide) -> Option<Move> {
    position
        .castling_rook(position.turn, side)
        .map(|rook| Move::castle(position.king(position.turn), rook))
        .filter(|&m| position.is_legal(m))
}

/// The pieces that reach the square and fit what is said, legally or not.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn piece_origins(position: &Position, piece: PieceMove) -> Bitboard {
    let is_free = !position.board.sides[position.turn].all.has(piece.to);
    mask_if(is_free, position.pseudo_legal_origins(piece.role, piece.to) & named_origins(piece))
}

/// The pawn that reaches the square, legally or not. One that names another file than that of the square takes.
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

/// The squares that fit what is said about the origin.
#[inline(always)]
fn named_origins(piece: PieceMove) -> Bitboard {
    piece.file.map_or(Bitboard::FULL, Bitboard::file) & piece.rank.map_or(Bitboard::FULL, Bitboard::rank)
}

/// Those that may go there.
#[cold]
fn legal_origins(position: &Position, piece: PieceMove, candidates: Bitboard) -> Bitboard {
    let may_go = |&from: &Square| position.is_king_safe_after(piece.role, from, piece.to);
    candidates.into_iter().filter(may_go).collect()
}

/// What is taken on a square.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn captured_role(them: &SideBitboards, square: Square) -> Option<Role> {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    // By the sets it is in: knights, diagonals, straights. A king, which is in none either, is not taken.
    const ROLES: [[Option<Role>; 8]; 2] =
        [[None; 8], [Some(Pawn), Some(Knight), Some(Bishop), None, Some(Rook), None, Some(Queen), None]];
    let bit = |set: Bitboard| (set.0 >> square as u8 & 1) as usize;
    ROLES[bit(them.all)][bit(them.knights) | bit(them.diagonals) << 1 | bit(them.straights) << 2]
}

/// The set, or nothing; never by a branch.
#[inline(always)]
fn mask_if(condition: bool, set: Bitboard) -> Bitboard {
    Bitboard(select_unpredictable(condition, set.0, 0))
}

/// All squares or none.
#[inline(always)]
fn full_if(condition: bool) -> Bitboard {
    Bitboard(select_unpredictable(condition, u64::MAX, 0))
}
