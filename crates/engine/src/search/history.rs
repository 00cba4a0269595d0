//! History heuristics: quiet (butterfly) history with threats, capture history and continuation history. The
//! killer move is in the search stack (`StackEntry` in `searcher.rs`).

use rules::cpu::Cpu;
use rules::{Bitboard, Color, Move, Position, Role, Square, attacks};

use crate::eval::pawn_attacks;

/// Entries stay within plus and minus this.
const MAX_HISTORY: i32 = 16_384;

/// Index by coloured piece and target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

/// Number of [`PieceTo`] indices.
const PIECE_TO_COUNT: usize = 12 * 64;

impl PieceTo {
    #[inline(always)]
    pub(crate) fn of(side: Color, m: Move) -> PieceTo {
        PieceTo(((side as u16 * 6 + m.role() as u16 - 1) << 6) + m.to() as u16)
    }

    /// Target square.
    pub(crate) fn square(self) -> Square {
        Square::ALL[usize::from(self.0) & 63]
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// History tables of one thread.
pub(crate) struct History {
    /// Indexed by threats on from and to, side, from, to.
    quiet: Box<[i16]>,
    /// Indexed by piece, target square and captured role.
    capture: Box<[i16]>,
    /// Continuation history: indexed by an earlier move's [`PieceTo`] and the move's own.
    continuation: Box<[i16]>,
}

/// Context of a quiet move's history.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryContext {
    pub(crate) side: Color,
    /// Squares attacked by the opponent.
    pub(crate) attacked: Bitboard,
    /// Moves one, two and four plies ago.
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

    /// Resets all tables.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
    }

    /// Sum of quiet and continuation history of a move.
    #[inline]
    pub(crate) fn quiet_score(&self, context: &HistoryContext, m: Move) -> i32 {
        let piece_to = PieceTo::of(context.side, m);
        let mut sum = i32::from(self.quiet[quiet_index(context, m)]);
        for previous in context.previous_moves.iter().flatten() {
            sum += i32::from(self.continuation[previous.index() * PIECE_TO_COUNT + piece_to.index()]);
        }
        sum
    }

    /// Capture history of a move.
    #[inline]
    pub(crate) fn capture_score(&self, side: Color, m: Move) -> i32 {
        i32::from(self.capture[capture_index(side, m)])
    }

    /// Applies a bonus, or a malus if negative, to a quiet move.
    pub(crate) fn update_quiet(&mut self, context: &HistoryContext, m: Move, bonus: i32) {
        let piece_to = PieceTo::of(context.side, m);
        apply_gravity(&mut self.quiet[quiet_index(context, m)], bonus);
        for previous in context.previous_moves.iter().flatten() {
            apply_gravity(
                &mut self.continuation[previous.index() * PIECE_TO_COUNT + piece_to.index()],
                bonus,
            );
        }
    }

    /// Applies a bonus, or a malus if negative, to a capture.
    pub(crate) fn update_capture(&mut self, side: Color, m: Move, bonus: i32) {
        apply_gravity(&mut self.capture[capture_index(side, m)], bonus);
    }
}

/// True for captures and queen promotions.
#[inline(always)]
pub(crate) fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.promotion() == Some(Role::Queen)
}

/// Squares attacked by a side.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn attacked_by<C: Cpu>(position: &Position, side: Color) -> Bitboard {
    let board = position.board();
    let occupied = board.occupied();
    let set = |role: Role| board.pieces(role.of(side));
    let mut attacked = pawn_attacks(side, set(Role::Pawn)) | attacks::king(position.king(side));
    for square in set(Role::Knight) {
        attacked |= attacks::knight(square);
    }
    for square in set(Role::Bishop) | set(Role::Queen) {
        attacked |= C::bishop(square, occupied);
    }
    for square in set(Role::Rook) | set(Role::Queen) {
        attacked |= C::rook(square, occupied);
    }
    attacked
}

/// True if the side to move has more than king, pawns and one minor piece, so that zugzwang is unlikely.
pub(crate) fn has_null_move_material(position: &Position) -> bool {
    let board = position.board();
    let pieces = board.color(position.turn()).without(board.role(Role::Pawn) | board.role(Role::King));
    pieces.more_than_one() || (pieces & (board.role(Role::Rook) | board.role(Role::Queen))).any()
}

/// History gravity: the bonus shrinks as the entry approaches the limit.
#[inline(always)]
fn apply_gravity(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

#[inline(always)]
fn quiet_index(context: &HistoryContext, m: Move) -> usize {
    let threats =
        usize::from(context.attacked.has(m.from())) << 1 | usize::from(context.attacked.has(m.to()));
    threats << 13 | (context.side as usize) << 12 | (m.from() as usize) << 6 | m.to() as usize
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
