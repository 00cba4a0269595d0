//! The Universal Chess Interface: what boards and engines say to each other, as values, and engines as processes.
//!
//! ```
//! use uci::{Go, Line, ToEngine, ToGui};
//!
//! let ToEngine::Position(line) = "position startpos moves e2e4".parse()? else { unreachable!() };
//! let (start, moves) = line.resolve()?;
//! assert_eq!(moves[0].to(), rules::Square::E4);
//!
//! let ToGui::BestMove(answer) = "bestmove e7e5 ponder g1f3".parse()? else { unreachable!() };
//! assert_eq!(answer.to_string(), "bestmove e7e5 ponder g1f3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layout
//! - [`ToEngine`] and [`ToGui`]: a message in each direction, reading and writing side by side, one file for each that
//!   carries something. [`Line`] and [`BestMove`] hold moves as written; a position makes moves of them.
//! - [`Engine`]: a [`Program`] that runs, with everything that can go wrong as a [`Failure`].
//!
//! Nothing here prints or looks for an engine by itself, and how long anything may take is an argument.

mod to_engine;
mod to_gui;

mod engine;

mod error;
mod text;
mod tokens;

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

/// Reads the message that a line holds: it begins with the first word that is a command.
///
/// A command in the first place is what the line is about, so what is wrong with it counts. Behind other words, what
/// looks like a command may be anything: unless it makes sense, the line is no message.
fn parse_line<T>(
    line: &[u8],
    read: impl Fn(&str, &mut Tokens<'_>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let line = Text::new(&String::from_utf8_lossy(line));
    let mut words = Tokens::new(line.as_str());
    let mut is_first = true;
    while let Some(command) = words.next() {
        match read(command, &mut words) {
            Err(ParseError::Unknown) => is_first = false,
            Err(_) if !is_first => break,
            known => return known,
        }
    }
    Err(ParseError::Unknown)
}
