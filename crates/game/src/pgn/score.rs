//! The result that ends a game's moves.

use std::fmt;

use rules::Color;

/// What PGN knows of a game's result: who won, or that it is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Score {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: still going on, broken off, or not known.
    #[default]
    Unknown,
}

impl Score {
    /// Reads a result. `1/2` is taken as a draw too; nothing else beside the four spellings is.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Score> {
        match text {
            b"1-0" => Some(Score::WhiteWins),
            b"0-1" => Some(Score::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(Score::Draw),
            b"*" => Some(Score::Unknown),
            _ => None,
        }
    }

    /// The result as PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Score::WhiteWins => "1-0",
            Score::BlackWins => "0-1",
            Score::Draw => "1/2-1/2",
            Score::Unknown => "*",
        }
    }

    /// The side that won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Score::WhiteWins => Some(Color::White),
            Score::BlackWins => Some(Color::Black),
            Score::Draw | Score::Unknown => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for score in [Score::WhiteWins, Score::BlackWins, Score::Draw, Score::Unknown] {
            assert_eq!(Score::parse(score.as_str().as_bytes()), Some(score));
        }
        assert_eq!(Score::parse(b"1/2"), Some(Score::Draw));
        assert_eq!(Score::parse(b"1 - 0"), None);
    }
}
