//! How an engine judges a position, seen from the side to move.

use std::fmt;

use crate::tokens::Tokens;

/// How good a position is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; if less than one, the side to move is mated in as many.
    Mate(i32),
}

/// Whether a score is the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// It is.
    #[default]
    Exact,
    /// The score is at least that.
    Lower,
    /// The score is at most that.
    Upper,
}

/// The chances to win, to draw and to lose, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

/// A score and what is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// The score.
    pub score: Score,
    /// Whether it is exact.
    pub bound: Bound,
    /// The chances, if the engine tells them.
    pub wdl: Option<Wdl>,
}

impl Evaluation {
    /// A score that is exact, without chances.
    #[must_use]
    pub const fn exact(score: Score) -> Evaluation {
        Evaluation { score, bound: Bound::Exact, wdl: None }
    }

    /// Reads what follows `score`, and no word further.
    pub(crate) fn read(words: &mut Tokens<'_>) -> Option<Evaluation> {
        let (mut score, mut bound) = (None, Bound::Exact);
        loop {
            match words.peek() {
                Some("cp") => {
                    words.next();
                    score = words.number().map(Score::Centipawns);
                }
                Some("mate") => {
                    words.next();
                    score = words.number().map(Score::Mate);
                }
                Some("lowerbound") => {
                    words.next();
                    bound = Bound::Lower;
                }
                Some("upperbound") => {
                    words.next();
                    bound = Bound::Upper;
                }
                _ => return score.map(|score| Evaluation { score, bound, wdl: None }),
            }
        }
    }
}

impl Wdl {
    pub(crate) fn read(words: &mut Tokens<'_>) -> Option<Wdl> {
        Some(Wdl { win: words.number()?, draw: words.number()?, loss: words.number()? })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score {}", self.score)?;
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        match self.wdl {
            Some(Wdl { win, draw, loss }) => write!(f, " wdl {win} {draw} {loss}"),
            None => Ok(()),
        }
    }
}
