//! The clocks a game can be played with.

use std::fmt;

use game::{Allowance, Bonus, Millis, TimeControl};

/// Which clock is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ClockChoice {
    /// None.
    #[default]
    None,
    /// A usual one, the same for both sides.
    Preset(ClockPreset),
    /// One of the players' own, possibly different for each side.
    Custom,
}

/// A usual clock: minutes, and seconds added for each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockPreset {
    /// Minutes for the game.
    pub minutes: u8,
    /// Seconds added after each move.
    pub increment: u8,
}

/// One side's time as it was typed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TimeFields {
    /// Whole minutes for the game; nothing is 0.
    pub minutes: String,
    /// Whole seconds beside the minutes; nothing is 0.
    pub seconds: String,
    /// What a move earns.
    pub kind: BonusKind,
    /// How many seconds of it; nothing is 0.
    pub bonus: String,
}

/// What a move earns, as a choice of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BonusKind {
    /// Nothing.
    None,
    /// Fischer: seconds are added.
    #[default]
    Increment,
    /// Bronstein: the time used is given back, up to so many seconds.
    Bronstein,
    /// Simple delay: the clock waits so many seconds.
    Delay,
}

/// What is wrong with a side's time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeFieldError {
    /// The minutes are no whole number up to [`MAX_MINUTES`].
    Minutes,
    /// The seconds are no whole number up to 59.
    Seconds,
    /// The bonus is no whole number of seconds up to [`MAX_BONUS`].
    Bonus,
    /// There is no time at all.
    NoTime,
}

/// A day.
pub const MAX_MINUTES: u32 = 24 * 60;
/// An hour.
pub const MAX_BONUS: u32 = 60 * 60;

impl ClockPreset {
    /// The usual ones, from bullet to the tournament hall.
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

    /// The agreement it stands for. No time at all is no clock.
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

/// As players say it: `3+2`.
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
    /// The time the fields stand for.
    ///
    /// # Errors
    /// Names the first field that is wrong.
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

/// Five minutes and three seconds for each move.
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
