//! A game of chess over time: the moves so far, repetition, offers and claims, clocks, the result and its reason.
//! Touches only [`rules`]. Nothing here looks at a clock on the wall: time is always an argument.
//!
//! ```
//! use game::{Allowance, Bonus, Clock, Game, Millis, TimeControl, Timestamp};
//!
//! let blitz = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
//! let (mut game, mut clock) = (Game::standard(), Clock::new(TimeControl::same(blitz)));
//! clock.start(game.turn(), Timestamp(0));
//! game.play(game.read_move("e4")?)?;
//! clock.press(Timestamp(1_500))?;
//! let flagged = clock.flagged(Timestamp(181_500)).unwrap();
//! game.flag(flagged)?;
//! assert_eq!(game.outcome().unwrap().result(), "1-0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;

mod claims;
mod conduct;
mod explain;
mod men;
mod offers;
mod read;
mod record;
mod status;

mod outcome;
mod ruleset;

pub mod chess960;
pub mod dead;
mod king_capture;
pub mod material;
pub mod pgn;
mod state;

mod clock;
mod time;
mod time_control;

pub use chess960::Chess960;
pub use claims::{Claim, Claims};
pub use clock::{Clock, ClockError, Press};
pub use conduct::GameError;
pub use game::Game;
pub use men::Man;
pub use offers::Offer;
pub use outcome::{Ending, Outcome};
pub use read::ReadMoveError;
pub use ruleset::Ruleset;
pub use status::Status;
pub use time::{Millis, ParseMillisError, Timestamp};
pub use time_control::{Allowance, Bonus, TimeControl};
