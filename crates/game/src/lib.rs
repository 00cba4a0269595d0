//! A game of chess: moves, repetition, offers and claims, clocks, outcome, PGN. Depends only on [`rules`].
//! The current time is always an argument.
//!
//! ```
//! use hanpan_game::{Allowance, Bonus, Clock, Game, Millis, TimeControl, Timestamp};
//!
//! let blitz = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
//! let (mut game, mut clock) = (Game::standard(), Clock::new(TimeControl::same(blitz)));
//! clock.start(game.turn(), Timestamp(0));
//! game.play(game.parse_move("e4")?)?;
//! clock.press(Timestamp(1_500))?;
//! let flagged = clock.flagged(Timestamp(181_500)).unwrap();
//! game.flag(flagged)?;
//! assert_eq!(game.outcome().unwrap().result(), "1-0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;

mod draw_claims;
mod actions;
mod explain;
mod pieces_by_origin;
mod offers;
mod ply;
mod parse_move;
mod history;
mod status;

mod outcome;
mod ruleset;

pub mod chess960;
pub mod dead;
mod king_capture;
pub mod material;
pub mod pgn;
mod variant_position;

mod clock;
mod date;
mod time;
mod time_control;

/// The crate `hanpan-rules`, whose types appear in this interface.
pub use rules;

pub use actions::GameError;
pub use chess960::Chess960;
pub use clock::{Clock, ClockError, ClockPress};
pub use date::{Date, ParseDateError};
pub use draw_claims::{Claim, Claims};
pub use game::Game;
pub use offers::Offer;
pub use outcome::{Ending, Outcome};
pub use parse_move::MoveInputError;
pub use pieces_by_origin::TrackedPiece;
pub use ply::Ply;
pub use ruleset::Ruleset;
pub use status::Status;
pub use time::{Millis, ParseMillisError, Timestamp};
pub use time_control::{Allowance, Bonus, TimeControl};

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
