//! Making moves: copy-make functions that return the next position with updated hash and counters.

use crate::generate::Mover;
use crate::moves::en_passant_pawn;
use crate::static_color::{Black, StaticColor, White, origin};
use crate::{Bitboard, CastlingSide, Color, Move, Position, Role, Square, attacks, zobrist};

impl Position {
    /// Plays a move that is known to be legal. The result is meaningless for any other move.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, m: Move) -> Position {
        match self.turn {
            Color::White => self.play_as::<White>(m),
            Color::Black => self.play_as::<Black>(m),
        }
    }

    /// Plays a null move: the same position with the other side to move; `None` in check.
    #[must_use]
    pub fn null_move(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        Some(match self.turn {
            Color::White => self.switch_turn::<White>(false),
            Color::Black => self.switch_turn::<Black>(false),
        })
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn play_as<P: StaticColor>(&self, m: Move) -> Position {
        let (from, to) = (m.from(), m.to());
        if let Some((rook, _)) = m.castling_rook() {
            return self.play_castling::<P>(from, rook);
        }
        if m.is_en_passant() {
            return self.play_en_passant::<P>(from, to);
        }
        if let Some(role) = m.promotion() {
            return self.play_promotion::<P>(from, to, role, m.is_capture());
        }
        let captures = m.is_capture();
        match m.role() {
            Role::Pawn if m.is_double_step() => self.play_double_step::<P>(from, to),
            Role::Pawn => self.play_pawn::<P>(from, to, captures),
            Role::Knight => self.play_piece::<P>(Mover::Knight, from, to, captures),
            Role::Bishop | Role::Queen => self.play_piece::<P>(Mover::Diagonal, from, to, captures),
            Role::Rook => self.play_piece::<P>(Mover::Straight, from, to, captures),
            Role::King => self.play_piece::<P>(Mover::King, from, to, captures),
        }
    }

    /// Switches the side to move and clears the en passant square.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn switch_turn<P: StaticColor>(&self, resets: bool) -> Position {
        let mut next = *self;
        next.turn = P::Other::COLOR;
        next.hash ^= zobrist::white_to_move();
        if let Some(target) = self.en_passant {
            next.hash ^= zobrist::en_passant(target.file());
        }
        next.en_passant = None;
        next.halfmoves = if resets { 0 } else { self.halfmoves.saturating_add(1) };
        next.fullmoves = self.fullmoves.saturating_add(P::COLOR as u32);
        next
    }

    /// Removes the captured piece from `to`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn remove_captured<P: StaticColor>(&mut self, to: Square) {
        let them = &mut self.board.sides[P::Other::COLOR];
        let bit = |set: Bitboard| (set.0 >> to as u8 & 1) as usize;
        let code = bit(them.knights) | bit(them.diagonals) << 1 | bit(them.straights) << 2;
        self.hash ^= zobrist::piece(P::Other::COLOR, code, to);
        let rest = !to.bitboard();
        them.pawns &= rest;
        them.knights &= rest;
        them.diagonals &= rest;
        them.straights &= rest;
        them.all &= rest;
    }

    /// Removes castling rights on the given squares: of a rook that moves or is captured, or all of a side if
    /// its king moves.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn remove_castling_rights(&mut self, squares: Bitboard) {
        let lost = self.castling_rights & squares;
        if lost.any() {
            // Each right has its own key, so lost rights are XORed out. The kings must not have moved yet.
            let sides = &self.board.sides;
            self.hash ^= zobrist::castling_rights(lost, sides.white.king, sides.black.king);
        }
        self.castling_rights = self.castling_rights.without(lost);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn play_piece<P: StaticColor>(
        &self,
        mover: Mover,
        from: Square,
        to: Square,
        captures: bool,
    ) -> Position {
        let mut next = self.switch_turn::<P>(captures);
        let squares = from.bitboard() | to.bitboard();
        // A right is stored on its rook's square, so a move without a capture can lose it only on its origin.
        let leaves = match mover {
            Mover::King => Bitboard::rank(P::COLOR.back_rank()),
            Mover::Straight => from.bitboard(),
            Mover::Knight | Mover::Diagonal => Bitboard::EMPTY,
        };
        let takes = if captures { to.bitboard() } else { Bitboard::EMPTY };
        next.remove_castling_rights(leaves | takes);
        if captures {
            next.remove_captured::<P>(to);
        }
        let us = &mut next.board.sides[P::COLOR];
        let code = match mover {
            Mover::Knight => {
                us.knights ^= squares;
                zobrist::role_code(Role::Knight)
            }
            Mover::King => {
                us.king ^= squares;
                zobrist::role_code(Role::King)
            }
            // A queen is in both sets of sliders.
            Mover::Diagonal => {
                let queen = us.straights.0 >> from as u8 & 1;
                us.diagonals ^= squares;
                us.straights ^= Bitboard(squares.0 & queen.wrapping_neg());
                zobrist::role_code(Role::Bishop) | (queen as usize) << 2
            }
            Mover::Straight => {
                let queen = us.diagonals.0 >> from as u8 & 1;
                us.straights ^= squares;
                us.diagonals ^= Bitboard(squares.0 & queen.wrapping_neg());
                zobrist::role_code(Role::Rook) | (queen as usize) << 1
            }
        };
        us.all ^= squares;
        next.hash ^= zobrist::piece(P::COLOR, code, from) ^ zobrist::piece(P::COLOR, code, to);
        next
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn play_pawn<P: StaticColor>(&self, from: Square, to: Square, captures: bool) -> Position {
        let mut next = self.switch_turn::<P>(true);
        if captures {
            next.remove_castling_rights(to.bitboard());
            next.remove_captured::<P>(to);
        }
        let squares = from.bitboard() | to.bitboard();
        let us = &mut next.board.sides[P::COLOR];
        us.pawns ^= squares;
        us.all ^= squares;
        let code = zobrist::role_code(Role::Pawn);
        next.hash ^= zobrist::piece(P::COLOR, code, from) ^ zobrist::piece(P::COLOR, code, to);
        next
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn play_double_step<P: StaticColor>(&self, from: Square, to: Square) -> Position {
        let mut next = self.play_pawn::<P>(from, to, false);
        let target = origin(to, P::FORWARD);
        let takers = attacks::pawn(P::COLOR, target) & self.board.sides[P::Other::COLOR].pawns;
        if takers.any() {
            next.en_passant = Some(target);
            next.hash ^= zobrist::en_passant(target.file());
        }
        next
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn play_promotion<P: StaticColor>(
        &self,
        from: Square,
        to: Square,
        role: Role,
        captures: bool,
    ) -> Position {
        let mut next = self.play_pawn::<P>(from, to, captures);
        let us = &mut next.board.sides[P::COLOR];
        us.toggle(Role::Pawn, to.bitboard());
        us.toggle(role, to.bitboard());
        next.hash ^= zobrist::piece(P::COLOR, zobrist::role_code(Role::Pawn), to)
            ^ zobrist::piece(P::COLOR, zobrist::role_code(role), to);
        next
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn play_en_passant<P: StaticColor>(&self, from: Square, to: Square) -> Position {
        let mut next = self.play_pawn::<P>(from, to, false);
        next.remove_captured::<P>(en_passant_pawn(to));
        next
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn play_castling<P: StaticColor>(&self, king: Square, rook: Square) -> Position {
        let mut next = self.switch_turn::<P>(false);
        let (side, rank) = (CastlingSide::of(king, rook), P::COLOR.back_rank());
        let (king_to, rook_to) = (side.king_to(rank), side.rook_to(rank));
        next.remove_castling_rights(Bitboard::rank(rank));
        let us = &mut next.board.sides[P::COLOR];
        us.toggle(Role::King, king.bitboard());
        us.toggle(Role::Rook, rook.bitboard());
        us.toggle(Role::King, king_to.bitboard());
        us.toggle(Role::Rook, rook_to.bitboard());
        let [k, r] = [Role::King, Role::Rook].map(zobrist::role_code);
        next.hash ^= zobrist::piece(P::COLOR, k, king)
            ^ zobrist::piece(P::COLOR, k, king_to)
            ^ zobrist::piece(P::COLOR, r, rook)
            ^ zobrist::piece(P::COLOR, r, rook_to);
        next
    }
}
