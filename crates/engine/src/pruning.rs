//! Conditions and margins of pruning, in centipawns. They and the numbers in `lmr` were tuned together by
//! SPSA over some eight thousand short games.

use crate::lmr::PLY;

/// Reverse Futility Pruning (RFP): the evaluation is above beta by a margin that grows with depth.
pub(crate) fn reverse_futility(eval: i32, beta: i32, depth: i32, improving: bool) -> bool {
    depth <= 8 && eval - 86 * (depth - i32::from(improving)) >= beta
}

/// Razoring: the evaluation is so far below alpha that only captures can help.
pub(crate) fn razoring(eval: i32, alpha: i32, depth: i32) -> bool {
    depth <= 3 && eval + 340 + 260 * (depth - 1) < alpha
}

/// Null Move Pruning (NMP): the evaluation is good enough to try a null move.
pub(crate) fn null_move(eval: i32, own: i32, beta: i32, depth: i32) -> bool {
    depth >= 3 && eval >= beta && own >= beta - 20 * depth + 120
}

/// Depth reduction of the search after a null move.
pub(crate) fn null_move_reduction(eval: i32, beta: i32, depth: i32) -> i32 {
    (3775 + 190 * depth + ((eval - beta) * PLY / 180).clamp(0, 3 * PLY)) / PLY
}

/// Internal Iterative Reductions (IIR): from this depth on, a node without a table move is searched one ply
/// shallower.
pub(crate) const IIR_DEPTH: i32 = 4;

/// ProbCut: margin above beta that the reduced search must reach.
pub(crate) const PROBCUT_MARGIN: i32 = 250;

/// ProbCut: minimum depth.
pub(crate) const PROBCUT_DEPTH: i32 = 5;

/// Late Move Pruning (LMP): number of moves after which the remaining quiet moves are skipped.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let limit = (255 + 166 * depth * depth) / 100;
    (if improving { limit } else { limit / 2 }) as usize
}

/// Futility Pruning (FP): a quiet move cannot raise the evaluation to alpha.
pub(crate) fn futility(eval: i32, alpha: i32, depth: i32) -> bool {
    depth <= 8 && eval + 45 + 78 * depth <= alpha
}

/// History Pruning: the history of a quiet move is too low for its depth.
pub(crate) fn history_pruning(history: i32, depth: i32) -> bool {
    depth <= 4 && history < -1800 * depth
}

/// SEE Pruning: exchange value below which a quiet move is skipped.
pub(crate) fn see_quiet_margin(depth: i32) -> i32 {
    -21 * depth * depth
}

/// SEE Pruning: exchange value below which a capture is skipped.
pub(crate) fn see_noisy_margin(depth: i32) -> i32 {
    -113 * depth
}

/// Depth adjustment of the search that follows when a reduced move fails high.
pub(crate) fn lmr_research_depth(value: i32, best: i32) -> i32 {
    i32::from(value >= best + 23) - i32::from(value <= best + 15)
}

/// Delta Pruning in quiescence search: margin above the value of the captured piece.
pub(crate) const DELTA_MARGIN: i32 = 190;

/// Singular Extensions: minimum depth.
pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// Singular Extensions: margin by which all other moves must fail below the table's value.
pub(crate) fn singular_margin(depth: i32) -> i32 {
    22 * depth / 16
}

/// Double Extensions: additional margin.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 25;

/// History bonus for a move that caused a beta cutoff at this depth.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (241 * depth - 90).clamp(0, 1950)
}

/// Initial half-width of the aspiration window.
pub(crate) const ASPIRATION_WINDOW: i32 = 13;
