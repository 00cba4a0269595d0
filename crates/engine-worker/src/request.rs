//! Requests to a worker.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use engine::{Level, SearchPosition, TimeLimit};
use rules::{CastlingStyle, Move, Position, UciMove};

/// A position with its game and a job.
///
/// ```
/// use engine_worker::{WorkerJob, WorkerRequest};
/// let text = "7;analyse 3;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e4 e7e5";
/// let request: WorkerRequest = text.parse()?;
/// assert_eq!(request.search_position.position().ply(), 2);
/// assert_eq!(request.to_string(), text);
/// # Ok::<(), engine_worker::ParseMessageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorkerRequest {
    /// Id that the responses will carry.
    pub id: u32,
    /// The job.
    pub job: WorkerJob,
    /// Start position of the game.
    pub start: Position,
    /// Moves of the game.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub search_position: SearchPosition,
}

/// A job of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkerJob {
    /// Choose a move as a level.
    Play {
        /// The level.
        level: Level,
        /// Seed of the opponent.
        seed: u64,
        /// The opponent's time limit.
        time: TimeLimit,
    },
    /// Analyse until the next request.
    Analyse {
        /// Number of principal variations.
        multi_pv: NonZeroUsize,
    },
    /// Search a number of nodes with an empty transposition table and send the best line.
    Evaluate {
        /// Number of nodes.
        nodes: u64,
    },
    /// Search a number of nodes with the transposition table of the requests before and send the best line.
    Review {
        /// Number of nodes.
        nodes: u64,
        /// A root move that is not searched.
        excluded: Option<UciMove>,
    },
    /// Look a position with at most four men up in the endgame tables. Tables that are missing are built first.
    Table(TableJob),
}

/// A job for the endgame tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableJob {
    /// Send the outcome of the position and of its moves.
    Probe,
    /// Send the move of a perfect opponent.
    Play {
        /// Seed of the choice among equal moves.
        seed: u64,
    },
    /// Send a random position of the same endgame with the same outcome.
    Similar {
        /// Seed of the position.
        seed: u64,
    },
}

/// The text is neither a request nor a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMessageError;

impl WorkerRequest {
    /// A request for the position after some moves.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn new(
        id: u32,
        job: WorkerJob,
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<WorkerRequest, ParseMessageError> {
        let mut search_position = SearchPosition::new(start);
        let moves: Vec<Move> = moves.into_iter().collect();
        for &m in &moves {
            search_position.play(m).map_err(|_| ParseMessageError)?;
        }
        Ok(WorkerRequest { id, job, start, moves, search_position })
    }
}

/// One line: id, job, start, moves.
impl fmt::Display for WorkerRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{};", self.id, self.job, self.start.fen())?;
        for (index, m) in self.moves.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{}", m.uci(CastlingStyle::Chess960))?;
        }
        Ok(())
    }
}

impl FromStr for WorkerRequest {
    type Err = ParseMessageError;

    fn from_str(text: &str) -> Result<WorkerRequest, ParseMessageError> {
        let parts: Vec<&str> = text.split(';').collect();
        let [id, job, start, moves] = parts.as_slice() else { return Err(ParseMessageError) };
        let start: Position = start.parse().map_err(|_| ParseMessageError)?;
        let mut position = start;
        let mut played = Vec::new();
        for word in moves.split_whitespace() {
            let m = word
                .parse::<UciMove>()
                .ok()
                .and_then(|m| m.resolve(&position).ok())
                .ok_or(ParseMessageError)?;
            position = position.play(m).map_err(|_| ParseMessageError)?;
            played.push(m);
        }
        WorkerRequest::new(parse_number(id)?, job.parse()?, start, played)
    }
}

impl fmt::Display for WorkerJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkerJob::Play { level, seed, time } => {
                write!(f, "play {level} {seed}")?;
                match time {
                    TimeLimit::Unlimited => Ok(()),
                    TimeLimit::MoveTime(time) => write!(f, " {}", time.as_millis()),
                    TimeLimit::Clock { remaining: left, increment, .. } => {
                        write!(f, " {} {}", left.as_millis(), increment.as_millis())
                    }
                }
            }
            WorkerJob::Analyse { multi_pv: lines } => write!(f, "analyse {lines}"),
            WorkerJob::Evaluate { nodes } => write!(f, "judge {nodes}"),
            WorkerJob::Review { nodes, excluded: None } => write!(f, "review {nodes}"),
            WorkerJob::Review { nodes, excluded: Some(m) } => write!(f, "review {nodes} {m}"),
            WorkerJob::Table(TableJob::Probe) => f.write_str("table probe"),
            WorkerJob::Table(TableJob::Play { seed }) => write!(f, "table play {seed}"),
            WorkerJob::Table(TableJob::Similar { seed }) => write!(f, "table similar {seed}"),
        }
    }
}

/// Move overhead between the worker and the page's clock.
const OVERHEAD: Duration = Duration::from_millis(60);

impl FromStr for WorkerJob {
    type Err = ParseMessageError;

    fn from_str(text: &str) -> Result<WorkerJob, ParseMessageError> {
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["play", level, seed, time @ ..] => {
                let level = level.parse().map_err(|_| ParseMessageError)?;
                let time = match time {
                    [] => TimeLimit::Unlimited,
                    [time] => TimeLimit::MoveTime(Duration::from_millis(parse_number(time)?)),
                    [left, increment] => TimeLimit::Clock {
                        remaining: Duration::from_millis(parse_number(left)?),
                        increment: Duration::from_millis(parse_number(increment)?),
                        moves_to_go: None,
                        overhead: OVERHEAD,
                    },
                    _ => return Err(ParseMessageError),
                };
                Ok(WorkerJob::Play { level, seed: parse_number(seed)?, time })
            }
            ["analyse", lines] => Ok(WorkerJob::Analyse { multi_pv: parse_number(lines)? }),
            ["judge", nodes] => Ok(WorkerJob::Evaluate { nodes: parse_number(nodes)? }),
            ["review", nodes] => Ok(WorkerJob::Review { nodes: parse_number(nodes)?, excluded: None }),
            ["review", nodes, m] => {
                Ok(WorkerJob::Review { nodes: parse_number(nodes)?, excluded: Some(parse_number(m)?) })
            }
            ["table", "probe"] => Ok(WorkerJob::Table(TableJob::Probe)),
            ["table", "play", seed] => Ok(WorkerJob::Table(TableJob::Play { seed: parse_number(seed)? })),
            ["table", "similar", seed] => {
                Ok(WorkerJob::Table(TableJob::Similar { seed: parse_number(seed)? }))
            }
            _ => Err(ParseMessageError),
        }
    }
}

impl WorkerJob {
    /// Returns true if the worker handles no message until it has answered; other jobs run in time slices.
    #[must_use]
    pub const fn is_blocking(self) -> bool {
        !matches!(self, WorkerJob::Analyse { .. } | WorkerJob::Table(_))
    }
}

pub(crate) fn parse_number<T: FromStr>(text: &str) -> Result<T, ParseMessageError> {
    text.parse().map_err(|_| ParseMessageError)
}

impl fmt::Display for ParseMessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither a request nor an answer")
    }
}

impl std::error::Error for ParseMessageError {}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn requests_survive_a_round_trip() {
        for job in [
            "play mina 42",
            "play hanpan 7 1500",
            "play doyun 1 300000 2000",
            "analyse 5",
            "judge 20000",
            "review 70000",
            "review 30000 e1h1",
            "table probe",
            "table play 9",
            "table similar 18446744073709551615",
        ] {
            for moves in ["", "e2e4", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1"] {
                let text = format!("3;{job};{START};{moves}");
                assert_eq!(text.parse::<WorkerRequest>().unwrap().to_string(), text);
            }
        }
    }

    #[test]
    fn malformed_requests_are_rejected() {
        for text in [
            "",
            ";;;",
            "1;play;8/8/8/8/8/8/8/8 w - - 0 1;",
            "1;table;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;table probe 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;play unknown 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;analyse 0;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;analyse 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e5",
            "-1;analyse 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;analyse 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;;",
        ] {
            assert_eq!(
                text.parse::<WorkerRequest>().map(|request| request.id),
                Err(ParseMessageError),
                "{text}"
            );
        }
    }
}
