//! Who plays.

use engine::Level;

/// Somebody whose strength is measured or known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// One of the levels.
    Level(Level),
    /// A place between no skill and all of it, in thousandths.
    Power(u16),
    /// A foreign engine that was told to play at a rating.
    Anchor(u16),
}

impl Player {
    /// All levels with a rating.
    pub(crate) fn levels() -> Vec<Player> {
        Level::ALL.iter().copied().filter(|level| level.rating().is_some()).map(Player::Level).collect()
    }

    /// A first guess at its rating.
    pub(crate) fn guess(self) -> u16 {
        match self {
            Player::Level(level) => level.rating().unwrap_or(2500),
            Player::Power(power) => 400 + power * 2,
            Player::Anchor(rating) => rating,
        }
    }

    pub(crate) fn name(self) -> String {
        match self {
            Player::Level(level) => level.word().to_owned(),
            Player::Power(power) => format!("power {power}"),
            Player::Anchor(rating) => format!("anchor {rating}"),
        }
    }
}
