//! The chess engine: search and evaluation as a library, without input or output.
//!
//! Nothing here prints, reads a clock or keeps a global: elapsed time and the stop flag come through a
//! [`SearchControl`], so that the same code runs natively, in a browser's worker and in tests. With one
//! thread and a limit on nodes or depth every machine finds the same move after the same number of nodes.
//!
//! Start at `engine.rs`, then follow a search inwards: `search.rs` lists
//! its stages, `eval` is the evaluation. Levels for human opponents are
//! in `level`, answers to draw offers in `draw_offer`.

mod draw_offer;
mod engine;
mod eval;
mod info;
mod level;
mod limits;
mod score;
mod search;
mod search_position;

#[cfg(feature = "tuning")]
pub mod tuning;

pub use draw_offer::{DRAW_OFFER_NODES, accepts_draw_offer, is_draw_acceptable};
pub use engine::{Engine, Options};
pub use eval::network::{Network, NetworkError};
pub use info::{Bound, PvInfo, SearchInfo, SearchResult};
pub use level::{Choice, Level, Opponent, ParseLevelError};
pub use limits::{Limits, NeverStop, SearchControl, TimeLimit};
pub use score::{Score, Wdl};
pub use search_position::SearchPosition;
