//! Engine errors.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// A fatal error of an engine.
#[derive(Debug)]
pub enum EngineError {
    /// The process could not be spawned.
    Spawn {
        /// The program.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// No reply before the deadline.
    Timeout {
        /// The reply waited for.
        stage: WaitStage,
        /// The time waited.
        waited: Duration,
    },
    /// The process exited or closed its output.
    Crashed {
        /// Exit status, if it exited.
        status: Option<ExitStatus>,
        /// Last lines of its stderr.
        stderr_tail: Vec<String>,
    },
    /// The best move is illegal, or missing although there are legal moves.
    IllegalMove {
        /// The move as written.
        text: String,
    },
    /// The output violates the protocol.
    Protocol {
        /// The beginning of the line.
        text: String,
    },
    /// The start needs Chess960, which the engine does not support.
    NoChess960,
}

/// The reply an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WaitStage {
    /// `uciok` after the start.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `bestmove`.
    BestMove,
    /// Exit of the process.
    Exit,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Spawn { path, error } => write!(f, "cannot start {}: {error}", path.display()),
            EngineError::Timeout { stage, waited } => write!(f, "no {stage} within {waited:.1?}"),
            EngineError::Crashed { status, stderr_tail: last_words } => {
                match status {
                    Some(status) => write!(f, "the engine ended: {status}")?,
                    None => f.write_str("the engine closed its output")?,
                }
                last_words.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            EngineError::IllegalMove { text } => {
                write!(f, "the engine wants to play {text:?}, which is not legal")
            }
            EngineError::Protocol { text } => write!(f, "the engine does not speak UCI: {text:?}"),
            EngineError::NoChess960 => f.write_str("the engine does not know Chess960"),
        }
    }
}

impl fmt::Display for WaitStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WaitStage::UciOk => "uciok",
            WaitStage::ReadyOk => "readyok",
            WaitStage::BestMove => "bestmove",
            WaitStage::Exit => "exit after quit",
        })
    }
}

impl std::error::Error for EngineError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            EngineError::Spawn { error, .. } => Some(error),
            _ => None,
        }
    }
}
