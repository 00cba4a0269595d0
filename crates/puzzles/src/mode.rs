//! Modes in which puzzles are asked.

use std::fmt;
use std::str::FromStr;

use crate::Theme;

/// A way to be asked puzzles.
///
/// ```
/// use puzzles::{PuzzleMode, Theme};
/// assert_eq!("three-minutes".parse(), Ok(PuzzleMode::ThreeMinutes));
/// assert_eq!("fork".parse(), Ok(PuzzleMode::Theme(Theme::Fork)));
/// assert_eq!(PuzzleMode::Theme(Theme::MateIn2).to_string(), "mateIn2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleMode {
    /// Puzzles of the player's rating.
    Rated,
    /// The same with one theme.
    Theme(Theme),
    /// The puzzle of the day.
    Daily,
    /// Rising rating until the first wrong move.
    Streak,
    /// Rising rating for three minutes or until the third wrong move.
    ThreeMinutes,
}

impl PuzzleMode {
    /// The modes without the themes, in the order in which they are listed.
    pub const WITHOUT_THEMES: [PuzzleMode; 4] =
        [PuzzleMode::Rated, PuzzleMode::Daily, PuzzleMode::Streak, PuzzleMode::ThreeMinutes];

    /// Name in addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleMode::Rated => "rated",
            PuzzleMode::Daily => "daily",
            PuzzleMode::Streak => "streak",
            PuzzleMode::ThreeMinutes => "three-minutes",
            PuzzleMode::Theme(theme) => theme.name(),
        }
    }

    /// True if the first answer counts for the player's rating, and wrong answers may be retried.
    #[must_use]
    pub const fn is_rated(self) -> bool {
        matches!(self, PuzzleMode::Rated | PuzzleMode::Theme(_) | PuzzleMode::Daily)
    }

    /// The theme that all puzzles have.
    #[must_use]
    pub const fn theme(self) -> Option<Theme> {
        match self {
            PuzzleMode::Theme(theme) => Some(theme),
            _ => None,
        }
    }
}

impl fmt::Display for PuzzleMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not the name of a mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseModeError;

impl fmt::Display for ParseModeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no mode or theme has that name")
    }
}

impl std::error::Error for ParseModeError {}

impl FromStr for PuzzleMode {
    type Err = ParseModeError;

    fn from_str(text: &str) -> Result<PuzzleMode, ParseModeError> {
        let known = PuzzleMode::WITHOUT_THEMES.into_iter().find(|mode| mode.name() == text);
        known.or_else(|| text.parse().ok().map(PuzzleMode::Theme)).ok_or(ParseModeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        let themes = Theme::ALL.iter().map(|&theme| PuzzleMode::Theme(theme));
        for mode in PuzzleMode::WITHOUT_THEMES.into_iter().chain(themes) {
            assert_eq!(mode.name().parse(), Ok(mode));
        }
        assert_eq!("Rated".parse::<PuzzleMode>(), Err(ParseModeError));
        assert_eq!("".parse::<PuzzleMode>(), Err(ParseModeError));
    }
}
