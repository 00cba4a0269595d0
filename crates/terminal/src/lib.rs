//! Chess in the terminal: the headless `client` drawn with characters, and brought what keys and mouse do.
//!
//! [`run`] is the full-screen game. Whatever is legal, said or remembered is the client's business; here events are read,
//! effects carried out, and the client's view is drawn.
//!
//! # Layout
//! - [`Options`]: what the command line decides. [`run`]: the loop that reads, updates, acts and draws.
//! - `app`: what the terminal adds to the client's state (what lies over the board, what is being typed), and what keys
//!   and mouse mean. `paint`: one file for each thing that is drawn; drawing only reads.
//! - `world`: files, clipboard, bell, the terminal itself. [`Opponent`]: whoever sits elsewhere.
//! - `texts`: the few words that only a terminal needs.

mod options;
mod run;

mod app;
mod failure;
#[cfg(test)]
mod golden;
mod online;
mod opening;
mod opponent;
mod paint;
pub mod plain;
mod texts;
mod typewriter;
mod world;

pub use failure::Failure;
pub use online::{Address, BadAddress};
pub use opponent::{Opponent, Question, Report, Reports, Trouble};
pub use options::{Depth, EngineOptions, Opening, Options, Pieces, Rival, Server, Who};
pub use run::run;
pub use world::screen::Screen;
