//! Pseudo-legal move generation: moves that may leave the own king attacked, and captures of kings.
//!
//! The generator of the King capture ruleset, in which no side has to get out of check. It accepts any
//! [`Setup`] (no king, several kings, pawns on the end ranks, invalid rights) and is written for clarity, not
//! for speed. Tests compare it with the legal generator: without the moves that leave the own king attacked,
//! both give the same list.
//!
//! * Castling needs the right, exactly one king and one such rook on that side, all on the back rank, and
//!   empty squares. Attacks on the king or its path do not matter.
//! * En passant needs an en passant square in the setup and a pawn that can have passed it.
//! * A pawn makes a double step only from its second rank, and has no moves on its last rank.

use crate::castling::CastlingPath;
use crate::validate::is_valid_en_passant;
use crate::{Bitboard, CastlingSide, Color, Move, MoveList, Piece, Role, Setup, Square, attacks};

impl Setup {
    /// All pseudo-legal moves of the side to move.
    ///
    /// ```
    /// use hanpan_rules::{Role, Setup};
    /// let hanging: Setup = "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1".parse().unwrap();
    /// let moves = hanging.pseudo_legal_moves();
    /// assert!(moves.iter().any(|m| m.capture() == Some(Role::King)));
    /// ```
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        for from in self.board.color(self.turn) {
            match self.board.piece_at(from) {
                Some(piece) if piece.role == Role::Pawn => self.pawn_moves(from, &mut list),
                Some(piece) => self.piece_moves(piece, from, &mut list),
                None => {}
            }
        }
        self.castling_moves(&mut list);
        list
    }

    /// The setup after a move from [`Setup::pseudo_legal_moves`]. The result is meaningless for any other
    /// move.
    ///
    /// The en passant square is set only if an enemy pawn can capture there, so that setups with the same
    /// possible moves are equal.
    #[must_use]
    pub fn play_pseudo_unchecked(&self, m: Move) -> Setup {
        let mut next = *self;
        next.board.remove(m.from());
        if let Some(taken) = m.capture_square() {
            next.board.remove(taken);
        }
        if let Some((rook_from, rook_to)) = m.castling_rook() {
            next.board.remove(rook_from);
            next.board.set(rook_to, Role::Rook.of(self.turn));
        }
        next.board.set(m.to(), m.promotion().unwrap_or(m.role()).of(self.turn));

        next.castling_rights = self.castling_rights.without(m.from().bitboard() | m.to().bitboard());
        if m.role() == Role::King {
            next.castling_rights = next.castling_rights.without(Bitboard::rank(self.turn.back_rank()));
        }
        if m.capture() == Some(Role::King) {
            next.castling_rights = next.castling_rights.without(Bitboard::rank((!self.turn).back_rank()));
        }
        next.turn = !self.turn;
        let passed = m.from().offset(0, forward(self.turn)).filter(|_| m.is_double_step());
        let takers = next.board.pieces(Role::Pawn.of(next.turn));
        next.en_passant = passed.filter(|&target| (attacks::pawn(self.turn, target) & takers).any());
        next.halfmoves = if m.is_irreversible() { 0 } else { self.halfmoves.saturating_add(1) };
        next.fullmoves = self.fullmoves.saturating_add(self.turn as u32);
        next
    }

    fn piece_moves(&self, piece: Piece, from: Square, list: &mut MoveList) {
        let reached = attacks::piece(piece, from, self.board.occupied());
        for to in reached.without(self.board.color(self.turn)) {
            list.push(Move::normal(piece.role, from, to, self.role_at(to)));
        }
    }

    fn pawn_moves(&self, from: Square, list: &mut MoveList) {
        let free = |square: &Square| !self.board.occupied().has(*square);
        let up = forward(self.turn);
        let step = from.offset(0, up).filter(free);
        if let Some(to) = step {
            self.push_pawn_move(from, to, list);
        }
        let double = from.offset(0, 2 * up).filter(free);
        if let (Some(_), Some(to), true) = (step, double, from.rank() == self.turn.pawn_rank()) {
            list.push(Move::normal(Role::Pawn, from, to, None));
        }
        let diagonal = attacks::pawn(self.turn, from);
        for to in diagonal & self.board.color(!self.turn) {
            self.push_pawn_move(from, to, list);
        }
        if let Some(target) = self.valid_en_passant().filter(|&target| diagonal.has(target)) {
            list.push(Move::en_passant(from, target));
        }
    }

    /// Adds one move, or four promotions on the last rank.
    fn push_pawn_move(&self, from: Square, to: Square, list: &mut MoveList) {
        let capture = self.role_at(to);
        if to.rank() == self.turn.promotion_rank() {
            for role in Role::PROMOTIONS {
                list.push(Move::promote(from, to, capture, role));
            }
        } else {
            list.push(Move::normal(Role::Pawn, from, to, capture));
        }
    }

    fn castling_moves(&self, list: &mut MoveList) {
        let back_rank = Bitboard::rank(self.turn.back_rank());
        let Some(king) = self.board.king(self.turn).filter(|&king| back_rank.has(king)) else { return };
        let rooks = self.castling_rights & self.board.pieces(Role::Rook.of(self.turn)) & back_rank;
        for side in CastlingSide::ALL {
            let on_side = |rook: &Square| CastlingSide::of(king, *rook) == side;
            let rook = rooks.into_iter().filter(on_side).collect::<Bitboard>().single();
            if let Some(rook) = rook.filter(|&rook| self.castling_path_is_empty(king, rook)) {
                list.push(Move::castle(king, rook));
            }
        }
    }

    /// Returns true if the squares that king and rook pass or reach are empty.
    fn castling_path_is_empty(&self, king: Square, rook: Square) -> bool {
        (CastlingPath::of(self.turn, king, rook).must_be_empty & self.board.occupied()).is_empty()
    }

    /// The en passant square, if a pawn can have passed it.
    fn valid_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|&target| is_valid_en_passant(self, target))
    }

    fn role_at(&self, square: Square) -> Option<Role> {
        self.board.piece_at(square).map(|piece| piece.role)
    }
}

/// Rank difference of a pawn's step.
fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}
