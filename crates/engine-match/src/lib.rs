//! Matches between engines as values: who meets whom, from which opening, who has won, and what that says about
//! strength. Who really plays, and on which clock, is the caller's business: nothing here starts a process, reads a file
//! or looks at the time.
//!
//! ```
//! use engine_match::{End, Format, Reason, Schedule, Standings};
//! use rules::Color;
//! let mut standings = Standings::new(Schedule::new(2, Format::RoundRobin, 4)?);
//! for (number, winner) in [(0, Color::White), (1, Color::Black)] {
//!     standings.add(number, End { winner: Some(winner), reason: Reason::Hopeless });
//! }
//! assert_eq!(standings.tally(0, 1).to_string(), "+2 =0 -0");
//! assert!(standings.elo(0, 1).unwrap().difference > 0.0);
//! # Ok::<(), engine_match::BadSchedule>(())
//! ```
//!
//! # Layout
//! - Before a game: [`Schedule`] says who meets whom, an [`Opening`] where they begin, a [`Limit`] how long they may
//!   think.
//! - A game: a [`Bout`] is told every move and says when it is over; [`Adjudication`] says when it is not worth going
//!   on. An [`End`] has a winner and a reason, and a reason may be a [`Fault`].
//! - After a game: a [`Record`] is the game as PGN, from which a match can be taken up again.
//! - After all: [`Standings`] count, [`Elo`] and [`Sprt`] say what the counts mean for two, [`ratings`] for many.

mod schedule;
mod opening;
mod dice;
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
