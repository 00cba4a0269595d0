//! Times, clocks and time controls.

use game::{Allowance, Bonus, Millis, TimeControl};
use rules::Color;

use super::Locale;
use crate::ClockView;

/// Seconds in a unit, and the key of its plural forms.
const UNITS: [(u64, &str); 4] =
    [(86_400, "time.days"), (3_600, "time.hours"), (60, "time.minutes"), (1, "time.seconds")];

impl Locale {
    /// A duration: "3 minutes 5 seconds". Seconds are rounded up, so that "0 seconds" means that no time
    /// is left.
    #[must_use]
    pub fn time(self, span: Millis) -> String {
        let mut seconds = span.0.div_ceil(1_000);
        let mut text: Option<String> = None;
        for (length, key) in UNITS {
            let count = seconds / length;
            seconds %= length;
            let is_needed = count > 0 || length == 1 && text.is_none();
            if is_needed {
                let next = self.fill_plural(key, count, &[("count", &count)]);
                text = Some(match text {
                    Some(rest) => self.fill("time.next", &[("rest", &rest), ("next", &next)]),
                    None => next,
                });
            }
        }
        text.unwrap_or_default()
    }

    /// A side's clock for screen readers: "White: 3 minutes 5 seconds left".
    #[must_use]
    pub fn time_left(self, color: Color, left: Millis) -> String {
        self.fill("time.left", &[("color", &self.color(color)), ("time", &self.time(left))])
    }

    /// The digits of a clock; days and hours from one day on, as in correspondence games: "2 d 23 h".
    #[must_use]
    pub fn clock_digits(self, clock: &ClockView) -> String {
        const HOUR: u64 = 3_600_000;
        let hours = clock.left.0 / HOUR;
        match (hours / 24, hours % 24) {
            (0, _) => clock.digits(),
            (days, 0) => self.time(Millis(days * 24 * HOUR)),
            (days, hours) => self.fill("clock.days", &[("days", &days), ("hours", &hours)]),
        }
    }

    /// The low-time warning.
    #[must_use]
    pub fn low_time(self, color: Color) -> String {
        self.fill("game.low-time", &[("color", &self.color(color))])
    }

    /// A time control: "3 minutes + 2 seconds per move".
    #[must_use]
    pub fn time_control(self, control: &TimeControl) -> String {
        match *control {
            TimeControl::Unlimited => self.text("new.no-clock").to_owned(),
            TimeControl::Clock(sides) if sides.white == sides.black => self.allowance(sides.white),
            TimeControl::Clock(sides) => {
                let (white, black) = (self.allowance(sides.white), self.allowance(sides.black));
                self.fill("clock.each", &[("white", &white), ("black", &black)])
            }
            TimeControl::Correspondence { days } => {
                self.fill("clock.correspondence", &[("days", &self.time(Millis::days(days.get())))])
            }
        }
    }

    /// The time of one side: "3 minutes + 2 seconds per move".
    #[must_use]
    pub fn allowance(self, allowance: Allowance) -> String {
        let base = self.time(allowance.base());
        let key = match allowance.bonus() {
            Bonus::None => return base,
            bonus if bonus.amount() == Millis::ZERO => return base,
            Bonus::Increment(_) => "clock.increment",
            Bonus::Bronstein(_) => "clock.bronstein",
            Bonus::Delay(_) => "clock.delay",
        };
        self.fill(key, &[("base", &base), ("bonus", &self.time(allowance.bonus().amount()))])
    }
}
