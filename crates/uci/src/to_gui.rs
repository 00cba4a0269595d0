//! Messages from the engine to the GUI.

mod best_move;
mod declaration;
mod info;
mod score;

use std::fmt;
use std::str::FromStr;

pub use best_move::BestMove;
pub use declaration::{OptionDeclaration, OptionKind};
pub use info::{CurrentLine, Info};
pub use score::{Bound, Evaluation, Score, Wdl};

use crate::tokens::Tokens;
use crate::{ParseError, Text};

/// A message from an engine.
///
/// ```
/// use hanpan_uci::{Score, ToGui};
/// let ToGui::Info(info) = "info depth 9 score mate -3 pv e1d1".parse().unwrap() else { unreachable!() };
/// assert_eq!(info.evaluation.unwrap().score, Score::Mate(-3));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToGui {
    /// `id name`: name of the engine.
    Name(Text),
    /// `id author`: author of the engine.
    Author(Text),
    /// `option`: declaration of an option.
    Option(OptionDeclaration),
    /// `uciok`: id and options are complete.
    UciOk,
    /// `readyok`: reply to `isready`.
    ReadyOk,
    /// `info`: search information.
    Info(Box<Info>),
    /// `bestmove`: result of a search.
    BestMove(BestMove),
    /// `copyprotection`: state of the copy protection check.
    CopyProtection(CheckStatus),
    /// `registration`: state of the registration check.
    Registration(CheckStatus),
}

/// State of a copy protection or registration check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckStatus {
    /// `checking`.
    Checking,
    /// `ok`.
    Passed,
    /// `error`.
    Failed,
}

impl ToGui {
    /// Parses a line, with or without its end.
    ///
    /// As lenient as the protocol demands: words before a known command and unknown arguments are skipped.
    ///
    /// # Errors
    /// The line has no known command, or a required argument is missing.
    pub fn parse(line: &[u8]) -> Result<ToGui, ParseError> {
        crate::parse_line(line, read)
    }
}

fn read(command: &str, tokens: &mut Tokens<'_>) -> Result<ToGui, ParseError> {
    match command {
        "id" => match tokens.next() {
            Some("name") => Ok(ToGui::Name(Text::new(tokens.rest()))),
            Some("author") => Ok(ToGui::Author(Text::new(tokens.rest()))),
            _ => Err(ParseError::Incomplete { command: "id" }),
        },
        "option" => OptionDeclaration::read(tokens).map(ToGui::Option),
        "uciok" => Ok(ToGui::UciOk),
        "readyok" => Ok(ToGui::ReadyOk),
        "info" => Ok(ToGui::Info(Box::new(Info::read(tokens)))),
        "bestmove" => BestMove::read(tokens).map(ToGui::BestMove),
        "copyprotection" => check_status(tokens, "copyprotection").map(ToGui::CopyProtection),
        "registration" => check_status(tokens, "registration").map(ToGui::Registration),
        _ => Err(ParseError::Unknown),
    }
}

fn check_status(tokens: &mut Tokens<'_>, command: &'static str) -> Result<CheckStatus, ParseError> {
    match tokens.next() {
        Some("checking") => Ok(CheckStatus::Checking),
        Some("ok") => Ok(CheckStatus::Passed),
        Some("error") => Ok(CheckStatus::Failed),
        _ => Err(ParseError::Incomplete { command }),
    }
}

impl FromStr for ToGui {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<ToGui, ParseError> {
        ToGui::parse(line.as_bytes())
    }
}

impl fmt::Display for ToGui {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToGui::Name(name) => write!(f, "id name {name}"),
            ToGui::Author(author) => write!(f, "id author {author}"),
            ToGui::Option(message) => message.fmt(f),
            ToGui::UciOk => f.write_str("uciok"),
            ToGui::ReadyOk => f.write_str("readyok"),
            ToGui::Info(message) => message.fmt(f),
            ToGui::BestMove(message) => message.fmt(f),
            ToGui::CopyProtection(trial) => write!(f, "copyprotection {trial}"),
            ToGui::Registration(trial) => write!(f, "registration {trial}"),
        }
    }
}

impl fmt::Display for CheckStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckStatus::Checking => "checking",
            CheckStatus::Passed => "ok",
            CheckStatus::Failed => "error",
        })
    }
}
