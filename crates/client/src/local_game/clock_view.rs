//! Clock display and low-time warning.

use game::{Bonus, Clock, Millis, Timestamp};
use rules::Color;

use super::LocalGame;

/// Clock of a side as displayed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockView {
    /// Time left.
    pub left: Millis,
    /// Remaining delay.
    pub delay: Millis,
    /// True if the clock of this side runs.
    pub is_running: bool,
    /// True at or below the low-time threshold.
    pub is_low: bool,
}

impl ClockView {
    /// Tenths are shown below this time.
    pub const TENTHS_BELOW: Millis = Millis::seconds(10);

    /// `h:mm:ss` or `m:ss`, rounded up; with tenths below [`TENTHS_BELOW`](ClockView::TENTHS_BELOW).
    #[must_use]
    pub fn digits(&self) -> String {
        if self.left < ClockView::TENTHS_BELOW {
            let tenths = self.left.0.div_ceil(100);
            return format!("0:{:02}.{}", tenths / 10, tenths % 10);
        }
        let seconds = self.left.0.div_ceil(1_000);
        let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else {
            format!("{minutes}:{seconds:02}")
        }
    }
}

impl LocalGame {
    /// The clock of a side; `None` without a time control.
    #[must_use]
    pub fn clock_view(&self, color: Color, now: Timestamp) -> Option<ClockView> {
        let left = self.clock.left(color, now)?;
        let is_its_turn = self.clock.turn() == Some(color);
        Some(ClockView {
            left,
            delay: if is_its_turn { self.clock.delay_left(now) } else { Millis::ZERO },
            is_running: is_its_turn && self.clock.is_running(),
            is_low: left <= self.low_time(color)?,
        })
    }

    /// Low-time threshold: a tenth of the initial time, at least ten seconds and at most a minute.
    fn low_time(&self, color: Color) -> Option<Millis> {
        let tenth = Millis(self.clock.control().initial(color)?.0 / 10);
        Some(tenth.clamp(Millis::seconds(10), Millis::minutes(1)))
    }
}

/// Time spent on the current move, at most the time left.
pub(super) fn thinking_time(clock: &Clock, now: Timestamp) -> Millis {
    let Some(color) = clock.turn() else { return Millis::ZERO };
    let Some(left) = clock.left(color, now) else { return Millis::ZERO };
    let initial = clock.control().initial(color).unwrap_or_default();
    let before = clock.presses().last().map_or(initial, |press| press.after[color]);
    let delay = match clock.control().bonus(color) {
        Bonus::Delay(delay) => delay,
        Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Millis::ZERO,
    };
    before.saturating_sub(left) + delay.saturating_sub(clock.delay_left(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_digits_round_up() {
        let check = |millis, digits: &str| {
            let face =
                ClockView { left: Millis(millis), delay: Millis::ZERO, is_running: true, is_low: false };
            assert_eq!(face.digits(), digits);
        };
        check(0, "0:00.0");
        check(1, "0:00.1");
        check(9_950, "0:10.0");
        check(10_000, "0:10");
        check(59_001, "1:00");
        check(3_600_000, "1:00:00");
        check(5_400_000, "1:30:00");
    }
}
