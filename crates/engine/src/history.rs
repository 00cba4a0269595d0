//! Which moves were good elsewhere in the tree: those that refuted something rise, those tried before them sink.

use rules::{Bitboard, Color, Move, Position, Role, Square, attacks};

use crate::eval::pawn_attacks;

/// No entry passes this.
const MAX_HISTORY: i32 = 16_384;

/// A piece that has come to a square, for the moves that follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

/// Pieces of both colours on all squares.
const PIECE_TO_COUNT: usize = 12 * 64;

impl PieceTo {
    #[inline(always)]
    pub(crate) fn of(side: Color, m: Move) -> PieceTo {
        PieceTo(((side as u16 * 6 + m.role() as u16 - 1) << 6) + m.to() as u16)
    }

    /// Where the piece has come to.
    pub(crate) fn square(self) -> Square {
        Square::ALL[usize::from(self.0) & 63]
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What has been learned about moves.
pub(crate) struct History {
    /// By side, from and to, and whether the enemy attacks either.
    quiet: Box<[i16]>,
    /// By context and what is captured.
    capture: Box<[i16]>,
    /// By the context one or two plies ago and the move's own.
    continuation: Box<[i16]>,
}

/// What the worth of a quiet move depends on, beside the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryContext {
    pub(crate) side: Color,
    /// The squares that the enemy attacks.
    pub(crate) attacked: Bitboard,
    /// The moves one, two and four plies ago, where there are any.
    pub(crate) previous_moves: [Option<PieceTo>; 3],
}

impl History {
    pub(crate) fn new() -> History {
        let zeros = |len: usize| vec![0_i16; len].into_boxed_slice();
        History {
            quiet: zeros(4 * 2 * 64 * 64),
            capture: zeros(PIECE_TO_COUNT * 8),
            continuation: zeros(PIECE_TO_COUNT * PIECE_TO_COUNT),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
    }

    /// How good a quiet move has been.
    #[inline]
    pub(crate) fn quiet_score(&self, scene: &HistoryContext, m: Move) -> i32 {
        let own = PieceTo::of(scene.side, m);
        let mut sum = i32::from(self.quiet[quiet_index(scene, m)]);
        for context in scene.previous_moves.iter().flatten() {
            sum += i32::from(self.continuation[context.index() * PIECE_TO_COUNT + own.index()]);
        }
        sum
    }

    /// How good a capture has been.
    #[inline]
    pub(crate) fn capture_score(&self, side: Color, m: Move) -> i32 {
        i32::from(self.capture[capture_index(side, m)])
    }

    /// A quiet move was good, or bad if negative.
    pub(crate) fn update_quiet(&mut self, scene: &HistoryContext, m: Move, bonus: i32) {
        let own = PieceTo::of(scene.side, m);
        apply_gravity(&mut self.quiet[quiet_index(scene, m)], bonus);
        for context in scene.previous_moves.iter().flatten() {
            apply_gravity(&mut self.continuation[context.index() * PIECE_TO_COUNT + own.index()], bonus);
        }
    }

    /// A capture was good, or bad if negative.
    pub(crate) fn update_capture(&mut self, side: Color, m: Move, bonus: i32) {
        apply_gravity(&mut self.capture[capture_index(side, m)], bonus);
    }
}

/// Whether a move is one that changes material much: a capture or a new queen.
#[inline(always)]
pub(crate) fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.promotion() == Some(Role::Queen)
}

/// The squares that one side attacks.
pub(crate) fn attacked_by(position: &Position, side: Color) -> Bitboard {
    let board = position.board();
    let occupied = board.occupied();
    let set = |role: Role| board.pieces(role.of(side));
    let mut attacked = pawn_attacks(side, set(Role::Pawn)) | attacks::king(position.king(side));
    for square in set(Role::Knight) {
        attacked |= attacks::knight(square);
    }
    for square in set(Role::Bishop) | set(Role::Queen) {
        attacked |= attacks::bishop(square, occupied);
    }
    for square in set(Role::Rook) | set(Role::Queen) {
        attacked |= attacks::rook(square, occupied);
    }
    attacked
}

/// Whether a side has enough pieces beside king and pawns that having to move seldom hurts: more than a lone knight or
/// bishop.
pub(crate) fn has_null_move_material(position: &Position) -> bool {
    let board = position.board();
    let pieces = board.color(position.turn()).without(board.role(Role::Pawn) | board.role(Role::King));
    pieces.more_than_one() || (pieces & (board.role(Role::Rook) | board.role(Role::Queen))).any()
}

/// Moves an entry towards the bonus; the nearer it is to the limit, the less.
#[inline(always)]
fn apply_gravity(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

#[inline(always)]
fn quiet_index(scene: &HistoryContext, m: Move) -> usize {
    let threats = usize::from(scene.attacked.has(m.from())) << 1 | usize::from(scene.attacked.has(m.to()));
    threats << 13 | (scene.side as usize) << 12 | (m.from() as usize) << 6 | m.to() as usize
}

#[inline(always)]
fn capture_index(side: Color, m: Move) -> usize {
    PieceTo::of(side, m).index() << 3 | m.capture().map_or(0, |role| role as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_bounds_entries() {
        for bonus in [1600, -1600, 30, -30] {
            let mut entry = 0;
            for _ in 0..10_000 {
                apply_gravity(&mut entry, bonus);
                assert!(i32::from(entry).abs() <= MAX_HISTORY);
            }
            assert_eq!(i32::from(entry).signum(), i32::signum(bonus));
        }
    }
}
