//! The sink that makes every move and passes each child position to a visitor; perft is built on it.

use crate::cpu::Cpu;
use crate::generate::{Mover, NOT_A, NOT_H, PawnTargets, Sink, generate};
use crate::move_counter::MoveCounter;
use crate::static_color::{StaticColor, origin};
use crate::{Bitboard, Position, Role, Square, attacks};

/// Sums what the visitor returns for each child of the position.
#[inline(always)]
pub(crate) fn make_children<P: StaticColor, C: Cpu, V: ChildVisitor<C>>(
    position: &Position,
    visitor: V,
) -> u64 {
    let checks = if V::NEEDS_CHECK_INFO { CheckInfo::new::<P, C>(position) } else { CheckInfo::UNKNOWN };
    let mut children = MakeSink::<C, V> { position, checks, visitor, counter: MoveCounter::new() };
    generate::<P, C, _>(position, &mut children);
    children.counter.total()
}

/// Maps a child position to a number.
pub(crate) trait ChildVisitor<C: Cpu>: Copy {
    /// True if checks shall be detected before a move is made, so that children not in check can be told
    /// apart. If false, all children go to [`ChildVisitor::visit_not_in_check`].
    const NEEDS_CHECK_INFO: bool = false;

    /// Visits a child that is not in check and has no en passant square, as nearly all children.
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter<C>);
    /// Visits any child.
    fn visit<P: StaticColor>(self, child: &Position) -> u64;
}

/// Squares from which a piece of the side to move gives check.
struct CheckInfo {
    pawns: Bitboard,
    knights: Bitboard,
    diagonals: Bitboard,
    straights: Bitboard,
    /// Pieces of the side to move that may give a discovered check by moving.
    discoverers: Bitboard,
}

impl CheckInfo {
    const UNKNOWN: CheckInfo = CheckInfo {
        pawns: Bitboard::EMPTY,
        knights: Bitboard::EMPTY,
        diagonals: Bitboard::EMPTY,
        straights: Bitboard::EMPTY,
        discoverers: Bitboard::EMPTY,
    };

    #[inline(always)]
    fn new<P: StaticColor, C: Cpu>(position: &Position) -> CheckInfo {
        let us = &position.board.sides[P::COLOR];
        let king = position.board.sides[P::Other::COLOR].king.first_unchecked();
        let occupied = position.board.occupied();
        let mut discoverers = Bitboard::EMPTY;
        for slider in
            attacks::diagonal_rays(king) & us.diagonals | attacks::straight_rays(king) & us.straights
        {
            let blockers = attacks::between(king, slider) & occupied;
            if !blockers.more_than_one() {
                discoverers |= blockers & us.all;
            }
        }
        CheckInfo {
            pawns: attacks::pawn(P::Other::COLOR, king),
            knights: attacks::knight(king),
            diagonals: C::bishop(king, occupied),
            straights: C::rook(king, occupied),
            discoverers,
        }
    }
}

/// Makes each move and passes the child to the visitor. Rare kinds of moves are made by functions that take
/// no reference to this struct, so that the compiler can keep it in registers.
struct MakeSink<'a, C: Cpu, V> {
    position: &'a Position,
    checks: CheckInfo,
    visitor: V,
    counter: MoveCounter<C>,
}

impl<P: StaticColor, C: Cpu, V: ChildVisitor<C>> Sink<P, C> for MakeSink<'_, C, V> {
    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) {
        let up = P::FORWARD;
        let them = &self.position.board.sides[P::Other::COLOR];
        // An enemy pawn beside the target of a double step could capture en passant.
        let beside = (them.pawns & NOT_A).shift(-1) | (them.pawns & NOT_H).shift(1);
        self.visit_pawn_moves::<P>(targets.push, up, Capture::No);
        self.visit_pawn_moves::<P>(targets.double.without(beside), 2 * up, Capture::No);
        self.visit_pawn_moves::<P>(targets.west, up - 1, Capture::Yes);
        self.visit_pawn_moves::<P>(targets.east, up + 1, Capture::Yes);
        for to in targets.double & beside {
            self.counter.moves += double_step_beside_enemy_pawn::<P, C, V>(self.position, self.visitor, to);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) {
        self.counter.moves += promotions::<P, C, V>(self.position, self.visitor, targets);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.counter.moves += en_passant::<P, C, V>(self.position, self.visitor, from, to);
    }

    #[inline(always)]
    fn piece(&mut self, mover: Mover, from: Square, targets: Bitboard) {
        let us = &self.position.board.sides[P::COLOR];
        let enemies = self.position.board.sides[P::Other::COLOR].all;
        let if_queen = |set: Bitboard, checks: Bitboard| if set.has(from) { checks } else { Bitboard::EMPTY };
        let checks = match mover {
            Mover::Knight => self.checks.knights,
            Mover::Diagonal => self.checks.diagonals | if_queen(us.straights, self.checks.straights),
            Mover::Straight => self.checks.straights | if_queen(us.diagonals, self.checks.diagonals),
            Mover::King => Bitboard::EMPTY,
        };
        let checks = targets & if self.checks.discoverers.has(from) { Bitboard::FULL } else { checks };
        let not_checking = targets.without(checks);
        for to in not_checking.without(enemies) {
            let child = self.position.play_piece::<P>(mover, from, to, false);
            self.visitor.visit_not_in_check::<P::Other>(&child, &mut self.counter);
        }
        for to in not_checking & enemies {
            let child = self.position.play_piece::<P>(mover, from, to, true);
            self.visitor.visit_not_in_check::<P::Other>(&child, &mut self.counter);
        }
        if checks.any() {
            self.counter.moves +=
                visit_piece_moves::<P, C, V>(self.position, self.visitor, mover, from, checks);
        }
    }

    #[inline(always)]
    fn pinned_piece(&mut self, mover: Mover, from: Square, targets: Bitboard) {
        if V::NEEDS_CHECK_INFO {
            self.counter.moves +=
                visit_piece_moves::<P, C, V>(self.position, self.visitor, mover, from, targets);
        } else {
            Sink::<P, C>::piece(self, mover, from, targets);
        }
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.counter.moves += castle::<P, C, V>(self.position, self.visitor, king, rook);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Capture {
    No,
    Yes,
}

impl<C: Cpu, V: ChildVisitor<C>> MakeSink<'_, C, V> {
    #[inline(always)]
    fn visit_pawn_moves<P: StaticColor>(&mut self, targets: Bitboard, delta: i8, capture: Capture) {
        let checks = targets & (self.checks.pawns | self.checks.discoverers.shift(delta));
        for to in targets.without(checks) {
            let child = self.position.play_pawn::<P>(origin(to, delta), to, capture == Capture::Yes);
            self.visitor.visit_not_in_check::<P::Other>(&child, &mut self.counter);
        }
        for to in checks {
            self.counter.moves +=
                visit_pawn_move::<P, C, V>(self.position, self.visitor, origin(to, delta), to, capture);
        }
    }
}

#[inline(always)]
fn visit_pawn_move<P: StaticColor, C: Cpu, V: ChildVisitor<C>>(
    position: &Position,
    visitor: V,
    from: Square,
    to: Square,
    capture: Capture,
) -> u64 {
    C::run(
        #[inline(always)]
        move || visitor.visit::<P::Other>(&position.play_pawn::<P>(from, to, capture == Capture::Yes)),
    )
}

#[inline(always)]
fn double_step_beside_enemy_pawn<P: StaticColor, C: Cpu, V: ChildVisitor<C>>(
    position: &Position,
    visitor: V,
    to: Square,
) -> u64 {
    C::run(
        #[inline(always)]
        move || visitor.visit::<P::Other>(&position.play_double_step::<P>(origin(to, 2 * P::FORWARD), to)),
    )
}

#[inline(always)]
fn promotions<P: StaticColor, C: Cpu, V: ChildVisitor<C>>(
    position: &Position,
    visitor: V,
    targets: PawnTargets,
) -> u64 {
    C::run(
        #[inline(always)]
        move || {
            let up = P::FORWARD;
            let mut nodes = 0;
            for (set, delta, captures) in
                [(targets.push, up, false), (targets.west, up - 1, true), (targets.east, up + 1, true)]
            {
                for to in set {
                    for role in Role::PROMOTIONS {
                        let child = position.play_promotion::<P>(origin(to, delta), to, role, captures);
                        nodes += visitor.visit::<P::Other>(&child);
                    }
                }
            }
            nodes
        },
    )
}

#[inline(always)]
fn en_passant<P: StaticColor, C: Cpu, V: ChildVisitor<C>>(
    position: &Position,
    visitor: V,
    from: Square,
    to: Square,
) -> u64 {
    C::run(
        #[inline(always)]
        move || visitor.visit::<P::Other>(&position.play_en_passant::<P>(from, to)),
    )
}

#[inline(always)]
fn visit_piece_moves<P: StaticColor, C: Cpu, V: ChildVisitor<C>>(
    position: &Position,
    visitor: V,
    mover: Mover,
    from: Square,
    targets: Bitboard,
) -> u64 {
    C::run(
        #[inline(always)]
        move || {
            let enemies = position.board.sides[P::Other::COLOR].all;
            let mut nodes = 0;
            for to in targets {
                let child = position.play_piece::<P>(mover, from, to, enemies.has(to));
                nodes += visitor.visit::<P::Other>(&child);
            }
            nodes
        },
    )
}

#[inline(always)]
fn castle<P: StaticColor, C: Cpu, V: ChildVisitor<C>>(
    position: &Position,
    visitor: V,
    king: Square,
    rook: Square,
) -> u64 {
    C::run(
        #[inline(always)]
        move || visitor.visit::<P::Other>(&position.play_castling::<P>(king, rook)),
    )
}
