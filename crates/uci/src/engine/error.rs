//! What can go wrong with an engine.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// Why an engine is of no more use.
#[derive(Debug)]
pub enum EngineError {
    /// It did not even start.
    Spawn {
        /// What was to be run.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It did not answer in time.
    Timeout {
        /// What was waited for.
        stage: WaitStage,
        /// How long it had.
        waited: Duration,
    },
    /// It ended by itself, or closed its mouth for good.
    Crashed {
        /// How it ended, if it did.
        status: Option<ExitStatus>,
        /// What it complained about last.
        stderr_tail: Vec<String>,
    },
    /// It wants to make a move that is not legal, or none where there are some.
    IllegalMove {
        /// The move as it said it.
        text: String,
    },
    /// It does not speak the protocol.
    Protocol {
        /// What it said instead, or the beginning of it.
        text: String,
    },
    /// It does not know Chess960, which this start needs.
    NoChess960,
}

/// What an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WaitStage {
    /// `uciok`, after it was started.
    UciOk,
    /// `readyok`, after it was given something to do.
    ReadyOk,
    /// `bestmove`.
    BestMove,
    /// Its end.
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
            EngineError::IllegalMove { text: said } => {
                write!(f, "the engine wants to play {said:?}, which is not legal")
            }
            EngineError::Protocol { text: said } => write!(f, "the engine does not speak UCI: {said:?}"),
            EngineError::NoChess960 => f.write_str("the engine does not know Chess960"),
        }
    }
}

impl fmt::Display for WaitStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WaitStage::UciOk => "greeting (uciok)",
            WaitStage::ReadyOk => "answer to isready",
            WaitStage::BestMove => "move (bestmove)",
            WaitStage::Exit => "end after quit",
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
