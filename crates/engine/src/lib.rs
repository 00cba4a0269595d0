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
mod info;
mod score;
mod search_position;
mod level;
mod draw_offer;

// The search, from the root to the leaves.
mod lazy_smp;
mod root;
mod node;
mod node_pruning;
mod singular;
mod qsearch;
mod history_update;
mod search_args;
mod searcher;

// What the search goes by.
mod movepick;
mod pruning;
mod lmr;
mod see;
mod history;
mod correction_history;
mod transposition;
mod time_management;
mod value;
mod eval;

#[cfg(feature = "tuning")]
pub mod tuning;

pub use draw_offer::{DRAW_OFFER_NODES, accepts_draw_offer, is_draw_acceptable};
pub use engine::{Engine, Options};
pub use info::{Bound, PvInfo, SearchInfo, SearchResult};
pub use level::{Choice, Level, Opponent, ParseLevelError};
pub use limits::{Limits, NeverStop, SearchControl, TimeLimit};
pub use score::{Score, Wdl};
pub use search_position::SearchPosition;
