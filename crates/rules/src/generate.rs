//! The legal move generator. It computes the legal target squares of every piece of one side and passes whole
//! sets of targets to a [`Sink`], which counts, lists or makes the moves. Color, processor and sink are type
//! parameters, so that counting compiles to a few popcounts.
//!
//! Legality is decided by masks before targets are produced: check evasion squares, pin lines, squares
//! attacked by the enemy. No move is made and unmade.

use crate::board::SideBitboards;
use crate::castling::{self, CastlingPath};
use crate::cpu::Cpu;
use crate::moves::{en_passant_pawn, en_passant_rank};
use crate::static_color::StaticColor;
use crate::{Bitboard, CastlingSide, File, Position, Square, attacks};

/// The moving piece. A queen is passed twice, as diagonal and as straight slider.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mover {
    Knight,
    Diagonal,
    Straight,
    King,
}

/// Targets of all pawns that move in the same way; the origin follows from the direction.
#[derive(Clone, Copy)]
pub(crate) struct PawnTargets {
    pub(crate) push: Bitboard,
    pub(crate) double: Bitboard,
    /// Captures towards the a-file.
    pub(crate) west: Bitboard,
    /// Captures towards the h-file.
    pub(crate) east: Bitboard,
}

/// Receives the legal moves of one position.
pub(crate) trait Sink<P: StaticColor, C: Cpu> {
    /// The moves that the sink wants.
    const FILTER: MoveFilter = MoveFilter::All;

    /// Pawns that do not reach the last rank.
    fn pawns(&mut self, targets: PawnTargets);
    /// Pawns that reach the last rank; `double` is empty.
    fn promotions(&mut self, targets: PawnTargets);
    fn en_passant(&mut self, from: Square, to: Square);
    fn castle(&mut self, king: Square, rook: Square);
    /// One piece with its legal targets.
    fn piece(&mut self, mover: Mover, from: Square, targets: Bitboard);

    /// All unpinned knights with the common legal targets.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn knights(&mut self, knights: Bitboard, targets: Bitboard) {
        for from in knights {
            self.piece(Mover::Knight, from, attacks::knight(from) & targets);
        }
    }

    /// All unpinned sliders with the common legal targets.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn sliders(&mut self, diagonals: Bitboard, straights: Bitboard, occupied: Bitboard, targets: Bitboard) {
        for from in diagonals {
            self.piece(Mover::Diagonal, from, C::bishop(from, occupied) & targets);
        }
        for from in straights {
            self.piece(Mover::Straight, from, C::rook(from, occupied) & targets);
        }
    }

    /// A pinned slider that moves along its pin line; rare.
    fn pinned_piece(&mut self, mover: Mover, from: Square, targets: Bitboard) {
        self.piece(mover, from, targets);
    }
}

/// Subset of the legal moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveFilter {
    All,
    Captures,
}

pub(crate) const NOT_A: Bitboard = Bitboard(!Bitboard::file(File::A).0);
pub(crate) const NOT_H: Bitboard = Bitboard(!Bitboard::file(File::H).0);

/// The squares attacked by a set of pawns, towards the a-file and towards the h-file.
#[inline(always)]
fn pawn_attacks<P: StaticColor>(pawns: Bitboard) -> (Bitboard, Bitboard) {
    let up = P::FORWARD;
    ((pawns & NOT_A).shift(up - 1), (pawns & NOT_H).shift(up + 1))
}

/// Passes every legal move of the side to move to the sink. `P` must be the side to move.
#[inline(always)]
pub(crate) fn generate<P: StaticColor, C: Cpu, S: Sink<P, C>>(position: &Position, sink: &mut S) {
    generate_with::<P, C, S, false>(position, sink);
}

/// As [`generate`] for a king that is known not to be in check: the caller has detected checks before it made
/// the move.
#[inline(always)]
pub(crate) fn generate_not_in_check<P: StaticColor, C: Cpu, S: Sink<P, C>>(
    position: &Position,
    sink: &mut S,
) {
    generate_with::<P, C, S, true>(position, sink);
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn generate_with<P: StaticColor, C: Cpu, S: Sink<P, C>, const NOT_IN_CHECK: bool>(
    position: &Position,
    sink: &mut S,
) {
    let us = &position.board.sides[P::COLOR];
    let them = &position.board.sides[P::Other::COLOR];
    let occupied = us.all | them.all;
    let king = us.king.first_unchecked();
    let checks_and_pins = ChecksAndPins::new::<P, NOT_IN_CHECK>(king, them, occupied);

    king_moves::<P, C, S>(position, king, &checks_and_pins, sink);
    if checks_and_pins.checkers.more_than_one() {
        return;
    }
    // Check evasion mask: targets of pieces other than the king. All squares if the king is not in check.
    let evasions = match checks_and_pins.checkers.first() {
        None => Bitboard::FULL,
        Some(checker) => attacks::between(king, checker) | checks_and_pins.checkers,
    };
    let filter = if S::FILTER == MoveFilter::Captures { them.all } else { Bitboard::FULL };
    let targets = evasions.without(us.all) & filter;

    pawn_moves::<P, C, S>(position, &checks_and_pins, targets, occupied, sink);

    let pinned = checks_and_pins.diagonal_pins | checks_and_pins.straight_pins;
    sink.knights(us.knights.without(pinned), targets);
    sink.sliders(us.diagonals.without(pinned), us.straights.without(pinned), occupied, targets);
    if pinned.any() {
        // A pinned slider may move along its pin line, up to and including the pinning piece.
        for from in us.diagonals & checks_and_pins.diagonal_pins {
            let along = C::bishop(from, occupied) & checks_and_pins.diagonal_pins;
            sink.pinned_piece(Mover::Diagonal, from, along & targets);
        }
        for from in us.straights & checks_and_pins.straight_pins {
            let along = C::rook(from, occupied) & checks_and_pins.straight_pins;
            sink.pinned_piece(Mover::Straight, from, along & targets);
        }
    }
}

/// Checkers and pin lines of the side to move.
struct ChecksAndPins {
    checkers: Bitboard,
    /// Union of the pin lines, pinning pieces included.
    diagonal_pins: Bitboard,
    straight_pins: Bitboard,
}

impl ChecksAndPins {
    /// Follows the lines from the king to each enemy slider. A line on which only an enemy piece stands is
    /// kept among the pins too: no own piece stands on it, and no piece pinned elsewhere can reach it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new<P: StaticColor, const NOT_IN_CHECK: bool>(
        king: Square,
        them: &SideBitboards,
        occupied: Bitboard,
    ) -> ChecksAndPins {
        let mut checkers = Bitboard::EMPTY;
        if !NOT_IN_CHECK {
            checkers = attacks::knight(king) & them.knights | attacks::pawn(P::COLOR, king) & them.pawns;
        }
        let mut scan = |snipers: Bitboard| {
            let mut pins = Bitboard::EMPTY;
            for sniper in snipers {
                let between = attacks::between(king, sniper);
                let blockers = between & occupied;
                if !NOT_IN_CHECK && blockers.is_empty() {
                    checkers |= sniper.bitboard();
                } else if !blockers.more_than_one() {
                    pins |= between | sniper.bitboard();
                }
            }
            pins
        };
        let diagonal_pins = scan(attacks::diagonal_rays(king) & them.diagonals);
        let straight_pins = scan(attacks::straight_rays(king) & them.straights);
        ChecksAndPins { checkers, diagonal_pins, straight_pins }
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn king_moves<P: StaticColor, C: Cpu, S: Sink<P, C>>(
    position: &Position,
    king: Square,
    checks_and_pins: &ChecksAndPins,
    sink: &mut S,
) {
    let us = &position.board.sides[P::COLOR];
    let them = &position.board.sides[P::Other::COLOR];
    let filter = if S::FILTER == MoveFilter::Captures { them.all } else { Bitboard::FULL };
    let near = pawn_and_king_attacks::<P::Other>(them);
    let steps = (attacks::king(king) & filter).without(us.all | near);
    // Sliders attack through the square that the king leaves.
    let occupied = (us.all | them.all) ^ us.king;

    let rights = position.castling_rights & Bitboard::rank(P::COLOR.back_rank());
    let mut rooks = Bitboard::EMPTY;
    if S::FILTER == MoveFilter::All && rights.any() && checks_and_pins.checkers.is_empty() {
        for rook in rights & castling::back_rank_visible_from::<P>(king, occupied) {
            let path = CastlingPath::of(P::COLOR, king, rook);
            if (path.must_be_empty & occupied.without(rook.bitboard())).is_empty() {
                rooks |= rook.bitboard();
            }
        }
    }
    if rooks.is_empty() {
        // Few pieces can attack the squares around the king, so they are checked one by one.
        let zone = C::king_zone(king, steps);
        let knights = them.knights & zone.knights;
        let (diagonals, straights) = (them.diagonals & zone.diagonals, them.straights & zone.straights);
        let attacked = attacks::attacked_by_sets::<C>(knights, diagonals, straights, occupied);
        sink.piece(Mover::King, king, steps.without(attacked));
        return;
    }
    let attacked = near | C::attacked(them.knights, them.diagonals, them.straights, occupied);
    sink.piece(Mover::King, king, steps.without(attacked));
    for rook in rooks {
        let path = CastlingPath::of(P::COLOR, king, rook);
        let is_safe = (attacked & path.king_path).is_empty();
        if is_safe
            && (path.rook_on_edge || !castling_exposes_king::<P, C>(king, rook, occupied, them.straights))
        {
            sink.castle(king, rook);
        }
    }
}

/// In Chess960 the castling rook may have shielded the king's target along the back rank.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn castling_exposes_king<P: StaticColor, C: Cpu>(
    king: Square,
    rook: Square,
    occupied: Bitboard,
    enemy_straights: Bitboard,
) -> bool {
    C::run(
        #[inline(always)]
        move || {
            let (side, rank) = (CastlingSide::of(king, rook), P::COLOR.back_rank());
            let after = occupied.without(rook.bitboard()).with(side.rook_to(rank));
            (C::rook(side.king_to(rank), after) & enemy_straights & Bitboard::rank(rank)).any()
        },
    )
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn pawn_and_king_attacks<P: StaticColor>(side: &SideBitboards) -> Bitboard {
    let (west, east) = pawn_attacks::<P>(side.pawns);
    west | east | attacks::king(side.king.first_unchecked())
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn pawn_moves<P: StaticColor, C: Cpu, S: Sink<P, C>>(
    position: &Position,
    checks_and_pins: &ChecksAndPins,
    targets: Bitboard,
    occupied: Bitboard,
    sink: &mut S,
) {
    let us = &position.board.sides[P::COLOR];
    let them = &position.board.sides[P::Other::COLOR];
    let up = P::FORWARD;
    let double_rank = Bitboard::rank(en_passant_rank(P::COLOR));
    let last_rank = Bitboard::rank(P::COLOR.promotion_rank());

    let mut push = us.pawns.shift(up);
    let (mut west, mut east) = pawn_attacks::<P>(us.pawns);
    // A pawn pinned on a file may push, one pinned on a diagonal may capture along it.
    let on_diagonal = us.pawns & checks_and_pins.diagonal_pins;
    let on_straight = us.pawns & checks_and_pins.straight_pins;
    if (on_diagonal | on_straight).any() {
        let (diagonal_west, diagonal_east) = pawn_attacks::<P>(on_diagonal);
        let (straight_west, straight_east) = pawn_attacks::<P>(on_straight);
        push = push
            .without(on_diagonal.shift(up) | on_straight.shift(up).without(checks_and_pins.straight_pins));
        west = west.without(straight_west | diagonal_west.without(checks_and_pins.diagonal_pins));
        east = east.without(straight_east | diagonal_east.without(checks_and_pins.diagonal_pins));
    }
    let push = push.without(occupied);
    let double = (push & double_rank).shift(up).without(occupied) & targets;
    let push = push & targets;
    let west = west & them.all & targets;
    let east = east & them.all & targets;

    if ((push | west | east) & last_rank).any() {
        sink.promotions(PawnTargets {
            push: push & last_rank,
            double: Bitboard::EMPTY,
            west: west & last_rank,
            east: east & last_rank,
        });
        sink.pawns(PawnTargets {
            push: push.without(last_rank),
            double,
            west: west.without(last_rank),
            east: east.without(last_rank),
        });
    } else {
        sink.pawns(PawnTargets { push, double, west, east });
    }

    if let Some(target) = position.en_passant {
        for from in attacks::pawn(P::Other::COLOR, target) & us.pawns {
            let king = us.king.first_unchecked();
            if en_passant_is_safe::<P, C>(*them, occupied, king, from, target) {
                sink.en_passant(from, target);
            }
        }
    }
}

/// Returns true if the king is not attacked after both pawns have left their squares.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn en_passant_is_safe<P: StaticColor, C: Cpu>(
    them: SideBitboards,
    occupied: Bitboard,
    king: Square,
    from: Square,
    target: Square,
) -> bool {
    C::run(
        #[inline(always)]
        move || {
            let taken = en_passant_pawn(target).bitboard();
            let occupied = occupied ^ from.bitboard() ^ target.bitboard() ^ taken;
            them.attackers::<C>(P::Other::COLOR, king, occupied).without(taken).is_empty()
        },
    )
}
