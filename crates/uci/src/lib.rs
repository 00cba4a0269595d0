//! The Universal Chess Interface (UCI): messages as values, and engines as processes.
//!
//! ```
//! use hanpan_uci::{Go, PositionCommand, ToEngine, ToGui};
//!
//! let ToEngine::Position(command) = "position startpos moves e2e4".parse()? else { unreachable!() };
//! let (start, moves) = command.resolve()?;
//! assert_eq!(moves[0].to(), hanpan_uci::rules::Square::E4);
//!
//! let ToGui::BestMove(answer) = "bestmove e7e5 ponder g1f3".parse()? else { unreachable!() };
//! assert_eq!(answer.to_string(), "bestmove e7e5 ponder g1f3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layout
//! - [`ToEngine`] and [`ToGui`]: the messages of each direction, with parser and writer side by side, one
//!   file per command with arguments. [`PositionCommand`] and [`BestMove`] hold moves as written; a position
//!   resolves them.
//! - [`Engine`]: a running [`Program`]. Everything that can go wrong is an [`EngineError`].
//!
//! The crate prints nothing and searches for no engines; every timeout is an argument.

mod to_engine;
mod to_gui;

mod engine;

mod error;
mod text;
mod tokens;

/// The crate `hanpan-rules`, whose types appear in this interface.
pub use rules;

pub use engine::{
    Engine, EngineError, EngineEvent, EngineMove, ParseCommandError, Program, SetOptionError, WaitStage,
};
pub use error::ParseError;
pub use text::{OptionName, Text};
pub use to_engine::{Go, PositionCommand, PositionError, Registration, SetOption, ToEngine};
pub use to_gui::{
    BestMove, Bound, CheckStatus, CurrentLine, Evaluation, Info, OptionDeclaration, OptionKind, Score, ToGui,
    Wdl,
};

use tokens::Tokens;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Parses a line: it begins with the first word that is a known command.
///
/// If the first word is a command, its errors are reported. A command after unknown words may be anything, so
/// the line is unknown unless it parses.
fn parse_line<T>(
    line: &[u8],
    read: impl Fn(&str, &mut Tokens<'_>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let line = Text::new(&String::from_utf8_lossy(line));
    let mut tokens = Tokens::new(line.as_str());
    let mut is_first = true;
    while let Some(command) = tokens.next() {
        match read(command, &mut tokens) {
            Err(ParseError::Unknown) => is_first = false,
            Err(_) if !is_first => break,
            known => return known,
        }
    }
    Err(ParseError::Unknown)
}
