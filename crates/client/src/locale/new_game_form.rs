//! The form for a new game: options and input errors.

use super::Locale;
use crate::{BonusKind, ClockPreset, MAX_BONUS, MAX_MINUTES, TimeFieldError};

impl Locale {
    /// The name of a kind of increment or delay.
    #[must_use]
    pub fn bonus_kind(self, kind: BonusKind) -> &'static str {
        self.text(match kind {
            BonusKind::None => "new.bonus-none",
            BonusKind::Increment => "new.bonus-increment",
            BonusKind::Bronstein => "new.bonus-bronstein",
            BonusKind::Delay => "new.bonus-delay",
        })
    }

    /// One sentence about a kind of increment or delay.
    #[must_use]
    pub fn bonus_kind_about(self, kind: BonusKind) -> &'static str {
        self.text(match kind {
            BonusKind::None => "new.bonus-none-about",
            BonusKind::Increment => "new.bonus-increment-about",
            BonusKind::Bronstein => "new.bonus-bronstein-about",
            BonusKind::Delay => "new.bonus-delay-about",
        })
    }

    /// The speed of a preset, by the time that one side has for forty moves.
    #[must_use]
    pub fn speed(self, preset: ClockPreset) -> &'static str {
        let seconds = u32::from(preset.minutes) * 60 + u32::from(preset.increment) * 40;
        self.text(match seconds {
            0..180 => "new.bullet",
            180..480 => "new.blitz",
            480..1_500 => "new.rapid",
            1_500.. => "new.classical",
        })
    }

    /// Explains an invalid time.
    #[must_use]
    pub fn time_error(self, error: TimeFieldError) -> String {
        match error {
            TimeFieldError::Minutes => self.fill("new.bad-minutes", &[("max", &MAX_MINUTES)]),
            TimeFieldError::Seconds => self.fill("new.bad-seconds", &[("max", &59)]),
            TimeFieldError::Bonus => self.fill("new.bad-seconds", &[("max", &MAX_BONUS)]),
            TimeFieldError::NoTime => self.text("new.no-time").to_owned(),
        }
    }
}
