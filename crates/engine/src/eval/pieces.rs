//! Knights, bishops, rooks and queens: where they stand, how far they reach, what they attack.

use rules::{Bitboard, ByColor, Color, Rank, Role, Square, attacks};

use super::men::Men;
use super::placement::Placement;
use super::sets::{ahead, beside, double_pawn_attacks, forward};
use super::tally::{Tally, Trace};
use super::terms::{
    BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_MOBILITY, KNIGHT_PAWNS, OUTPOST,
    QUEEN_MOBILITY, ROOK_FILE, ROOK_MOBILITY, ROOK_PAWNS,
};

/// Which squares one side attacks, found on the way.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reach {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) bishops: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) queens: Bitboard,
    pub(crate) king: Bitboard,
    pub(crate) all: Bitboard,
    /// Attacked at least twice.
    pub(crate) twice: Bitboard,
    /// How much is aimed at the squares around the enemy's king.
    pub(crate) aim: u32,
}

impl Reach {
    #[inline(always)]
    fn include(&mut self, attacked: Bitboard) {
        self.twice |= self.all & attacked;
        self.all |= attacked;
    }
}

/// The squares around a king and those in front of them.
#[inline(always)]
pub(crate) fn ring(us: Color, king: Square) -> Bitboard {
    let near = attacks::king(king) | king.bitboard();
    near | forward(us, near)
}

/// Adds one side's pieces and tells what they attack.
#[inline(always)]
pub(crate) fn add<T: Trace>(tally: &mut Tally<T>, men: &ByColor<Men>, us: Color) -> Reach {
    let (ours, theirs) = (&men[us], &men[!us]);
    let occupied = ours.all | theirs.all;
    let placement = Placement::new(us, men);
    let ring = ring(!us, theirs.king).without(double_pawn_attacks(!us, theirs.pawns));
    // A piece is not freer for squares it shares with stuck pawns or that a pawn guards.
    let stuck = ours.pawns & (forward(!us, occupied) | Bitboard::rank(us.pawn_rank()));
    let area = !(stuck | ours.king.bitboard() | theirs.pawn_attacks);
    let posts = outposts(us, ours, theirs);
    let own_pawns = ours.pawns.count().min(8) as usize;
    let below_pawns = forward(!us, ours.pawns | theirs.pawns);

    let mut reach = Reach {
        pawns: ours.pawn_attacks,
        king: attacks::king(ours.king),
        all: ours.pawn_attacks,
        twice: double_pawn_attacks(us, ours.pawns),
        ..Reach::default()
    };
    reach.include(reach.king);
    let aim_at = |reach: &mut Reach, attacked: Bitboard, weight: u32| {
        let hits = (attacked & ring).count();
        if hits > 0 {
            reach.aim += weight + hits;
        }
    };

    for square in ours.knights {
        let attacked = attacks::knight(square);
        reach.knights |= attacked;
        reach.include(attacked);
        aim_at(&mut reach, attacked, 2);
        placement.piece(tally, Role::Knight, square);
        tally.add(us, KNIGHT_MOBILITY, (attacked & area).count() as usize);
        tally.add(us, KNIGHT_PAWNS, own_pawns);
        if posts.has(square) {
            tally.add(us, OUTPOST, 0);
        }
    }
    for square in ours.bishops {
        // A queen in the way is no obstacle: both attack along the line.
        let attacked = attacks::bishop(square, occupied.without(ours.queens));
        reach.bishops |= attacked;
        reach.include(attacked);
        aim_at(&mut reach, attacked, 2);
        placement.piece(tally, Role::Bishop, square);
        tally.add(us, BISHOP_MOBILITY, (attacked & area).count() as usize);
        let color = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        tally.add(us, BISHOP_PAWNS, (ours.pawns & color).count().min(8) as usize);
        if posts.has(square) {
            tally.add(us, OUTPOST, 1);
        }
    }
    tally.add_times(us, BEHIND_PAWN, 0, (ours.minors() & below_pawns).count());
    if (ours.bishops & Bitboard::LIGHT).any() && (ours.bishops & Bitboard::DARK).any() {
        tally.add(us, BISHOP_PAIR, 0);
    }
    for square in ours.rooks {
        let attacked = attacks::rook(square, occupied.without(ours.rooks | ours.queens));
        reach.rooks |= attacked;
        reach.include(attacked);
        aim_at(&mut reach, attacked, 3);
        placement.piece(tally, Role::Rook, square);
        tally.add(us, ROOK_MOBILITY, (attacked & area).count() as usize);
        tally.add(us, ROOK_PAWNS, own_pawns);
        let file = Bitboard::file(square.file());
        if (file & ours.pawns).is_empty() {
            tally.add(us, ROOK_FILE, usize::from((file & theirs.pawns).is_empty()));
        }
    }
    for square in ours.queens {
        let attacked = attacks::queen(square, occupied);
        reach.queens |= attacked;
        reach.include(attacked);
        aim_at(&mut reach, attacked, 4);
        placement.piece(tally, Role::Queen, square);
        tally.add(us, QUEEN_MOBILITY, (attacked & area).count() as usize);
    }
    reach
}

/// Squares on the fourth to sixth rank that a pawn holds and no enemy pawn can ever attack.
#[inline(always)]
fn outposts(us: Color, ours: &Men, theirs: &Men) -> Bitboard {
    let ranks = match us {
        Color::White => [Rank::Fourth, Rank::Fifth, Rank::Sixth],
        Color::Black => [Rank::Fifth, Rank::Fourth, Rank::Third],
    };
    let ranks = ranks.map(Bitboard::rank);
    let attackable = beside(ahead(!us, theirs.pawns));
    (ranks[0] | ranks[1] | ranks[2]) & ours.pawn_attacks.without(attackable)
}
