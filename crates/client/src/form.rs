//! The new-game form. It holds the raw input, valid or not; [`GameForm::start_game`] returns all errors at
//! once, or the game.

mod clock;
mod field;

use std::fmt;

use game::{Chess960, Game, Ruleset, TimeControl};
use rng::Rng;
use rules::{ByColor, Color, FenError};

pub use clock::{BonusKind, ClockChoice, ClockPreset, MAX_BONUS, MAX_MINUTES, TimeFieldError, TimeFields};
pub use field::FormField;

use crate::local_game::playable_position;
use crate::{AutoFlip, LocalGame, Player, PlayerLocation};

/// Input of the new-game form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameForm {
    /// Ruleset.
    pub ruleset: Ruleset,
    /// Chess960 start position, 0 to 959; random if empty.
    pub chess960_number: String,
    /// Start position, for the ruleset that needs one.
    pub fen: String,
    /// Side to move first in King capture.
    pub first: Color,
    /// Clock.
    pub clock: ClockChoice,
    /// Time of both sides, for a custom clock.
    pub times: ByColor<TimeFields>,
    /// Player names.
    pub names: ByColor<String>,
    /// Player locations.
    pub locations: ByColor<PlayerLocation>,
    /// Side at the bottom of the board; `None` for the local side.
    pub bottom: Option<Color>,
    /// Automatic flipping of the board.
    pub auto_flip: AutoFlip,
}

/// All errors of a form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormErrors {
    /// Not a number from 0 to 959.
    pub chess960_number: Option<Chess960NumberError>,
    /// The position is not playable.
    pub fen: Option<Box<FenError>>,
    /// Errors of the time fields.
    pub times: ByColor<Option<TimeFieldError>>,
}

/// Not a number from 0 to 959.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chess960NumberError;

impl GameForm {
    /// Creates the game. Only the fields of the chosen ruleset and clock are validated.
    ///
    /// # Errors
    /// Returns the errors of all fields.
    pub fn start_game(&self, seed: u64) -> Result<LocalGame, FormErrors> {
        let mut errors = FormErrors::default();
        let game = self.game(seed, &mut errors);
        let control = self.time_control(&mut errors);
        let (Some(game), Some(control)) = (game, control) else { return Err(errors) };
        let players = ByColor::new_with(|color| Player::new(&self.names[color], self.locations[color]));
        let local_game = LocalGame::new(game, control, players, self.auto_flip);
        Ok(match (self.bottom, self.auto_flip) {
            (Some(bottom), AutoFlip::Never) => local_game.with_bottom(bottom),
            _ => local_game,
        })
    }

    /// Current errors, to show while the form is edited.
    #[must_use]
    pub fn errors(&self) -> FormErrors {
        self.start_game(0).err().unwrap_or_default()
    }

    fn game(&self, seed: u64, errors: &mut FormErrors) -> Option<Game> {
        match self.ruleset {
            Ruleset::Standard => Some(Game::standard()),
            Ruleset::Chess960 => match self.chess960_start(seed) {
                Ok(start) => Some(Game::chess960(start)),
                Err(error) => {
                    errors.chess960_number = Some(error);
                    None
                }
            },
            Ruleset::FromPosition => match playable_position(&self.fen) {
                Ok(position) => Some(Game::from_position(position)),
                Err(error) => {
                    errors.fen = Some(Box::new(error));
                    None
                }
            },
            Ruleset::KingCapture => Some(Game::king_capture(self.first)),
        }
    }

    fn chess960_start(&self, seed: u64) -> Result<Chess960, Chess960NumberError> {
        let text = self.chess960_number.trim();
        if text.is_empty() {
            return Ok(random_chess960_start(seed));
        }
        text.parse().ok().and_then(Chess960::new).ok_or(Chess960NumberError)
    }

    fn time_control(&self, errors: &mut FormErrors) -> Option<TimeControl> {
        match self.clock {
            ClockChoice::None => Some(TimeControl::Unlimited),
            ClockChoice::Preset(preset) => Some(preset.time_control()),
            ClockChoice::Custom => {
                let times = ByColor::new_with(|color| self.times[color].allowance());
                errors.times = times.map(Result::err);
                Some(TimeControl::Clock(ByColor { white: times.white.ok()?, black: times.black.ok()? }))
            }
        }
    }
}

impl Default for GameForm {
    fn default() -> GameForm {
        GameForm {
            ruleset: Ruleset::Standard,
            chess960_number: String::new(),
            fen: String::new(),
            first: Color::Black, // as King capture was first played
            clock: ClockChoice::None,
            times: ByColor::default(),
            names: ByColor::default(),
            locations: ByColor::default(),
            bottom: None,
            auto_flip: AutoFlip::default(),
        }
    }
}

impl FormErrors {
    /// True if there is no error.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == FormErrors::default()
    }
}

impl fmt::Display for Chess960NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no number from 0 to 959")
    }
}

impl std::error::Error for Chess960NumberError {}

/// Start position for a seed (SplitMix64 finalizer).
fn random_chess960_start(seed: u64) -> Chess960 {
    let number = Rng::new(seed).below(u64::from(game::chess960::COUNT));
    u16::try_from(number).ok().and_then(Chess960::new).unwrap_or(Chess960::STANDARD)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A seed gives the same Chess960 start in every version.
    #[test]
    fn chess960_starts_of_seeds_are_those_recorded() {
        for (seed, number) in [(0, 175), (1, 65), (2, 910), (42, 853), (2026, 931)] {
            assert_eq!(Some(random_chess960_start(seed)), Chess960::new(number), "seed {seed}");
        }
    }
}
