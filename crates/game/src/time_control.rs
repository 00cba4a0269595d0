//! Time controls.

use std::num::NonZeroU32;

use rules::{ByColor, Color};

use crate::Millis;

/// Time control of a game.
///
/// ```
/// use hanpan_game::{Allowance, Bonus, Millis, TimeControl};
/// use hanpan_game::rules::ByColor;
/// let blitz = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
/// let handicap = Allowance::new(Millis::minutes(1), Bonus::None).unwrap();
/// let odds = TimeControl::Clock(ByColor { white: handicap, black: blitz });
/// assert_ne!(odds, TimeControl::same(blitz));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    Unlimited,
    /// A chess clock; the sides may have different times.
    Clock(ByColor<Allowance>),
    /// Correspondence: a number of days for each move.
    Correspondence {
        /// Days per move.
        days: NonZeroU32,
    },
}

/// Base time and bonus of one side. Never zero: see [`Allowance::new`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allowance {
    base: Millis,
    bonus: Bonus,
}

/// Time that a side gets for each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bonus {
    /// No bonus.
    #[default]
    None,
    /// Fischer increment: added after each move.
    Increment(Millis),
    /// Bronstein delay: the time spent on the move is returned after it, up to this amount. The clock never
    /// gains time, and the flag can fall during the delay.
    Bronstein(Millis),
    /// Simple (US) delay: the clock starts after this time.
    Delay(Millis),
}

impl TimeControl {
    /// A clock with the same allowance for both sides.
    #[must_use]
    pub const fn same(allowance: Allowance) -> TimeControl {
        TimeControl::Clock(ByColor { white: allowance, black: allowance })
    }

    /// Initial time of a side; `None` without a clock.
    #[must_use]
    pub fn initial(&self, color: Color) -> Option<Millis> {
        match *self {
            TimeControl::Unlimited => None,
            TimeControl::Clock(allowances) => Some(allowances[color].initial()),
            TimeControl::Correspondence { days } => Some(Millis::days(days.get())),
        }
    }

    /// Bonus of a side.
    #[must_use]
    pub fn bonus(&self, color: Color) -> Bonus {
        match self {
            TimeControl::Clock(allowances) => allowances[color].bonus,
            TimeControl::Unlimited | TimeControl::Correspondence { .. } => Bonus::None,
        }
    }
}

impl Allowance {
    /// A base time and a bonus; `None` if both are zero.
    #[must_use]
    pub fn new(base: Millis, bonus: Bonus) -> Option<Allowance> {
        (base > Millis::ZERO || bonus.amount() > Millis::ZERO).then_some(Allowance { base, bonus })
    }

    /// Base time.
    #[must_use]
    pub const fn base(self) -> Millis {
        self.base
    }

    /// Bonus for each move.
    #[must_use]
    pub const fn bonus(self) -> Bonus {
        self.bonus
    }

    /// Initial time: the base, or the bonus if the base is zero.
    #[must_use]
    pub fn initial(self) -> Millis {
        match self.bonus {
            Bonus::Increment(amount) | Bonus::Bronstein(amount) if self.base == Millis::ZERO => amount,
            _ => self.base,
        }
    }
}

impl Bonus {
    /// Amount of the bonus, regardless of its kind.
    #[must_use]
    pub const fn amount(self) -> Millis {
        match self {
            Bonus::None => Millis::ZERO,
            Bonus::Increment(amount) | Bonus::Bronstein(amount) | Bonus::Delay(amount) => amount,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_never_zero() {
        assert_eq!(Allowance::new(Millis::ZERO, Bonus::None), None);
        assert_eq!(Allowance::new(Millis::ZERO, Bonus::Delay(Millis::ZERO)), None);
        let check = |base, bonus, initial| {
            assert_eq!(Allowance::new(Millis(base), bonus).map(Allowance::initial), Some(Millis(initial)));
        };
        check(1, Bonus::None, 1);
        check(0, Bonus::Increment(Millis(3)), 3);
        check(0, Bonus::Bronstein(Millis(3)), 3);
        check(0, Bonus::Delay(Millis(3)), 0);
        check(5, Bonus::Increment(Millis(3)), 5);
    }
}
