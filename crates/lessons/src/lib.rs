//! Chess lessons: stages of positions with goals, from the first move of a rook to mate in two.
//!
//! A [`Stage`] is a file in `stages/`: positions, each with a [`Goal`]. An [`Attempt`] is a learner's try at one [`Step`]: it
//! takes moves, answers for the opponent, and gives the reason why a legal move does not lead to the goal ([`WrongMove`]).
//! Illegal moves have reasons of their own, in `rules`. The sentences are in the catalogue `lessons` of the crate `texts`, under
//! the name of the stage; this crate holds no text.
//!
//! ```
//! use lessons::{Attempt, Reaction, stages};
//! use rules::Square;
//!
//! let step = &stages()[0].steps[0];
//! let mut attempt = Attempt::new(step);
//! let m = attempt.scene().moves().into_iter().find(|m| m.to() == Square::A6).unwrap();
//! assert_eq!(attempt.play(m), Ok(Reaction::Done));
//! ```

mod attempt;
mod exchange;
mod fault;
mod goal;
mod parse;
mod progress;
mod scene;
mod score;
mod solve;
mod stage;

pub use attempt::{Attempt, Reaction};
pub use fault::WrongMove;
pub use goal::{EscapeWay, Goal, Verdict};
pub use parse::{StageError, StageErrorKind};
pub use progress::Progress;
pub use scene::Scene;
pub use score::{Score, Stars};
pub use stage::{Stage, Step, check_files, stage, stages};
