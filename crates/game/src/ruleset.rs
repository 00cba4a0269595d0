//! Rulesets.

use std::fmt;

/// Rules of a game.
///
/// The first three follow the Laws of chess and differ in their starting positions. For King capture see
/// [`Game::king_capture`](crate::Game::king_capture).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Ruleset {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960; castling is written as king captures rook in UCI.
    Chess960,
    /// Chess from any position.
    FromPosition,
    /// No side has to get out of check, and capturing the king wins.
    KingCapture,
}

impl Ruleset {
    /// All rulesets, in the order of menus.
    pub const ALL: [Ruleset; 4] =
        [Ruleset::Standard, Ruleset::Chess960, Ruleset::FromPosition, Ruleset::KingCapture];

    /// Stable identifier for programs; never shown to players and never changed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Standard => "standard",
            Ruleset::Chess960 => "chess960",
            Ruleset::FromPosition => "from-position",
            Ruleset::KingCapture => "king-capture",
        }
    }

    /// Parses a [`name`](Ruleset::name).
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
