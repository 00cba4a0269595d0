//! What a worker is asked.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use engine::{Level, Situation, Time};
use rules::{CastlingStyle, Move, Position, UciMove};

/// A position with a history, and what is wanted of it.
///
/// ```
/// use thinker::{Question, Wish};
/// let text = "7;analyse 3;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e4 e7e5";
/// let question: Question = text.parse()?;
/// assert_eq!(question.situation.position().ply(), 2);
/// assert_eq!(question.to_string(), text);
/// # Ok::<(), thinker::Unreadable>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// A number that the answers will carry.
    pub id: u32,
    /// What to do.
    pub wish: Wish,
    /// Where to begin.
    pub start: Position,
    /// The moves since.
    pub moves: Vec<Move>,
    /// Where that leads.
    pub situation: Situation,
}

/// What to do with a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Play a move.
    Play {
        /// How well.
        level: Level,
        /// What the opponent's character follows from.
        seed: u64,
        /// What its clock says.
        time: Time,
    },
    /// Look for the best lines until something else is asked.
    Analyse {
        /// How many.
        lines: NonZeroUsize,
    },
    /// Look at so many positions and say what the best line is.
    Judge {
        /// How many.
        nodes: u64,
    },
}

/// A text is no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

impl Question {
    /// A question about a position that was reached by some moves.
    ///
    /// # Errors
    /// The moves cannot be played.
    pub fn new(
        id: u32,
        wish: Wish,
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Question, Unreadable> {
        let mut situation = Situation::new(start);
        let moves: Vec<Move> = moves.into_iter().collect();
        for &m in &moves {
            situation.play(m).map_err(|_| Unreadable)?;
        }
        Ok(Question { id, wish, start, moves, situation })
    }
}

/// One line: number, wish, start, moves.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{};", self.id, self.wish, self.start.fen())?;
        for (index, m) in self.moves.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{}", m.uci(CastlingStyle::Chess960))?;
        }
        Ok(())
    }
}

impl FromStr for Question {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Question, Unreadable> {
        let parts: Vec<&str> = text.split(';').collect();
        let [id, wish, start, moves] = parts.as_slice() else { return Err(Unreadable) };
        let start: Position = start.parse().map_err(|_| Unreadable)?;
        let mut position = start;
        let mut played = Vec::new();
        for word in moves.split_whitespace() {
            let m = word.parse::<UciMove>().ok().and_then(|m| m.resolve(&position).ok()).ok_or(Unreadable)?;
            position = position.play(m).map_err(|_| Unreadable)?;
            played.push(m);
        }
        Question::new(number(id)?, wish.parse()?, start, played)
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wish::Play { level, seed, time } => {
                write!(f, "play {level} {seed}")?;
                match time {
                    Time::Unlimited => Ok(()),
                    Time::Move(time) => write!(f, " {}", time.as_millis()),
                    Time::Clock { left, increment, .. } => {
                        write!(f, " {} {}", left.as_millis(), increment.as_millis())
                    }
                }
            }
            Wish::Analyse { lines } => write!(f, "analyse {lines}"),
            Wish::Judge { nodes } => write!(f, "judge {nodes}"),
        }
    }
}

/// What is lost between the worker and the clock on the page.
const OVERHEAD: Duration = Duration::from_millis(60);

impl FromStr for Wish {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Wish, Unreadable> {
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["play", level, seed, time @ ..] => {
                let level = level.parse().map_err(|_| Unreadable)?;
                let time = match time {
                    [] => Time::Unlimited,
                    [time] => Time::Move(Duration::from_millis(number(time)?)),
                    [left, increment] => Time::Clock {
                        left: Duration::from_millis(number(left)?),
                        increment: Duration::from_millis(number(increment)?),
                        moves_to_go: None,
                        overhead: OVERHEAD,
                    },
                    _ => return Err(Unreadable),
                };
                Ok(Wish::Play { level, seed: number(seed)?, time })
            }
            ["analyse", lines] => Ok(Wish::Analyse { lines: number(lines)? }),
            ["judge", nodes] => Ok(Wish::Judge { nodes: number(nodes)? }),
            _ => Err(Unreadable),
        }
    }
}

pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, Unreadable> {
    text.parse().map_err(|_| Unreadable)
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither a question nor an answer")
    }
}

impl std::error::Error for Unreadable {}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn questions_are_read_as_they_are_written() {
        for wish in
            ["play mina 42", "play hanpan 7 1500", "play doyun 1 300000 2000", "analyse 5", "judge 20000"]
        {
            for moves in ["", "e2e4", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1"] {
                let text = format!("3;{wish};{START};{moves}");
                assert_eq!(text.parse::<Question>().unwrap().to_string(), text);
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            ";;;",
            "1;play;8/8/8/8/8/8/8/8 w - - 0 1;",
            "1;play nobody 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;analyse 0;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;analyse 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e5",
            "-1;analyse 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;",
            "1;analyse 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;;",
        ] {
            assert_eq!(text.parse::<Question>().map(|question| question.id), Err(Unreadable), "{text}");
        }
    }
}
