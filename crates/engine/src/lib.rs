//! The chess engine: search and evaluation as a library, without input or output.
//!
//! Nothing here prints, reads a clock or keeps a global: elapsed time and the stop flag come through a
//! [`SearchControl`], so that the same code runs natively, in a browser's worker and in tests. With one
//! thread and a limit on nodes or depth every machine finds the same move after the same number of nodes.
//!
//! Start at `engine.rs`, then follow a search inwards: `search/lazy_smp`, `search/root` (iterative deepening
//! and aspiration windows), `search/node` (negamax), `search/qsearch`, `eval`. Levels for human opponents are
//! in `level`, answers to draw offers in `draw_offer`.

mod engine;
mod limits;
mod info;
mod score;
mod search_position;
mod level;
mod draw_offer;

mod lazy_smp;
mod root;
mod node;
mod node_pruning;
mod singular;
mod qsearch;
mod history_update;
mod search_args;
mod searcher;

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
