//! Matches between engines: schedule, openings, adjudication, scores, Elo and SPRT. The crate starts no
//! process and reads no file and no clock; `hanpan match` does.
//!
//! ```
//! use engine_match::{EndReason, Format, GameEnd, Schedule, Standings};
//! use rules::Color;
//! let mut standings = Standings::new(Schedule::new(2, Format::RoundRobin, 4)?);
//! for (number, winner) in [(0, Color::White), (1, Color::Black)] {
//!     standings.add(number, GameEnd { winner: Some(winner), reason: EndReason::ResignRule });
//! }
//! assert_eq!(standings.score(0, 1).to_string(), "+2 =0 -0");
//! assert!(standings.elo(0, 1).unwrap().difference > 0.0);
//! # Ok::<(), engine_match::ScheduleError>(())
//! ```
//!
//! # Layout
//! - Before a game: [`Schedule`] pairs the engines, [`Opening`] is the start of a game, [`SearchLimit`]
//!   limits the thinking.
//! - During a game: [`EngineGame`] is told every move and knows when the game is over; [`Adjudication`] ends
//!   decided games early. [`GameEnd`] has the winner and the reason, which may be an [`EngineFault`].
//! - After a game: [`GameRecord`] is the game as PGN, from which a match can be resumed.
//! - Results: [`Standings`] count, [`EloEstimate`] and [`Sprt`] compare two engines, [`ratings`] fits ratings
//!   of many.

mod schedule;
mod opening;
mod search_limit;

mod engine_game;
mod engine_clock;
mod adjudication;
mod game_end;

mod game_record;

mod standings;
mod match_score;
mod pentanomial;
mod elo;
mod sprt;
pub mod ratings;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use elo::EloEstimate;
pub use engine_game::{EngineGame, MoveRequest, MoveStats};
pub use game_end::{EndReason, EngineFault, GameEnd};
pub use game_record::{GameRecord, MismatchError};
pub use match_score::MatchScore;
pub use opening::{Opening, OpeningError, random_opening, shuffle_openings};
pub use pentanomial::Pentanomial;
pub use schedule::{Format, Schedule, ScheduleError, ScheduledGame};
pub use search_limit::{MatchTimeControl, ParseTimeControlError, SearchLimit};
pub use sprt::{ParseSprtError, Sprt, SprtStatus};
pub use standings::Standings;
