//! When a move or a whole node is not worth searching. All margins stand here, in hundredths of a pawn. They and the
//! numbers in `reductions` were tuned together, by SPSA over some eight thousand short games.

use crate::lmr::PLY;

/// So far above beta that some quiet move will keep it there: the margin for reverse futility.
pub(crate) fn reverse_futility(eval: i32, beta: i32, depth: i32, improving: bool) -> bool {
    depth <= 8 && eval - 86 * (depth - i32::from(improving)) >= beta
}

/// So far below alpha that only captures could help.
pub(crate) fn razoring(eval: i32, alpha: i32, depth: i32) -> bool {
    depth <= 3 && eval + 340 + 260 * (depth - 1) < alpha
}

/// Whether the evaluation is good enough to try a null move.
pub(crate) fn null_move(eval: i32, own: i32, beta: i32, depth: i32) -> bool {
    depth >= 3 && eval >= beta && own >= beta - 20 * depth + 120
}

/// How much shallower the search after a null move is.
pub(crate) fn null_move_reduction(eval: i32, beta: i32, depth: i32) -> i32 {
    (3775 + 190 * depth + ((eval - beta) * PLY / 180).clamp(0, 3 * PLY)) / PLY
}

/// From which depth on a node without a move from the table is searched a ply less deep.
pub(crate) const IIR_DEPTH: i32 = 4;

/// By how much a capture's shallow search must pass beta for the node to be cut.
pub(crate) const PROBCUT_MARGIN: i32 = 250;

/// From which depth on captures are tried for a probable cut.
pub(crate) const PROBCUT_DEPTH: i32 = 5;

/// How many quiet moves are tried before the rest is given up.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let limit = (255 + 166 * depth * depth) / 100;
    (if improving { limit } else { limit / 2 }) as usize
}

/// A quiet move cannot lift the evaluation to alpha.
pub(crate) fn futility(eval: i32, alpha: i32, depth: i32) -> bool {
    depth <= 8 && eval + 45 + 78 * depth <= alpha
}

/// A quiet move has been bad so often that it is left out.
pub(crate) fn history_pruning(history: i32, depth: i32) -> bool {
    depth <= 4 && history < -1800 * depth
}

/// What a quiet move may lose in exchanges on its square.
pub(crate) fn see_quiet_margin(depth: i32) -> i32 {
    -21 * depth * depth
}

/// What a capture may lose in exchanges.
pub(crate) fn see_noisy_margin(depth: i32) -> i32 {
    -113 * depth
}

/// A late move has surprised: how much deeper, or less deep, than usual it is looked at again.
pub(crate) fn lmr_research_depth(value: i32, best: i32) -> i32 {
    i32::from(value >= best + 23) - i32::from(value <= best + 15)
}

/// In quiescence: what a capture may gain beyond the piece it takes.
pub(crate) const DELTA_MARGIN: i32 = 190;

/// From which depth on it is asked whether the table's move is the only good one.
pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// How much worse all other moves must be for the table's move to be singular.
pub(crate) fn singular_margin(depth: i32) -> i32 {
    22 * depth / 16
}

/// Worse by this much more, and the move is extended twice.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 25;

/// What history learns from a move that refuted something at this depth.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (241 * depth - 90).clamp(0, 1950)
}

/// The first width of the window around the last value.
pub(crate) const ASPIRATION_WINDOW: i32 = 13;
