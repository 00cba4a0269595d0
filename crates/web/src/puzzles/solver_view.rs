//! Content of the page of a mode beside the board.

use ::puzzles::{Hint, PuzzleId, Refutation, SessionEnd, Themes};
use rules::Color;

/// Everything that the panel draws.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SolverView {
    pub(super) phase: Phase,
    pub(super) remark: Remark,
    pub(super) hint: Option<Hint>,
    pub(super) puzzle: Option<PuzzleView>,
    /// The player's rating, and its change by this puzzle.
    pub(super) rating: u16,
    pub(super) rating_change: Option<i32>,
    pub(super) score: u32,
    pub(super) mistakes: u32,
    pub(super) end: Option<SessionEnd>,
    pub(super) is_record: bool,
    /// Longest streak, or most puzzles in three minutes.
    pub(super) best: u32,
    /// Days in a row, if the puzzle of the day is solved.
    pub(super) row: Option<u32>,
}

/// A puzzle as the panel describes it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PuzzleView {
    pub(super) id: PuzzleId,
    pub(super) solver: Color,
    pub(super) rating: u16,
    pub(super) themes: Themes,
    /// The position to be solved.
    pub(super) fen: String,
}

/// State of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Puzzles are being fetched.
    Loading,
    /// They cannot be fetched.
    NotLoaded,
    /// There is no puzzle with the theme.
    NoMore,
    /// The opponent is about to move.
    Waiting,
    /// The solver is to move.
    Solving,
    /// A wrong move is on the board.
    Refuted,
    /// The solution is being played.
    Showing,
    /// The puzzle is solved or given up.
    Done,
    /// The session is over.
    Over,
}

impl Phase {
    /// Name for style sheets.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Phase::Loading | Phase::Waiting => "waiting",
            Phase::NotLoaded | Phase::NoMore => "none",
            Phase::Solving => "solving",
            Phase::Refuted => "refuted",
            Phase::Showing => "showing",
            Phase::Done => "done",
            Phase::Over => "over",
        }
    }
}

/// Remark about the last move.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Remark {
    /// Nothing.
    None,
    /// The move was right.
    Right,
    /// The move was wrong, and its refutation is being searched.
    Refuting(String),
    /// The move was wrong; there is no engine, or no time, to say why.
    Wrong(String),
    /// The move was wrong: its SAN, that of the reply, and the refutation.
    Refuted(String, Option<String>, Box<Refutation>),
    /// The puzzle is solved.
    Solved,
    /// The puzzle is given up; the rest of the solution.
    Solution(String),
}
