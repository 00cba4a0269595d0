//! Which rules a game is played by.

use std::fmt;

/// The kinds of game we offer.
///
/// The first three follow the same Laws and differ in where they start. King capture has laws of its own: see
/// [`Game::king_capture`](crate::Game::king_capture).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Ruleset {
    /// Chess from its starting position.
    #[default]
    Standard,
    /// One of the 960 starts; castling is written as king takes rook where programs talk to each other.
    Chess960,
    /// Chess from a position of the players' choice.
    FromPosition,
    /// Nobody is forced out of check, and taking the king wins.
    KingCapture,
}

impl Ruleset {
    /// All rulesets, in the order in which they are offered.
    pub const ALL: [Ruleset; 4] =
        [Ruleset::Standard, Ruleset::Chess960, Ruleset::FromPosition, Ruleset::KingCapture];

    /// The name under which programs know it; never shown to players, never changed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Standard => "standard",
            Ruleset::Chess960 => "chess960",
            Ruleset::FromPosition => "from-position",
            Ruleset::KingCapture => "king-capture",
        }
    }

    /// Reads a [`name`](Ruleset::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Ruleset> {
        Ruleset::ALL.into_iter().find(|ruleset| ruleset.name() == name)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for ruleset in Ruleset::ALL {
            assert_eq!(Ruleset::from_name(ruleset.name()), Some(ruleset));
        }
        assert_eq!(Ruleset::from_name(""), None);
    }
}
