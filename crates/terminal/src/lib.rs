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
mod error;
#[cfg(test)]
mod golden;
mod online;
mod startup;
mod opponent;
mod ui;
pub mod line_mode;
mod texts;
mod ascii;
mod platform;

pub use error::TerminalError;
pub use online::{AddressError, ServerAddress};
pub use opponent::{MoveRequestId, Opponent, OpponentError, OpponentEvent, OpponentEventSink};
pub use options::{
    ColorDepth, EngineOptions, InitialGame, OpponentKind, OpponentOptions, Options, PieceStyle, ServerOptions,
};
pub use platform::screen::TerminalScreen;
pub use run::run;
