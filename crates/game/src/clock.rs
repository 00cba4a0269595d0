//! A chess clock as a pure value: it knows when it was pressed, and is told what time it is.

use std::fmt;

use rules::{ByColor, Color};

use crate::{Bonus, Millis, TimeControl, Timestamp};

/// Both sides' time.
///
/// The clock stands still until [`start`](Clock::start) and remembers every press, so that moves can be taken back and
/// each move's time can be written beside it. A flag has fallen when the time left is exactly zero.
///
/// ```
/// use game::{Allowance, Bonus, Clock, Millis, TimeControl, Timestamp};
/// use rules::Color;
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
    /// Time left when the present turn began; nothing is read from it without a time control.
    left: ByColor<Millis>,
    turn: Option<Turn>,
    presses: Vec<ClockPress>,
}

/// A side's turn, from press to press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    color: Color,
    /// Used in this turn before the last pause.
    used: Millis,
    /// Running since then; `None` while paused.
    since: Option<Timestamp>,
}

/// A move as the clock saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockPress {
    /// Who moved.
    pub color: Color,
    /// How long the move took.
    pub spent: Millis,
    /// Both sides' time when the turn began.
    pub before: ByColor<Millis>,
    /// Both sides' time after the move, its bonus included.
    pub after: ByColor<Millis>,
}

/// Why a clock could not be pressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockError {
    /// It is not running.
    Stopped,
    /// That side's time had run out before.
    Flagged(Color),
}

impl Clock {
    /// A clock that is set and stands still.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let left = ByColor::new_with(|color| control.initial(color).unwrap_or_default());
        Clock { control, left, turn: None, presses: Vec::new() }
    }

    /// A clock that somebody else keeps, as it stood at a moment. Its running side has this much of its delay still to
    /// come.
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

    /// The same clock with a record of the moves so far, for those that somebody else has timed.
    #[must_use]
    pub fn with_presses(self, presses: Vec<ClockPress>) -> Clock {
        Clock { presses, ..self }
    }

    /// What the players agreed on.
    #[must_use]
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The side whose turn it is on the clock, paused or not; `None` before the start.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.turn.map(|turn| turn.color)
    }

    /// Whether a side's time is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.turn.is_some_and(|turn| turn.since.is_some())
    }

    /// The presses so far.
    #[must_use]
    pub fn presses(&self) -> &[ClockPress] {
        &self.presses
    }

    /// The time a side has left; `None` when there is no limit.
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

    /// How long the delay of the running side still holds its clock.
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

    /// The moment at which the running side's flag will fall, if nothing happens before.
    #[must_use]
    pub fn flags_at(&self) -> Option<Timestamp> {
        let turn = self.turn?;
        self.control.initial(turn.color)?;
        Some(turn.since? + (self.left[turn.color] + self.delay(turn.color)).saturating_sub(turn.used))
    }

    /// Starts a side's time, or goes on with it after a pause. Once a clock has begun, only a press hands the turn over:
    /// if it is the other side's, nothing happens.
    pub fn start(&mut self, color: Color, now: Timestamp) {
        let turn = self.turn.get_or_insert(Turn { color, used: Millis::ZERO, since: None });
        if turn.color == color {
            turn.since = turn.since.or(Some(now));
        }
    }

    /// Stops the time; what was used of the present turn stays used.
    pub fn pause(&mut self, now: Timestamp) {
        if let Some(turn) = &mut self.turn {
            *turn = Turn { used: turn.used_at(now), since: None, ..*turn };
        }
    }

    /// The side whose time runs has moved: its bonus is added and the other side's time begins.
    ///
    /// # Errors
    /// If the clock stands still or the flag has fallen; nothing is changed then.
    pub fn press(&mut self, now: Timestamp) -> Result<ClockPress, ClockError> {
        self.press_with_lag_compensation(now, Millis::ZERO)
    }

    /// As [`press`](Clock::press), for a move that was so long on its way: the mover is not charged for that, and the
    /// other side's time begins now.
    ///
    /// # Errors
    /// If the clock stands still or the flag had fallen when the move was sent; nothing is changed then.
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

    /// Gives a side extra time.
    pub fn add_time(&mut self, color: Color, gift: Millis) {
        self.left[color] = self.left[color] + gift;
    }

    /// Undoes so many presses: both sides have the time again that they had when the move was begun, and the time of
    /// the side that is now to move begins to run if the clock was running. Gifts since then are taken back too.
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

    /// How much of the time used comes off the clock.
    fn charged(&self, turn: Turn, used: Millis) -> Millis {
        used.saturating_sub(self.delay(turn.color))
    }

    fn left_after_move(&self, turn: Turn, spent: Millis) -> Millis {
        if let TimeControl::Correspondence { days } = self.control {
            // Each move has its own days; what was given on top of them is kept until then.
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
