//! The chess clock as a value; the current time is an argument.

use std::fmt;

use rules::{ByColor, Color};

use crate::{Bonus, Millis, TimeControl, Timestamp};

/// Chess clock of both sides.
///
/// The clock is stopped until [`start`](Clock::start) and records every press, so that moves can be taken
/// back and the time of each move can be displayed. A flag falls when the time left is exactly zero.
///
/// ```
/// use hanpan_game::{Allowance, Bonus, Clock, Millis, TimeControl, Timestamp};
/// use hanpan_game::rules::Color;
/// let blitz = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
/// let mut clock = Clock::new(TimeControl::same(blitz));
/// clock.start(Color::White, Timestamp(0));
/// clock.press(Timestamp(5_000)).unwrap();
/// assert_eq!(clock.left(Color::White, Timestamp(9_000)), Some(Millis::seconds(177)));
/// assert_eq!(clock.left(Color::Black, Timestamp(9_000)), Some(Millis::seconds(176)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Time left at the beginning of the current turn; unused without a time control.
    left: ByColor<Millis>,
    turn: Option<Turn>,
    presses: Vec<ClockPress>,
}

/// The turn of a side, from press to press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    color: Color,
    /// Time used in this turn before the last pause.
    used: Millis,
    /// Start of the current run; `None` while paused.
    since: Option<Timestamp>,
}

/// A press of the clock, that is, a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockPress {
    /// The side that moved.
    pub color: Color,
    /// Time spent on the move.
    pub spent: Millis,
    /// Time of both sides at the beginning of the turn.
    pub before: ByColor<Millis>,
    /// Time of both sides after the move, bonus included.
    pub after: ByColor<Millis>,
}

/// The reason why a clock cannot be pressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockError {
    /// The clock is not running.
    Stopped,
    /// The flag of this side has fallen.
    Flagged(Color),
}

impl Clock {
    /// A stopped clock with the initial times.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let left = ByColor::new_with(|color| control.initial(color).unwrap_or_default());
        Clock { control, left, turn: None, presses: Vec::new() }
    }

    /// A clock that is kept elsewhere, for example by a server, as of `at`. `delay` is what is left of the
    /// delay of the running side.
    #[must_use]
    pub fn from_remote(
        control: TimeControl,
        left: ByColor<Millis>,
        running: Option<Color>,
        delay: Millis,
        at: Timestamp,
    ) -> Clock {
        let mut clock = Clock { control, left, turn: None, presses: Vec::new() };
        clock.turn = running.map(|color| Turn {
            color,
            used: clock.delay(color).saturating_sub(delay),
            since: Some(at),
        });
        clock
    }

    /// Replaces the recorded presses, for moves that were timed elsewhere.
    #[must_use]
    pub fn with_presses(self, presses: Vec<ClockPress>) -> Clock {
        Clock { presses, ..self }
    }

    /// The time control.
    #[must_use]
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The side to move, running or paused; `None` before the start.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.turn.map(|turn| turn.color)
    }

    /// Returns true if the clock is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.turn.is_some_and(|turn| turn.since.is_some())
    }

    /// The recorded presses.
    #[must_use]
    pub fn presses(&self) -> &[ClockPress] {
        &self.presses
    }

    /// Time left of a side; `None` without a limit.
    #[must_use]
    pub fn left(&self, color: Color, now: Timestamp) -> Option<Millis> {
        self.control.initial(color)?;
        Some(match self.turn {
            Some(turn) if turn.color == color => {
                self.left[color].saturating_sub(self.charged(turn, turn.used_at(now)))
            }
            _ => self.left[color],
        })
    }

    /// Rest of the delay of the running side.
    #[must_use]
    pub fn delay_left(&self, now: Timestamp) -> Millis {
        match self.turn {
            Some(turn) => self.delay(turn.color).saturating_sub(turn.used_at(now)),
            None => Millis::ZERO,
        }
    }

    /// The side whose flag has fallen.
    #[must_use]
    pub fn flagged(&self, now: Timestamp) -> Option<Color> {
        let turn = self.turn?;
        let out_of_time = self.left(turn.color, now)? == Millis::ZERO && self.delay_left(now) == Millis::ZERO;
        out_of_time.then_some(turn.color)
    }

    /// Time at which the flag of the running side will fall.
    #[must_use]
    pub fn flags_at(&self) -> Option<Timestamp> {
        let turn = self.turn?;
        self.control.initial(turn.color)?;
        Some(turn.since? + (self.left[turn.color] + self.delay(turn.color)).saturating_sub(turn.used))
    }

    /// Starts the clock of a side, or resumes it after a pause. Does nothing if it is the other side's turn:
    /// after the start only a press switches the turn.
    pub fn start(&mut self, color: Color, now: Timestamp) {
        let turn = self.turn.get_or_insert(Turn { color, used: Millis::ZERO, since: None });
        if turn.color == color {
            turn.since = turn.since.or(Some(now));
        }
    }

    /// Pauses the clock; the time used in this turn is kept.
    pub fn pause(&mut self, now: Timestamp) {
        if let Some(turn) = &mut self.turn {
            *turn = Turn { used: turn.used_at(now), since: None, ..*turn };
        }
    }

    /// The running side has moved: adds its bonus and starts the clock of the other side.
    ///
    /// # Errors
    /// The clock is not running or the flag has fallen; the clock is unchanged.
    pub fn press(&mut self, now: Timestamp) -> Result<ClockPress, ClockError> {
        self.press_with_lag_compensation(now, Millis::ZERO)
    }

    /// As [`press`](Clock::press) with lag compensation: the mover is not charged for `lag`, the time the
    /// move was on its way.
    ///
    /// # Errors
    /// The clock is not running or the flag had fallen when the move was sent; the clock is unchanged.
    pub fn press_with_lag_compensation(
        &mut self,
        now: Timestamp,
        lag: Millis,
    ) -> Result<ClockPress, ClockError> {
        let turn = self.turn.filter(|turn| turn.since.is_some()).ok_or(ClockError::Stopped)?;
        let spent = turn.used_at(now).saturating_sub(lag);
        let color = turn.color;
        let before = self.left;
        if self.control.initial(color).is_some() && spent >= before[color] + self.delay(color) {
            return Err(ClockError::Flagged(color));
        }
        self.left[color] = self.left_after_move(turn, spent);
        self.turn = Some(Turn { color: !color, used: Millis::ZERO, since: Some(now) });
        let press = ClockPress { color, spent, before, after: self.left };
        self.presses.push(press);
        Ok(press)
    }

    /// Adds time to a side.
    pub fn add_time(&mut self, color: Color, gift: Millis) {
        self.left[color] = self.left[color] + gift;
    }

    /// Undoes the last `presses` presses: both sides get back the time they had at the beginning of the first
    /// undone turn, and the clock of the side to move restarts if the clock was running. Time added since
    /// then is lost.
    pub fn take_back(&mut self, presses: usize, now: Timestamp) {
        let first_undone = self.presses.len().saturating_sub(presses);
        if let Some(&press) = self.presses.get(first_undone) {
            self.presses.truncate(first_undone);
            self.left = press.before;
            let since = self.is_running().then_some(now);
            self.turn = Some(Turn { color: press.color, used: Millis::ZERO, since });
        }
    }

    fn delay(&self, color: Color) -> Millis {
        match self.control.bonus(color) {
            Bonus::Delay(delay) => delay,
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Millis::ZERO,
        }
    }

    /// The part of the used time that is charged, after the delay.
    fn charged(&self, turn: Turn, used: Millis) -> Millis {
        used.saturating_sub(self.delay(turn.color))
    }

    fn left_after_move(&self, turn: Turn, spent: Millis) -> Millis {
        if let TimeControl::Correspondence { days } = self.control {
            // Each move has its own days; added time lasts until the move.
            return Millis::days(days.get());
        }
        let left = self.left[turn.color].saturating_sub(self.charged(turn, spent));
        match self.control.bonus(turn.color) {
            Bonus::None | Bonus::Delay(_) => left,
            Bonus::Increment(increment) => left + increment,
            Bonus::Bronstein(delay) => left + spent.min(delay),
        }
    }
}

impl Turn {
    fn used_at(&self, now: Timestamp) -> Millis {
        self.used + self.since.map_or(Millis::ZERO, |since| now.since(since))
    }
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockError::Stopped => f.write_str("the clock is not running"),
            ClockError::Flagged(color) => write!(f, "{color}'s time has run out"),
        }
    }
}

impl std::error::Error for ClockError {}
