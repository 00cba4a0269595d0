//! The sink that lists moves.

use crate::board::SideBitboards;
use crate::cpu::Cpu;
use crate::generate::{MoveFilter, Mover, PawnTargets, Sink};
use crate::static_color::{StaticColor, origin};
use crate::{Bitboard, Move, MoveList, Position, Role, Square};

/// Pushes each move to a list; only captures if `CAPTURES`.
pub(crate) struct ListSink<'a, const CAPTURES: bool> {
    us: &'a SideBitboards,
    them: &'a SideBitboards,
    list: &'a mut MoveList,
}

impl<'a, const CAPTURES: bool> ListSink<'a, CAPTURES> {
    #[inline(always)]
    pub(crate) fn new(position: &'a Position, list: &'a mut MoveList) -> Self {
        let us = &position.board.sides[position.turn];
        let them = &position.board.sides[!position.turn];
        ListSink { us, them, list }
    }

    /// Adds a move for each target; the origin is `delta` below the target.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn push_pawn_moves(
        &mut self,
        targets: Bitboard,
        delta: i8,
        mut add: impl FnMut(&mut MoveList, Square, Square),
    ) {
        for to in targets {
            add(self.list, origin(to, delta), to);
        }
    }
}

impl<P: StaticColor, C: Cpu, const CAPTURES: bool> Sink<P, C> for ListSink<'_, CAPTURES> {
    const FILTER: MoveFilter = if CAPTURES { MoveFilter::Captures } else { MoveFilter::All };

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn pawns(&mut self, targets: PawnTargets) {
        let up = P::FORWARD;
        let them = self.them;
        let quiet = |list: &mut MoveList, from, to| list.push(Move::normal(Role::Pawn, from, to, None));
        let capture = |list: &mut MoveList, from, to| {
            list.push(Move::normal(Role::Pawn, from, to, them.role_at(to)));
        };
        self.push_pawn_moves(targets.push, up, quiet);
        self.push_pawn_moves(targets.double, 2 * up, quiet);
        self.push_pawn_moves(targets.west, up - 1, capture);
        self.push_pawn_moves(targets.east, up + 1, capture);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn promotions(&mut self, targets: PawnTargets) {
        let up = P::FORWARD;
        let them = self.them;
        let promote = |list: &mut MoveList, from, to| {
            for role in Role::PROMOTIONS {
                list.push(Move::promote(from, to, them.role_at(to), role));
            }
        };
        self.push_pawn_moves(targets.push, up, promote);
        self.push_pawn_moves(targets.west, up - 1, promote);
        self.push_pawn_moves(targets.east, up + 1, promote);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.list.push(Move::en_passant(from, to));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn piece(&mut self, mover: Mover, from: Square, targets: Bitboard) {
        let role = match mover {
            Mover::Knight => Role::Knight,
            Mover::King => Role::King,
            Mover::Diagonal if self.us.straights.has(from) => Role::Queen,
            Mover::Diagonal => Role::Bishop,
            Mover::Straight if self.us.diagonals.has(from) => Role::Queen,
            Mover::Straight => Role::Rook,
        };
        for to in targets & self.them.all {
            self.list.push(Move::normal(role, from, to, self.them.role_at(to)));
        }
        if !CAPTURES {
            for to in targets.without(self.them.all) {
                self.list.push(Move::normal(role, from, to, None));
            }
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn castle(&mut self, king: Square, rook: Square) {
        self.list.push(Move::castle(king, rook));
    }
}
