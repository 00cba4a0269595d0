//! Threats: attacks on pieces, on the king and on the path of passed pawns.

use rules::cpu::Cpu;
use rules::{Bitboard, ByColor, Color, Rank, attacks};

use super::accumulator::{EvalAccumulator, Trace};
use super::bitboards::{front_span, pawn_attacks, shift_forward};
use super::pieces::{AttackMap, king_ring};
use super::side_pieces::SidePieces;
use super::terms::{
    HANGING, KING_DANGER, KING_DANGER_UNITS, KING_THREAT, MINOR_THREAT, PASSED_BLOCKED, PASSED_ENEMY_KING,
    PASSED_FREE, PASSED_OWN_KING, PASSED_SAFE, PAWN_THREAT, PUSH_THREAT, RESTRICTED, ROOK_THREAT, SAFE_CHECK,
};

/// Adds one side's threats.
#[inline(always)]
pub(crate) fn add_threats<T: Trace>(
    acc: &mut EvalAccumulator<T>,
    pieces: &ByColor<SidePieces>,
    attack_map: &ByColor<AttackMap>,
    us: Color,
) {
    let (theirs, ours) = (&pieces[!us], &attack_map[us]);
    let defended = attack_map[!us].all;
    let kinds = [theirs.knights, theirs.bishops, theirs.rooks, theirs.queens];
    for (index, kind) in kinds.into_iter().enumerate() {
        acc.add_n(us, PAWN_THREAT, index, (kind & ours.pawns).count());
        acc.add_n(us, MINOR_THREAT, index + 1, (kind & (ours.knights | ours.bishops)).count());
        acc.add_n(us, ROOK_THREAT, index + 1, (kind & ours.rooks).count());
    }
    let undefended = theirs.all.without(defended);
    acc.add_n(us, MINOR_THREAT, 0, (theirs.pawns & undefended & (ours.knights | ours.bishops)).count());
    acc.add_n(us, ROOK_THREAT, 0, (theirs.pawns & undefended & ours.rooks).count());
    acc.add_n(us, KING_THREAT, 0, (undefended & ours.king).count());
    acc.add_n(us, HANGING, 0, (theirs.pieces() & undefended & ours.all).count());
    acc.add_n(
        us,
        RESTRICTED,
        0,
        (defended & ours.all).without(attack_map[!us].twice | attack_map[!us].pawns).count(),
    );

    let occupied = pieces.white.all | pieces.black.all;
    let third = match us {
        Color::White => Rank::Third,
        Color::Black => Rank::Sixth,
    };
    let step = shift_forward(us, pieces[us].pawns).without(occupied);
    let double = shift_forward(us, step & Bitboard::rank(third)).without(occupied);
    let safe = (step | double).without(attack_map[!us].pawns) & (ours.all | !defended);
    acc.add_n(us, PUSH_THREAT, 0, (pawn_attacks(us, safe) & theirs.pieces()).count());
}

/// Adds one side's attack on the enemy king.
#[inline(always)]
pub(crate) fn add_king_attack<C: Cpu, T: Trace>(
    acc: &mut EvalAccumulator<T>,
    pieces: &ByColor<SidePieces>,
    attack_map: &ByColor<AttackMap>,
    us: Color,
) {
    let king = pieces[!us].king;
    let occupied = (pieces.white.all | pieces.black.all).without(pieces[!us].queens);
    let (ours, theirs) = (&attack_map[us], &attack_map[!us]);
    // Weak squares: attacked by us and defended at most once, by king or queen.
    let weak = ours.all.without(theirs.twice) & (theirs.king | theirs.queens | !theirs.all);
    let safe = (!theirs.all | weak & ours.twice).without(pieces[us].all);
    let (diagonal, straight) = (C::bishop(king, occupied), C::rook(king, occupied));
    let checks = [
        attacks::knight(king) & ours.knights,
        diagonal & ours.bishops,
        straight & ours.rooks,
        (diagonal | straight) & ours.queens.without(theirs.queens),
    ];
    let mut units = ours.king_attack_units;
    for (index, check) in checks.into_iter().enumerate() {
        let safe = (check & safe).count();
        acc.add_n(us, SAFE_CHECK, index, safe.min(2));
        units += [4, 2, 5, 4][index] * safe.min(2);
    }
    units += 2 * (weak & king_ring(!us, king)).count();
    if pieces[us].queens.is_empty() {
        units /= 2;
    }
    acc.add(us, KING_DANGER, (units as usize).min(KING_DANGER_UNITS - 1));
}

/// Adds the terms of one side's passed pawns that depend on pieces.
#[inline(always)]
pub(crate) fn add_passed<T: Trace>(
    acc: &mut EvalAccumulator<T>,
    pieces: &ByColor<SidePieces>,
    attack_map: &ByColor<AttackMap>,
    passed: &ByColor<Bitboard>,
    us: Color,
) {
    let occupied = pieces.white.all | pieces.black.all;
    for square in passed[us] {
        let rank = us.relative(square).rank() as usize;
        let way = front_span(us, square.bitboard());
        let Some(next) = shift_forward(us, square.bitboard()).first() else { continue };
        if occupied.has(next) {
            acc.add(us, PASSED_BLOCKED, rank);
        } else if !attack_map[!us].all.has(next) {
            acc.add(us, PASSED_SAFE, rank);
        }
        if (way & (occupied | attack_map[!us].all)).is_empty() {
            acc.add(us, PASSED_FREE, rank);
        }
        if rank >= 3 {
            acc.add(us, PASSED_OWN_KING, usize::from(pieces[us].king.distance(next)));
            acc.add(us, PASSED_ENEMY_KING, usize::from(pieces[!us].king.distance(next)));
        }
    }
}
