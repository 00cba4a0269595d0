//! What a worker answers.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::Score;
use rules::{CastlingStyle, Move, UciMove};

use crate::question::{Unreadable, number};

/// An answer to the question with a number.
///
/// ```
/// use thinker::Answer;
/// let text = "7;line 1 12 34567 cp 25;e2e4 e7e5";
/// assert_eq!(text.parse::<Answer>()?.to_string(), text);
/// # Ok::<(), thinker::Unreadable>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The move of an opponent.
    Move {
        /// The question's number.
        id: u32,
        /// The move; none if there is no legal one.
        m: Option<UciMove>,
        /// How long a person would have thought.
        pause: Duration,
    },
    /// A line, as far as it is known.
    Line(Line),
    /// Nothing more will be said about the question.
    Done {
        /// The question's number.
        id: u32,
    },
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The question's number.
    pub id: u32,
    /// Which one, from 1.
    pub rank: usize,
    /// How deep it was looked at.
    pub depth: u8,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// What it is worth to the side to move.
    pub score: Score,
    /// The moves.
    pub moves: Vec<UciMove>,
}

impl Answer {
    pub(crate) fn line(id: u32, line: &engine::Line, nodes: u64) -> Answer {
        let moves = line.moves.iter().map(|&m| written(m)).collect();
        Answer::Line(Line { id, rank: line.rank, depth: line.depth, nodes, score: line.score, moves })
    }

    pub(crate) fn choice(id: u32, choice: Option<engine::Choice>) -> Answer {
        let pause = choice.map(|choice| choice.pause).unwrap_or_default();
        Answer::Move { id, m: choice.map(|choice| written(choice.m)), pause }
    }

    /// The number of the question that it answers.
    #[must_use]
    pub fn id(&self) -> u32 {
        match self {
            Answer::Move { id, .. } | Answer::Line(Line { id, .. }) | Answer::Done { id } => *id,
        }
    }
}

fn written(m: Move) -> UciMove {
    m.uci(CastlingStyle::Chess960)
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Move { id, m: Some(m), pause } => write!(f, "{id};move {m} {}", pause.as_millis()),
            Answer::Move { id, m: None, .. } => write!(f, "{id};move"),
            Answer::Line(Line { id, rank, depth, nodes, score, moves }) => {
                write!(f, "{id};line {rank} {depth} {nodes} {score};")?;
                for (index, m) in moves.iter().enumerate() {
                    write!(f, "{}{m}", if index > 0 { " " } else { "" })?;
                }
                Ok(())
            }
            Answer::Done { id } => write!(f, "{id};done"),
        }
    }
}

impl FromStr for Answer {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Answer, Unreadable> {
        let (id, rest) = text.split_once(';').ok_or(Unreadable)?;
        let id = number(id)?;
        let (head, moves) = rest.split_once(';').unwrap_or((rest, ""));
        let words: Vec<&str> = head.split(' ').collect();
        match words.as_slice() {
            ["done"] => Ok(Answer::Done { id }),
            ["move"] => Ok(Answer::Move { id, m: None, pause: Duration::ZERO }),
            ["move", m, pause] => Ok(Answer::Move {
                id,
                m: Some(m.parse().map_err(|_| Unreadable)?),
                pause: Duration::from_millis(number(pause)?),
            }),
            ["line", rank, depth, nodes, kind, value] => {
                let score = match *kind {
                    "cp" => Score::Centipawns(number(value)?),
                    "mate" => Score::Mate(number(value)?),
                    _ => return Err(Unreadable),
                };
                let moves: Result<Vec<UciMove>, _> = moves.split_whitespace().map(str::parse).collect();
                let moves = moves.map_err(|_| Unreadable)?;
                let (rank, depth, nodes) = (number(rank)?, number(depth)?, number(nodes)?);
                Ok(Answer::Line(Line { id, rank, depth, nodes, score, moves }))
            }
            _ => Err(Unreadable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() {
        for text in [
            "1;done",
            "2;move",
            "3;move e7e8q 1250",
            "4;line 2 9 1000 mate -3;e2e4 e7e5",
            "5;line 1 1 1 cp 0;",
        ] {
            assert_eq!(text.parse::<Answer>().unwrap().to_string(), text);
        }
        for text in ["", "x;done", "1;move e2e9 5", "1;line 1 2 3 pawns 4;", "1;line 1 2 3 cp;"] {
            assert_eq!(text.parse::<Answer>(), Err(Unreadable), "{text}");
        }
    }
}
