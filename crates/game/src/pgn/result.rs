//! The result at the end of the movetext.

use std::fmt;

use rules::Color;

/// The result of a game in PGN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum PgnResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: going on, aborted, or unknown.
    #[default]
    Unknown,
}

impl PgnResult {
    /// Parses a result. `1/2` is accepted as a draw.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<PgnResult> {
        match text {
            b"1-0" => Some(PgnResult::WhiteWins),
            b"0-1" => Some(PgnResult::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(PgnResult::Draw),
            b"*" => Some(PgnResult::Unknown),
            _ => None,
        }
    }

    /// The result in PGN.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PgnResult::WhiteWins => "1-0",
            PgnResult::BlackWins => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Unknown => "*",
        }
    }

    /// The winner, if any.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            PgnResult::WhiteWins => Some(Color::White),
            PgnResult::BlackWins => Some(Color::Black),
            PgnResult::Draw | PgnResult::Unknown => None,
        }
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_round_trip() {
        for score in [PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw, PgnResult::Unknown] {
            assert_eq!(PgnResult::parse(score.as_str().as_bytes()), Some(score));
        }
        assert_eq!(PgnResult::parse(b"1/2"), Some(PgnResult::Draw));
        assert_eq!(PgnResult::parse(b"1 - 0"), None);
    }
}
