//! Messages from the GUI to the engine.

mod go;
mod position;
mod register;
mod set_option;

use std::fmt;
use std::str::FromStr;

pub use go::Go;
pub use position::{PositionCommand, PositionError};
pub use register::Registration;
pub use set_option::SetOption;

use crate::ParseError;
use crate::tokens::Tokens;

/// A message to an engine.
///
/// ```
/// use hanpan_uci::{Go, ToEngine};
/// let message: ToEngine = "go depth 12 movetime 500".parse().unwrap();
/// let ToEngine::Go(Go { depth, .. }) = &message else { unreachable!() };
/// assert_eq!(*depth, Some(12));
/// assert_eq!(message.to_string(), "go depth 12 movetime 500");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToEngine {
    /// `uci`: send id, options and `uciok`.
    Uci,
    /// `debug on`: send more `info string` messages.
    DebugOn,
    /// `debug off`.
    DebugOff,
    /// `isready`: answer `readyok` when all commands are processed.
    IsReady,
    /// `setoption`: set an option.
    SetOption(SetOption),
    /// `register`: register the user.
    Register(Registration),
    /// `ucinewgame`: the next position is from another game.
    NewGame,
    /// `position`: set the position and its moves.
    Position(PositionCommand),
    /// `go`: start searching.
    Go(Go),
    /// `stop`: stop searching and send `bestmove`.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`: exit.
    Quit,
}

impl ToEngine {
    /// Parses a line, with or without its end.
    ///
    /// As lenient as the protocol demands: words before a known command, unknown arguments and malformed
    /// numbers are skipped. Only `position` is strict, since a skipped move would change the position.
    ///
    /// # Errors
    /// The line has no known command, or a required argument is missing.
    pub fn parse(line: &[u8]) -> Result<ToEngine, ParseError> {
        crate::parse_line(line, read)
    }
}

fn read(command: &str, tokens: &mut Tokens<'_>) -> Result<ToEngine, ParseError> {
    match command {
        "uci" => Ok(ToEngine::Uci),
        "debug" => match tokens.next() {
            Some("on") => Ok(ToEngine::DebugOn),
            Some("off") => Ok(ToEngine::DebugOff),
            _ => Err(ParseError::Incomplete { command: "debug" }),
        },
        "isready" => Ok(ToEngine::IsReady),
        "setoption" => SetOption::read(tokens).map(ToEngine::SetOption),
        "register" => Registration::read(tokens).map(ToEngine::Register),
        "ucinewgame" => Ok(ToEngine::NewGame),
        "position" => PositionCommand::read(tokens).map(ToEngine::Position),
        "go" => Ok(ToEngine::Go(Go::read(tokens))),
        "stop" => Ok(ToEngine::Stop),
        "ponderhit" => Ok(ToEngine::PonderHit),
        "quit" => Ok(ToEngine::Quit),
        _ => Err(ParseError::Unknown),
    }
}

impl FromStr for ToEngine {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<ToEngine, ParseError> {
        ToEngine::parse(line.as_bytes())
    }
}

impl fmt::Display for ToEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToEngine::Uci => f.write_str("uci"),
            ToEngine::DebugOn => f.write_str("debug on"),
            ToEngine::DebugOff => f.write_str("debug off"),
            ToEngine::IsReady => f.write_str("isready"),
            ToEngine::SetOption(message) => message.fmt(f),
            ToEngine::Register(message) => message.fmt(f),
            ToEngine::NewGame => f.write_str("ucinewgame"),
            ToEngine::Position(message) => message.fmt(f),
            ToEngine::Go(message) => message.fmt(f),
            ToEngine::Stop => f.write_str("stop"),
            ToEngine::PonderHit => f.write_str("ponderhit"),
            ToEngine::Quit => f.write_str("quit"),
        }
    }
}
