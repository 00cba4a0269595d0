//! From notation to the one legal move that is meant, without listing all moves: candidates are found backwards from
//! the square they reach.

use alloc::vec::Vec;

use super::{Action, PieceMove, San, SanError};
use crate::{Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Square, attacks};

impl San {
    /// The legal move that is meant. `x`, `+` and `#` need not be right.
    ///
    /// # Errors
    /// There is no such move, or there are several.
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        match self.action {
            Action::Piece(pawn @ PieceMove { role: Role::Pawn, .. }) => {
                pawn_move(position, pawn).or_else(|error| match error {
                    SanError::Illegal { .. } if pawn.or_bishop => {
                        piece_move(position, PieceMove { role: Role::Bishop, file: None, ..pawn })
                    }
                    error => Err(error),
                })
            }
            Action::Piece(piece) => piece_move(position, piece),
            Action::Castle(side) => castle(position, side),
            Action::Null => Err(SanError::Null),
        }
    }
}

impl Position {
    /// The pieces of the side to move that reach a square, legal or not.
    #[inline]
    pub(super) fn reaching(&self, role: Role, to: Square) -> Bitboard {
        let us = &self.board.sides[self.turn];
        let occupied = self.board.occupied();
        let reached_from = match role {
            Role::Pawn => attacks::pawn(!self.turn, to),
            Role::Knight => attacks::knight(to),
            Role::Bishop => attacks::bishop(to, occupied),
            Role::Rook => attacks::rook(to, occupied),
            Role::Queen => attacks::queen(to, occupied),
            Role::King => attacks::king(to),
        };
        reached_from & us.role(role)
    }

    /// Whether the own king is safe after a piece has gone from one square to the other. Answers pins and checks
    /// alike; not for castling, nor for en passant, where a third square changes.
    #[inline]
    pub(super) fn is_king_safe_after(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.board.occupied().without(from.bitboard()).with(to);
        let king = if role == Role::King { to } else { self.king(self.turn) };
        self.board.attackers(king, !self.turn, occupied).without(to.bitboard()).is_empty()
    }
}

#[inline]
fn piece_move(position: &Position, piece: PieceMove) -> Result<Move, SanError> {
    let PieceMove { role, to, .. } = piece;
    let mut candidates = position.reaching(role, to) & origins(piece);
    if position.board.sides[position.turn].all.has(to) {
        candidates = Bitboard::EMPTY;
    }
    let mut legal = candidates.into_iter().filter(|&from| position.is_king_safe_after(role, from, to));
    match (legal.next(), legal.next()) {
        (Some(from), None) => {
            Ok(Move::normal(role, from, to, position.board.sides[!position.turn].role_at(to)))
        }
        (None, _) => Err(illegal(position, piece, candidates)),
        (Some(_), Some(_)) => Err(ambiguous(position, piece, candidates)),
    }
}

#[inline]
fn pawn_move(position: &Position, pawn: PieceMove) -> Result<Move, SanError> {
    let PieceMove { to, promotion, .. } = pawn;
    let them = &position.board.sides[!position.turn];
    let capture = them.role_at(to);
    let is_en_passant = capture.is_none() && position.en_passant == Some(to);
    let from = if pawn.file.is_some_and(|file| file != to.file()) {
        let takers = position.reaching(Role::Pawn, to) & origins(pawn);
        takers.first().filter(|_| capture.is_some() || is_en_passant)
    } else {
        pusher(position, pawn)
    };
    let Some(from) = from else { return Err(illegal(position, pawn, Bitboard::EMPTY)) };
    let en_passant = Move::en_passant(from, to);
    let is_en_passant = is_en_passant && from.file() != to.file();
    let is_legal = match is_en_passant {
        true => position.is_legal(en_passant),
        false => position.is_king_safe_after(Role::Pawn, from, to),
    };
    match (to.rank() == position.turn.promotion_rank(), promotion) {
        _ if !is_legal => Err(illegal(position, pawn, from.bitboard())),
        (true, Some(role)) => Ok(Move::promote(from, to, capture, role)),
        (true, None) => Err(SanError::PromotionMissing { from, to }),
        (false, Some(_)) => Err(illegal(position, pawn, from.bitboard())),
        (false, None) if is_en_passant => Ok(en_passant),
        (false, None) => Ok(Move::normal(Role::Pawn, from, to, capture)),
    }
}

/// The pawn that steps straight ahead to the square. Its file is named together with its rank or not at all, so that
/// `bb4` is left to the bishop.
fn pusher(position: &Position, pawn: PieceMove) -> Option<Square> {
    let to = pawn.to;
    let occupied = position.board.occupied();
    if pawn.captures || pawn.file.is_some() && pawn.rank.is_none() || occupied.has(to) {
        return None;
    }
    let (back, double) = match position.turn {
        Color::White => (-1, Rank::Fourth),
        Color::Black => (1, Rank::Fifth),
    };
    let pawns = position.board.sides[position.turn].pawns;
    let one = to.offset(0, back)?;
    let from = if to.rank() == double && !occupied.has(one) { one.offset(0, back)? } else { one };
    (pawns & origins(pawn)).has(from).then_some(from)
}

/// The squares that fit what is said about the origin.
#[inline]
fn origins(piece: PieceMove) -> Bitboard {
    piece.file.map_or(Bitboard::FULL, Bitboard::file) & piece.rank.map_or(Bitboard::FULL, Bitboard::rank)
}

fn castle(position: &Position, side: CastlingSide) -> Result<Move, SanError> {
    position
        .castling_rook(position.turn, side)
        .map(|rook| Move::castle(position.king(position.turn), rook))
        .filter(|&m| position.is_legal(m))
        .ok_or(SanError::IllegalCastling(side))
}

#[cold]
fn ambiguous(position: &Position, piece: PieceMove, candidates: Bitboard) -> SanError {
    let PieceMove { role, to, .. } = piece;
    let capture = position.board.sides[!position.turn].role_at(to);
    let moves: Vec<Move> = candidates
        .into_iter()
        .filter(|&from| position.is_king_safe_after(role, from, to))
        .map(|from| Move::normal(role, from, to, capture))
        .collect();
    SanError::Ambiguous(moves)
}

/// The piece that is meant is the only one that reaches the square, or else the only one of its kind that fits.
#[cold]
fn illegal(position: &Position, piece: PieceMove, candidates: Bitboard) -> SanError {
    let PieceMove { role, to, promotion, file, .. } = piece;
    let mut fitting = position.board.sides[position.turn].role(role) & origins(piece);
    if role == Role::Pawn && file.is_none() {
        fitting &= Bitboard::file(to.file());
    }
    let from = candidates.single().or(fitting.single());
    SanError::Illegal { role, from, to, promotion }
}
