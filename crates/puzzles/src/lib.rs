//! Puzzles: positions with one winning line.
//!
//! # Layout
//! - [`Puzzle`]: position, line, rating and themes. [`lichess_csv`] is the format that Lichess publishes, [`compact`] that of
//!   the set which comes with the program ([`shipped`]).
//! - [`Miner`] finds puzzles in games ([`RecordedGame`], [`play_level_game`]), [`find_themes`] names what happens in them,
//!   [`level_rating`] lets the engine's levels solve them.
//! - [`Attempt`] checks a solver's moves, [`Refutation`] answers wrong ones, [`PlayerRating`] rates the solver.
//! - [`Session`] asks one puzzle after another in a [`PuzzleMode`], chosen from a [`PuzzleIndex`]; [`PuzzleRecord`] is what is
//!   stored of the solver.
//!
//! It prints nothing and reads no file; `docs/puzzles.md` has the recipe of the set.

mod attempt;
pub mod compact;
mod daily;
mod find_themes;
mod level_games;
pub mod level_rating;
pub mod lichess_csv;
mod mine;
mod mode;
mod only_move;
mod player_rating;
mod puzzle;
mod puzzle_index;
mod puzzle_set;
mod record;
mod recorded_game;
mod refutation;
mod session;
mod theme;
mod theme_title;

pub use attempt::{Answer, Attempt};
pub use daily::{DAILY_RATINGS, DailyRecord, Day};
pub use find_themes::find_themes;
pub use level_games::play_level_game;
pub use mine::{Miner, VERIFY_NODES};
pub use mode::{ParseModeError, PuzzleMode};
pub use player_rating::{ParseRatingError, PlayerRating, PuzzleResult};
pub use puzzle::{LineError, ParsePuzzleIdError, Puzzle, PuzzleId};
pub use puzzle_index::{ChosenPuzzle, PuzzleIndex, WantedPuzzle};
pub use puzzle_set::{SHIPPED, Selection, shipped, take_near};
pub use record::PuzzleRecord;
pub use recorded_game::RecordedGame;
pub use refutation::Refutation;
pub use session::{Hint, MAX_MISTAKES, Session, SessionEnd, Verdict};
pub use theme::{ParseThemeError, Theme, Themes};
