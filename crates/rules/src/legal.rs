//! Queries for legal moves: list, captures, count, legality of one move. The generator itself is
//! `generate.rs`.

use crate::generate::{Mover, PawnTargets, Sink, generate};
use crate::list_sink::ListSink;
use crate::simd::MoveCounter;
use crate::static_color::{Black, StaticColor, White};
use crate::{Bitboard, Color, Move, MoveList, Position, Square};

impl Position {
    /// All legal moves.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        match self.turn {
            Color::White => generate::<White, _>(self, &mut ListSink::<false>::new(self, &mut list)),
            Color::Black => generate::<Black, _>(self, &mut ListSink::<false>::new(self, &mut list)),
        }
        list
    }

    /// All legal captures, en passant included.
    #[inline]
    #[must_use]
    pub fn legal_captures(&self) -> MoveList {
        let mut list = MoveList::new();
        match self.turn {
            Color::White => generate::<White, _>(self, &mut ListSink::<true>::new(self, &mut list)),
            Color::Black => generate::<Black, _>(self, &mut ListSink::<true>::new(self, &mut list)),
        }
        list
    }

    /// The legal moves of the piece on a square.
    #[must_use]
    pub fn moves_from(&self, from: Square) -> MoveList {
        let mut list = self.legal_moves();
        list.retain(|m| m.from() == from);
        list
    }

    /// Number of legal moves, without listing them.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        match self.turn {
            Color::White => count::<White>(self),
            Color::Black => count::<Black>(self),
        }
    }

    /// Returns true if the side to move has a legal move.
    #[inline]
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() != 0
    }

    /// Returns true if the move, which may come from another position, is legal here.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        let mut sink = FindSink { m, found: false };
        match self.turn {
            Color::White => generate::<White, _>(self, &mut sink),
            Color::Black => generate::<Black, _>(self, &mut sink),
        }
        // The squares fit; the moving and the captured piece must match the move, too.
        sink.found
            && self.board.sides[self.turn].role_at(m.from()) == Some(m.role())
            && (m.is_en_passant() || self.board.sides[!self.turn].role_at(m.to()) == m.capture())
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn count<P: StaticColor>(position: &Position) -> u32 {
    let mut counter = MoveCounter::new();
    generate::<P, _>(position, &mut counter);
    counter.total() as u32
}

impl<P: StaticColor> Sink<P> for MoveCounter {
    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) {
        // Pushes end on empty squares and captures on occupied ones, so each pair shares a popcount.
        self.moves +=
            u64::from((targets.push | targets.west).count() + (targets.double | targets.east).count());
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) {
        self.moves += 4 * u64::from((targets.push | targets.west).count() + targets.east.count());
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn piece(&mut self, _: Mover, _: Square, targets: Bitboard) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }

    #[inline(always)]
    fn knights(&mut self, knights: Bitboard, targets: Bitboard) {
        self.add_knights(knights, targets);
    }

    #[inline(always)]
    fn sliders(&mut self, diagonals: Bitboard, straights: Bitboard, occupied: Bitboard, targets: Bitboard) {
        self.add_sliders(diagonals, straights, occupied, targets);
    }
}

/// Sink that searches for one move.
struct FindSink {
    m: Move,
    found: bool,
}

impl<P: StaticColor> Sink<P> for FindSink {
    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) {
        if self.m.promotion().is_none() && !self.m.is_en_passant() {
            self.find_among_pawns(P::FORWARD, targets);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) {
        if self.m.promotion().is_some() {
            self.find_among_pawns(P::FORWARD, targets);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.found |= self.m == Move::en_passant(from, to);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn piece(&mut self, _: Mover, from: Square, targets: Bitboard) {
        let plain = self.m.promotion().is_none() && !self.m.is_castle() && !self.m.is_en_passant();
        self.found |= plain && from == self.m.from() && targets.has(self.m.to());
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.found |= self.m == Move::castle(king, rook);
    }
}

impl FindSink {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn find_among_pawns(&mut self, up: i8, targets: PawnTargets) {
        let (from, to) = (self.m.from() as i8, self.m.to());
        let reached = match to as i8 - from - up {
            0 => targets.push,
            -1 => targets.west,
            1 => targets.east,
            delta if delta == up => targets.double,
            _ => Bitboard::EMPTY,
        };
        self.found |= reached.has(to);
    }
}
