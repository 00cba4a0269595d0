//! Responses of a worker.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::Score;
use rules::{CastlingStyle, Move, Position, UciMove};
use tablebase::Outcome;

use crate::request::{ParseMessageError, parse_number};

/// A response to the request with the same id.
///
/// ```
/// use engine_worker::WorkerResponse;
/// let text = "7;line 1 12 34567 cp 25;e2e4 e7e5";
/// assert_eq!(text.parse::<WorkerResponse>()?.to_string(), text);
/// # Ok::<(), engine_worker::ParseMessageError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkerResponse {
    /// The move of a level.
    Move {
        /// Id of the request.
        id: u32,
        /// The move; `None` if there is no legal one.
        m: Option<UciMove>,
        /// The level claims a draw if the move allows it.
        wants_draw: bool,
        /// Time a person would have taken.
        think_time: Duration,
    },
    /// A principal variation.
    Pv(PvLine),
    /// Endgame tables are being built.
    Building {
        /// Id of the request.
        id: u32,
        /// Share that is done, in percent.
        percent: u8,
    },
    /// The outcome of a position and of its moves, from the endgame tables.
    Outcomes(TableOutcomes),
    /// A position of an endgame.
    Similar {
        /// Id of the request.
        id: u32,
        /// The position.
        position: Box<Position>,
    },
    /// The request is completed.
    Done {
        /// Id of the request.
        id: u32,
    },
}

/// A principal variation with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// Id of the request.
    pub id: u32,
    /// Rank among the variations, from 1 (MultiPV).
    pub multi_pv: usize,
    /// Depth in plies.
    pub depth: u8,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Score for the side to move.
    pub score: Score,
    /// The moves.
    pub moves: Vec<UciMove>,
}

/// Answer of the endgame tables about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableOutcomes {
    /// Id of the request.
    pub id: u32,
    /// Outcome for the side to move.
    pub outcome: Outcome,
    /// The moves with their outcomes for the side that plays them, the best first.
    pub moves: Vec<(UciMove, Outcome)>,
}

impl WorkerResponse {
    pub(crate) fn pv(id: u32, line: &engine::PvInfo, nodes: u64) -> WorkerResponse {
        let moves = line.pv.iter().map(|&m| to_uci(m)).collect();
        WorkerResponse::Pv(PvLine {
            id,
            multi_pv: line.multi_pv,
            depth: line.depth,
            nodes,
            score: line.score,
            moves,
        })
    }

    pub(crate) fn from_choice(id: u32, choice: Option<engine::Choice>) -> WorkerResponse {
        let pause = choice.map(|choice| choice.think_time).unwrap_or_default();
        let wants_draw = choice.is_some_and(|choice| choice.wants_draw);
        WorkerResponse::Move { id, m: choice.map(|choice| to_uci(choice.m)), wants_draw, think_time: pause }
    }

    /// Id of the request.
    #[must_use]
    pub fn id(&self) -> u32 {
        match self {
            WorkerResponse::Move { id, .. }
            | WorkerResponse::Pv(PvLine { id, .. })
            | WorkerResponse::Building { id, .. }
            | WorkerResponse::Outcomes(TableOutcomes { id, .. })
            | WorkerResponse::Similar { id, .. }
            | WorkerResponse::Done { id } => *id,
        }
    }
}

pub(crate) fn to_uci(m: Move) -> UciMove {
    m.uci(CastlingStyle::Chess960)
}

impl fmt::Display for WorkerResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkerResponse::Move { id, m: Some(m), wants_draw, think_time: pause } => {
                write!(f, "{id};move {m} {}{}", pause.as_millis(), if *wants_draw { " draw" } else { "" })
            }
            WorkerResponse::Move { id, m: None, .. } => write!(f, "{id};move"),
            WorkerResponse::Pv(PvLine { id, multi_pv: rank, depth, nodes, score, moves }) => {
                write!(f, "{id};line {rank} {depth} {nodes} {score};")?;
                for (index, m) in moves.iter().enumerate() {
                    write!(f, "{}{m}", if index > 0 { " " } else { "" })?;
                }
                Ok(())
            }
            WorkerResponse::Building { id, percent } => write!(f, "{id};building {percent}"),
            WorkerResponse::Outcomes(TableOutcomes { id, outcome, moves }) => {
                write!(f, "{id};outcome {};", Coded(*outcome))?;
                for (index, (m, outcome)) in moves.iter().enumerate() {
                    write!(f, "{}{m} {}", if index > 0 { " " } else { "" }, Coded(*outcome))?;
                }
                Ok(())
            }
            WorkerResponse::Similar { id, position } => write!(f, "{id};similar;{}", position.fen()),
            WorkerResponse::Done { id } => write!(f, "{id};done"),
        }
    }
}

/// An outcome as a word: `draw`, or the half-moves to mate as `win27` or `loss26`.
struct Coded(Outcome);

impl fmt::Display for Coded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Outcome::Win(plies) => write!(f, "win{plies}"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Loss(plies) => write!(f, "loss{plies}"),
        }
    }
}

impl FromStr for Coded {
    type Err = ParseMessageError;

    fn from_str(text: &str) -> Result<Coded, ParseMessageError> {
        let outcome = match (text.strip_prefix("win"), text.strip_prefix("loss")) {
            (Some(plies), _) => Outcome::Win(parse_number(plies)?),
            (_, Some(plies)) => Outcome::Loss(parse_number(plies)?),
            _ if text == "draw" => Outcome::Draw,
            _ => return Err(ParseMessageError),
        };
        Ok(Coded(outcome))
    }
}

fn parse_rated_moves(text: &str) -> Result<Vec<(UciMove, Outcome)>, ParseMessageError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let pairs = words.chunks(2).map(|pair| match pair {
        [m, outcome] => Ok((m.parse().map_err(|_| ParseMessageError)?, outcome.parse::<Coded>()?.0)),
        _ => Err(ParseMessageError),
    });
    pairs.collect()
}

impl FromStr for WorkerResponse {
    type Err = ParseMessageError;

    fn from_str(text: &str) -> Result<WorkerResponse, ParseMessageError> {
        let (id, rest) = text.split_once(';').ok_or(ParseMessageError)?;
        let id = parse_number(id)?;
        let (head, moves) = rest.split_once(';').unwrap_or((rest, ""));
        let words: Vec<&str> = head.split(' ').collect();
        match words.as_slice() {
            ["done"] => Ok(WorkerResponse::Done { id }),
            ["building", percent] => Ok(WorkerResponse::Building { id, percent: parse_number(percent)? }),
            ["outcome", outcome] => Ok(WorkerResponse::Outcomes(TableOutcomes {
                id,
                outcome: outcome.parse::<Coded>()?.0,
                moves: parse_rated_moves(moves)?,
            })),
            ["similar"] => {
                let position = moves.parse().map_err(|_| ParseMessageError)?;
                Ok(WorkerResponse::Similar { id, position: Box::new(position) })
            }
            ["move"] => {
                Ok(WorkerResponse::Move { id, m: None, wants_draw: false, think_time: Duration::ZERO })
            }
            ["move", m, pause, draw @ ..] if matches!(draw, [] | ["draw"]) => Ok(WorkerResponse::Move {
                id,
                m: Some(m.parse().map_err(|_| ParseMessageError)?),
                wants_draw: !draw.is_empty(),
                think_time: Duration::from_millis(parse_number(pause)?),
            }),
            ["line", rank, depth, nodes, kind, value] => {
                let score = match *kind {
                    "cp" => Score::Centipawns(parse_number(value)?),
                    "mate" => Score::Mate(parse_number(value)?),
                    _ => return Err(ParseMessageError),
                };
                let moves: Result<Vec<UciMove>, _> = moves.split_whitespace().map(str::parse).collect();
                let moves = moves.map_err(|_| ParseMessageError)?;
                let (rank, depth, nodes) = (parse_number(rank)?, parse_number(depth)?, parse_number(nodes)?);
                Ok(WorkerResponse::Pv(PvLine { id, multi_pv: rank, depth, nodes, score, moves }))
            }
            _ => Err(ParseMessageError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_survive_a_round_trip() {
        for text in [
            "1;done",
            "2;move",
            "3;move e7e8q 1250",
            "3;move e7e8q 1250 draw",
            "4;line 2 9 1000 mate -3;e2e4 e7e5",
            "5;line 1 1 1 cp 0;",
            "6;building 35",
            "7;outcome win27;a1a8 win27 a1a2 draw e1d1 loss2",
            "8;outcome draw;",
            "9;similar;8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        ] {
            assert_eq!(text.parse::<WorkerResponse>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "x;done",
            "1;move e2e9 5",
            "1;move e2e4 5 loss",
            "1;line 1 2 3 pawns 4;",
            "1;line 1 2 3 cp;",
            "1;building x",
            "1;outcome win;",
            "1;outcome draw;a1a2",
            "1;similar;8/8/8/8/8/8/8/8 w - - 0 1",
        ] {
            assert_eq!(text.parse::<WorkerResponse>(), Err(ParseMessageError), "{text}");
        }
    }
}
