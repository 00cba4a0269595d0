//! The computer player: it searches and judges, and tells what it finds through a callback.
//!
//! Nothing here prints, reads a clock or keeps a global: what time it is and whether to stop comes through a
//! [`Watch`], so that the same code runs natively, in a browser's worker and in tests. With one thread and a limit of
//! nodes or depth every machine finds the same move after the same number of positions.
//!
//! Start at `engine.rs`, then follow a search inwards: `threads`, `root` (rounds and windows), `node` (the tree),
//! `quiescence` (its leaves), `eval` (what a leaf is worth). Opponents for people are in `level`,
//! and what they say to a draw in `draw`.

// What is asked and what is answered.
mod engine;
mod limits;
mod report;
mod score;
mod situation;
mod level;
mod draw;

// The search, from the root to the leaves.
mod threads;
mod root;
mod node;
mod shortcuts;
mod singular;
mod quiescence;
mod learning;
mod task;
mod searcher;

// What the search goes by.
mod ordering;
mod pruning;
mod reductions;
mod see;
mod history;
mod correction;
mod table;
mod time;
mod value;
mod eval;

#[cfg(feature = "tuning")]
pub mod tuning;

pub use draw::{DRAW_NODES, accepts_draw, takes_draw};
pub use engine::{Engine, Options};
pub use level::{Choice, Level, Opponent, UnknownLevel};
pub use limits::{Limits, Time, Untimed, Watch};
pub use report::{Bound, Line, Report, Verdict};
pub use score::{Chances, Score};
pub use situation::Situation;
