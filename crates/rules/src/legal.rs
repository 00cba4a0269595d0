//! Queries for legal moves: list, captures, count, legality of one move. The generator itself is
//! `generate.rs`.

use crate::cpu::{self, Cpu, Task};
use crate::generate::{Mover, PawnTargets, Sink, generate};
use crate::list_sink::ListSink;
use crate::move_counter::MoveCounter;
use crate::static_color::{Black, StaticColor, White};
use crate::{Bitboard, Color, Move, MoveList, Position, Square};

impl Position {
    /// All legal moves.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        cpu::dispatch_bmi2(ListMoves::<false> { position: self, list: &mut list });
        list
    }

    /// As [`Position::legal_moves`], with the instructions of the processor `C`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn legal_moves_on<C: Cpu>(&self) -> MoveList {
        let mut list = MoveList::new();
        C::run(
            #[inline(always)]
            || ListMoves::<false> { position: self, list: &mut list }.run::<C>(),
        );
        list
    }

    /// All legal captures, en passant included.
    #[inline]
    #[must_use]
    pub fn legal_captures(&self) -> MoveList {
        let mut list = MoveList::new();
        cpu::dispatch_bmi2(ListMoves::<true> { position: self, list: &mut list });
        list
    }

    /// As [`Position::legal_captures`], with the instructions of the processor `C`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn legal_captures_on<C: Cpu>(&self) -> MoveList {
        let mut list = MoveList::new();
        C::run(
            #[inline(always)]
            || ListMoves::<true> { position: self, list: &mut list }.run::<C>(),
        );
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
        cpu::dispatch(CountMoves(self))
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
        cpu::dispatch_bmi2(FindMove { position: self, m })
    }

    /// As [`Position::is_legal`], with the instructions of the processor `C`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn is_legal_on<C: Cpu>(&self, m: Move) -> bool {
        C::run(
            #[inline(always)]
            || FindMove { position: self, m }.run::<C>(),
        )
    }
}

/// Lists all moves, or captures only.
struct ListMoves<'a, const CAPTURES: bool> {
    position: &'a Position,
    list: &'a mut MoveList,
}

impl<const CAPTURES: bool> Task for ListMoves<'_, CAPTURES> {
    type Output = ();

    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn run<C: Cpu>(self) {
        let mut sink = ListSink::<CAPTURES>::new(self.position, self.list);
        match self.position.turn {
            Color::White => generate::<White, C, _>(self.position, &mut sink),
            Color::Black => generate::<Black, C, _>(self.position, &mut sink),
        }
    }
}

struct CountMoves<'a>(&'a Position);

impl Task for CountMoves<'_> {
    type Output = u32;

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn run<C: Cpu>(self) -> u32 {
        match self.0.turn {
            Color::White => count::<White, C>(self.0),
            Color::Black => count::<Black, C>(self.0),
        }
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn count<P: StaticColor, C: Cpu>(position: &Position) -> u32 {
    let mut counter = MoveCounter::<C>::new();
    generate::<P, C, _>(position, &mut counter);
    counter.total() as u32
}

struct FindMove<'a> {
    position: &'a Position,
    m: Move,
}

impl Task for FindMove<'_> {
    type Output = bool;

    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn run<C: Cpu>(self) -> bool {
        let FindMove { position, m } = self;
        let mut sink = FindSink { m, found: false };
        match position.turn {
            Color::White => generate::<White, C, _>(position, &mut sink),
            Color::Black => generate::<Black, C, _>(position, &mut sink),
        }
        // The squares fit; the moving and the captured piece must match the move, too.
        sink.found
            && position.board.sides[position.turn].role_at(m.from()) == Some(m.role())
            && (m.is_en_passant() || position.board.sides[!position.turn].role_at(m.to()) == m.capture())
    }
}

/// Sink that searches for one move.
struct FindSink {
    m: Move,
    found: bool,
}

impl<P: StaticColor, C: Cpu> Sink<P, C> for FindSink {
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
