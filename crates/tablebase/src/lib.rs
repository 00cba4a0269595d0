//! Endgame tables: the outcome of every position with at most four men, kings included, with the distance to mate.
//!
//! Nothing is read from files: a table is built by retrograde analysis when a position first needs it, together with the
//! tables that captures and promotions lead to. The largest takes seconds, those of three men milliseconds.
//!
//! ```
//! use tablebase::{Outcome, Tablebase};
//!
//! let tables = Tablebase::new();
//! let rook_mate = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1".parse()?;
//! assert_eq!(tables.probe(&rook_mate), Some(Outcome::Win(27)));
//! assert_eq!(Outcome::Win(27).to_string(), "win in 14");
//! # Ok::<(), rules::FenError>(())
//! ```
//!
//! Start at `tablebase` (probing), then `build` (retrograde analysis, `builder` in steps), `table_index` and `symmetry` (a position as a
//! number), `successors` and `predecessors` (moves forwards and backwards). Positions with castling rights are not in the
//! tables; `castling` solves them when they are asked for.
//!
//! The fifty-move rule is not part of the outcome: no mate from four men takes fifty moves, but moves played before count.

mod build;
mod builder;
mod castling;
mod material;
mod outcome;
mod placement;
mod practice;
mod predecessors;
mod successors;
mod symmetry;
mod table_index;
mod tablebase;

pub use builder::TableBuilder;
pub use material::Material;
pub use outcome::{Outcome, Plies};
pub use tablebase::{RatedMove, Tablebase};
