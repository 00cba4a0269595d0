//! Chess in the terminal: draws the headless `client` with characters and passes keyboard and mouse input to
//! it.
//!
//! [`run`](fn@run) is the full-screen mode, [`line_mode`] the mode for pipes and screen readers. Rules and texts are
//! the client's; this crate reads events, runs effects and draws the client's view.
//!
//! # Layout
//! - [`Options`]: decisions of the command line. [`run`](fn@run): the main loop.
//! - `app`: state and input handling of the full-screen mode. `ui`: rendering, a file for each widget; it
//!   only reads.
//! - `platform`: files, clipboard, bell, signals, the terminal itself. [`Opponent`]: engines as remote
//!   players.
//! - `online`: HTTP and WebSocket client. [`TokenClient`]: the same connections for programs with an API token.

mod options;
mod run;

mod app;
mod challenge_words;
mod error;
#[cfg(test)]
mod golden;
mod online;
mod startup;
mod opponent;
mod ui;
pub mod line_mode;
mod locale;
mod ascii;
mod platform;

pub use error::TerminalError;
pub use online::{
    AddressError, CaCertificates, CaError, LineStream, ServerAddress, StreamResponse, TextResponse,
    TokenClient, TokenClientError,
};
pub use opponent::{MoveRequestId, Opponent, OpponentError, OpponentEvent, OpponentEventSink};
pub use options::{
    ColorDepth, EngineOptions, InitialGame, OpponentKind, OpponentOptions, Options, PieceStyle, ServerOptions,
};
pub use platform::environment::time_seed;
pub use platform::password::read_password;
pub use platform::screen::TerminalScreen;
pub use run::run;
pub use startup::is_logged_in;
