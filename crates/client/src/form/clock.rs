//! Clock choices of the new-game form.

use std::fmt;

use game::{Allowance, Bonus, Millis, TimeControl};

/// Clock of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ClockChoice {
    /// No clock.
    #[default]
    None,
    /// A common time control, the same for both sides.
    Preset(ClockPreset),
    /// A custom time control, possibly different for each side.
    Custom,
}

/// A common time control with increment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockPreset {
    /// Base time in minutes.
    pub minutes: u8,
    /// Increment in seconds.
    pub increment: u8,
}

/// Raw time input of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TimeFields {
    /// Minutes; empty means 0.
    pub minutes: String,
    /// Additional seconds; empty means 0.
    pub seconds: String,
    /// Kind of bonus.
    pub kind: BonusKind,
    /// Bonus in seconds; empty means 0.
    pub bonus: String,
}

/// Kind of bonus per move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BonusKind {
    /// No bonus.
    None,
    /// Fischer increment: added after each move.
    #[default]
    Increment,
    /// Bronstein delay: the time used is returned, up to the bonus.
    Bronstein,
    /// Simple delay: the clock waits before it counts down.
    Delay,
}

/// Error in a side's time fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeFieldError {
    /// Not a whole number of minutes up to [`MAX_MINUTES`].
    Minutes,
    /// Not a whole number of seconds up to 59.
    Seconds,
    /// Not a whole number of seconds up to [`MAX_BONUS`].
    Bonus,
    /// Neither base time nor bonus.
    NoTime,
}

/// Maximum base time: a day.
pub const MAX_MINUTES: u32 = 24 * 60;
/// Maximum bonus in seconds: an hour.
pub const MAX_BONUS: u32 = 60 * 60;

impl ClockPreset {
    /// All presets, from bullet to classical.
    pub const ALL: [ClockPreset; 11] = [
        ClockPreset::of(1, 0),
        ClockPreset::of(2, 1),
        ClockPreset::of(3, 0),
        ClockPreset::of(3, 2),
        ClockPreset::of(5, 0),
        ClockPreset::of(5, 3),
        ClockPreset::of(10, 0),
        ClockPreset::of(10, 5),
        ClockPreset::of(15, 10),
        ClockPreset::of(30, 20),
        ClockPreset::of(90, 30),
    ];

    const fn of(minutes: u8, increment: u8) -> ClockPreset {
        ClockPreset { minutes, increment }
    }

    /// The time control; unlimited if both numbers are 0.
    #[must_use]
    pub fn time_control(self) -> TimeControl {
        let bonus = match self.increment {
            0 => Bonus::None,
            seconds => Bonus::Increment(Millis::seconds(seconds.into())),
        };
        let allowance = Allowance::new(Millis::minutes(self.minutes.into()), bonus);
        allowance.map_or(TimeControl::Unlimited, TimeControl::same)
    }
}

/// Conventional notation: `3+2`.
impl fmt::Display for ClockPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.minutes, self.increment)
    }
}

impl BonusKind {
    /// All kinds.
    pub const ALL: [BonusKind; 4] =
        [BonusKind::None, BonusKind::Increment, BonusKind::Bronstein, BonusKind::Delay];
}

impl TimeFields {
    /// Parses the fields.
    ///
    /// # Errors
    /// Returns the first invalid field.
    pub fn allowance(&self) -> Result<Allowance, TimeFieldError> {
        let minutes = parse_up_to(&self.minutes, MAX_MINUTES).ok_or(TimeFieldError::Minutes)?;
        let seconds = parse_up_to(&self.seconds, 59).ok_or(TimeFieldError::Seconds)?;
        let bonus = match self.kind {
            BonusKind::None => Bonus::None,
            kind => kind.with_amount(Millis::seconds(
                parse_up_to(&self.bonus, MAX_BONUS).ok_or(TimeFieldError::Bonus)?,
            )),
        };
        Allowance::new(Millis::minutes(minutes) + Millis::seconds(seconds), bonus)
            .ok_or(TimeFieldError::NoTime)
    }
}

impl BonusKind {
    fn with_amount(self, amount: Millis) -> Bonus {
        match self {
            _ if amount == Millis::ZERO => Bonus::None,
            BonusKind::None => Bonus::None,
            BonusKind::Increment => Bonus::Increment(amount),
            BonusKind::Bronstein => Bonus::Bronstein(amount),
            BonusKind::Delay => Bonus::Delay(amount),
        }
    }
}

/// 5+3.
impl Default for TimeFields {
    fn default() -> TimeFields {
        let (minutes, bonus) = ("5".to_owned(), "3".to_owned());
        TimeFields { minutes, seconds: String::new(), kind: BonusKind::default(), bonus }
    }
}

impl fmt::Display for TimeFieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeFieldError::Minutes => write!(f, "no whole number of minutes up to {MAX_MINUTES}"),
            TimeFieldError::Seconds => f.write_str("no whole number of seconds up to 59"),
            TimeFieldError::Bonus => write!(f, "no whole number of seconds up to {MAX_BONUS}"),
            TimeFieldError::NoTime => f.write_str("no time at all"),
        }
    }
}

impl std::error::Error for TimeFieldError {}

fn parse_up_to(text: &str, max: u32) -> Option<u32> {
    let text = text.trim();
    let number = if text.is_empty() { 0 } else { text.parse().ok()? };
    (number <= max).then_some(number)
}
