//! Scores, for the side to move.

use std::fmt;

use crate::tokens::Tokens;

/// Score of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// In centipawns.
    Centipawns(i32),
    /// Mate in this many moves; negative or zero if the side to move is mated.
    Mate(i32),
}

/// Bound type of a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// Exact score.
    #[default]
    Exact,
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
}

/// Win, draw and loss probabilities in permille.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// Win.
    pub win: u16,
    /// Draw.
    pub draw: u16,
    /// Loss.
    pub loss: u16,
}

/// A score with its bound and probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// Score.
    pub score: Score,
    /// Bound type.
    pub bound: Bound,
    /// Probabilities, if the engine sends them.
    pub wdl: Option<Wdl>,
}

impl Evaluation {
    /// An exact score without probabilities.
    #[must_use]
    pub const fn exact(score: Score) -> Evaluation {
        Evaluation { score, bound: Bound::Exact, wdl: None }
    }

    /// Parses the arguments of `score` and consumes nothing else.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Option<Evaluation> {
        let (mut score, mut bound) = (None, Bound::Exact);
        loop {
            match tokens.peek() {
                Some("cp") => {
                    tokens.next();
                    score = tokens.number().map(Score::Centipawns);
                }
                Some("mate") => {
                    tokens.next();
                    score = tokens.number().map(Score::Mate);
                }
                Some("lowerbound") => {
                    tokens.next();
                    bound = Bound::Lower;
                }
                Some("upperbound") => {
                    tokens.next();
                    bound = Bound::Upper;
                }
                _ => return score.map(|score| Evaluation { score, bound, wdl: None }),
            }
        }
    }
}

impl Wdl {
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Option<Wdl> {
        Some(Wdl { win: tokens.number()?, draw: tokens.number()?, loss: tokens.number()? })
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
