//! What can go wrong with an engine.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// Why an engine is of no more use.
#[derive(Debug)]
pub enum Failure {
    /// It did not even start.
    CannotStart {
        /// What was to be run.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It did not answer in time.
    Silent {
        /// What was waited for.
        stage: Stage,
        /// How long it had.
        waited: Duration,
    },
    /// It ended by itself, or closed its mouth for good.
    Crashed {
        /// How it ended, if it did.
        status: Option<ExitStatus>,
        /// What it complained about last.
        last_words: Vec<String>,
    },
    /// It wants to make a move that is not legal, or none where there are some.
    IllegalMove {
        /// The move as it said it.
        said: String,
    },
    /// It does not speak the protocol.
    Garbage {
        /// What it said instead, or the beginning of it.
        said: String,
    },
    /// It does not know Chess960, which this start needs.
    NoChess960,
}

/// What an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// `uciok`, after it was started.
    Greeting,
    /// `readyok`, after it was given something to do.
    Ready,
    /// `bestmove`.
    Thinking,
    /// Its end.
    Quitting,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::CannotStart { path, error } => write!(f, "cannot start {}: {error}", path.display()),
            Failure::Silent { stage, waited } => write!(f, "no {stage} within {waited:.1?}"),
            Failure::Crashed { status, last_words } => {
                match status {
                    Some(status) => write!(f, "the engine ended: {status}")?,
                    None => f.write_str("the engine closed its output")?,
                }
                last_words.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            Failure::IllegalMove { said } => {
                write!(f, "the engine wants to play {said:?}, which is not legal")
            }
            Failure::Garbage { said } => write!(f, "the engine does not speak UCI: {said:?}"),
            Failure::NoChess960 => f.write_str("the engine does not know Chess960"),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Greeting => "greeting (uciok)",
            Stage::Ready => "answer to isready",
            Stage::Thinking => "move (bestmove)",
            Stage::Quitting => "end after quit",
        })
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Failure::CannotStart { error, .. } => Some(error),
            _ => None,
        }
    }
}
