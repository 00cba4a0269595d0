//! Knights, bishops, rooks and queens: piece-square values, mobility and attack maps.

use rules::cpu::Cpu;
use rules::{Bitboard, ByColor, Color, Rank, Role, Square, attacks};

use super::accumulator::{EvalAccumulator, Trace};
use super::bitboards::{adjacent, double_pawn_attacks, front_span, shift_forward};
use super::king_relative_psqt::KingRelativePsqt;
use super::side_pieces::SidePieces;
use super::terms::{
    BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_MOBILITY, KNIGHT_PAWNS, MINOR_BEHIND_PAWN, OUTPOST,
    QUEEN_MOBILITY, ROOK_FILE, ROOK_MOBILITY, ROOK_PAWNS,
};

/// Attack map of one side.
#[derive(Clone, Copy, Default)]
pub(crate) struct AttackMap {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) bishops: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) queens: Bitboard,
    pub(crate) king: Bitboard,
    pub(crate) all: Bitboard,
    /// Squares attacked at least twice.
    pub(crate) twice: Bitboard,
    /// Attack units on the enemy king's ring.
    pub(crate) king_attack_units: u32,
}

impl AttackMap {
    #[inline(always)]
    fn add_attacks(&mut self, attacked: Bitboard) {
        self.twice |= self.all & attacked;
        self.all |= attacked;
    }
}

/// King ring: the squares around a king and those in front of them.
#[inline(always)]
pub(crate) fn king_ring(us: Color, king: Square) -> Bitboard {
    let near = attacks::king(king) | king.bitboard();
    near | shift_forward(us, near)
}

/// Adds the terms of one side's pieces; returns its attack map.
#[inline(always)]
pub(crate) fn add<C: Cpu, T: Trace>(
    acc: &mut EvalAccumulator<T>,
    pieces: &ByColor<SidePieces>,
    us: Color,
) -> AttackMap {
    let (ours, theirs) = (&pieces[us], &pieces[!us]);
    let occupied = ours.all | theirs.all;
    let placement = KingRelativePsqt::new(us, pieces);
    let ring = king_ring(!us, theirs.king).without(double_pawn_attacks(!us, theirs.pawns));
    // Mobility area: no blocked or unmoved own pawns, not the own king, no squares attacked by enemy pawns.
    let blocked_pawns = ours.pawns & (shift_forward(!us, occupied) | Bitboard::rank(us.pawn_rank()));
    let mobility_area = !(blocked_pawns | ours.king.bitboard() | theirs.pawn_attacks);
    let outpost_squares = outposts(us, ours, theirs);
    let own_pawns = ours.pawns.count().min(8) as usize;
    let below_pawns = shift_forward(!us, ours.pawns | theirs.pawns);

    let mut attack_map = AttackMap {
        pawns: ours.pawn_attacks,
        king: attacks::king(ours.king),
        all: ours.pawn_attacks,
        twice: double_pawn_attacks(us, ours.pawns),
        ..AttackMap::default()
    };
    attack_map.add_attacks(attack_map.king);
    let aim_at = |attack_map: &mut AttackMap, attacked: Bitboard, weight: u32| {
        let hits = (attacked & ring).count();
        if hits > 0 {
            attack_map.king_attack_units += weight + hits;
        }
    };

    for square in ours.knights {
        let attacked = attacks::knight(square);
        attack_map.knights |= attacked;
        attack_map.add_attacks(attacked);
        aim_at(&mut attack_map, attacked, 2);
        placement.add_piece(acc, Role::Knight, square);
        acc.add(us, KNIGHT_MOBILITY, (attacked & mobility_area).count() as usize);
        acc.add(us, KNIGHT_PAWNS, own_pawns);
        if outpost_squares.has(square) {
            acc.add(us, OUTPOST, 0);
        }
    }
    for square in ours.bishops {
        // X-ray through own queens.
        let attacked = C::bishop(square, occupied.without(ours.queens));
        attack_map.bishops |= attacked;
        attack_map.add_attacks(attacked);
        aim_at(&mut attack_map, attacked, 2);
        placement.add_piece(acc, Role::Bishop, square);
        acc.add(us, BISHOP_MOBILITY, (attacked & mobility_area).count() as usize);
        let color = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        acc.add(us, BISHOP_PAWNS, (ours.pawns & color).count().min(8) as usize);
        if outpost_squares.has(square) {
            acc.add(us, OUTPOST, 1);
        }
    }
    acc.add_n(us, MINOR_BEHIND_PAWN, 0, (ours.minors() & below_pawns).count());
    if (ours.bishops & Bitboard::LIGHT).any() && (ours.bishops & Bitboard::DARK).any() {
        acc.add(us, BISHOP_PAIR, 0);
    }
    for square in ours.rooks {
        let attacked = C::rook(square, occupied.without(ours.rooks | ours.queens));
        attack_map.rooks |= attacked;
        attack_map.add_attacks(attacked);
        aim_at(&mut attack_map, attacked, 3);
        placement.add_piece(acc, Role::Rook, square);
        acc.add(us, ROOK_MOBILITY, (attacked & mobility_area).count() as usize);
        acc.add(us, ROOK_PAWNS, own_pawns);
        let file = Bitboard::file(square.file());
        if (file & ours.pawns).is_empty() {
            acc.add(us, ROOK_FILE, usize::from((file & theirs.pawns).is_empty()));
        }
    }
    for square in ours.queens {
        let attacked = C::queen(square, occupied);
        attack_map.queens |= attacked;
        attack_map.add_attacks(attacked);
        aim_at(&mut attack_map, attacked, 4);
        placement.add_piece(acc, Role::Queen, square);
        acc.add(us, QUEEN_MOBILITY, (attacked & mobility_area).count() as usize);
    }
    attack_map
}

/// Squares on the fourth to sixth rank that are defended by a pawn and safe from enemy pawns for good.
#[inline(always)]
fn outposts(us: Color, ours: &SidePieces, theirs: &SidePieces) -> Bitboard {
    let ranks = match us {
        Color::White => [Rank::Fourth, Rank::Fifth, Rank::Sixth],
        Color::Black => [Rank::Fifth, Rank::Fourth, Rank::Third],
    };
    let ranks = ranks.map(Bitboard::rank);
    let attackable = adjacent(front_span(!us, theirs.pawns));
    (ranks[0] | ranks[1] | ranks[2]) & ours.pawn_attacks.without(attackable)
}
