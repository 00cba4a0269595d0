//! How much time the players have agreed on.

use std::num::NonZeroU32;

use rules::{ByColor, Color};

use crate::Millis;

/// The agreement about time.
///
/// ```
/// use game::{Allowance, Bonus, Millis, TimeControl};
/// use rules::ByColor;
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
    /// So many days for every single move.
    Correspondence {
        /// Days for a move.
        days: NonZeroU32,
    },
}

/// What one side has on the clock. There is always some time: see [`Allowance::new`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allowance {
    base: Millis,
    bonus: Bonus,
}

/// What a side gets for every move it makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Fischer: this much is added after each move, so quick moves gain time.
    Increment(Millis),
    /// Bronstein: the time used for the move is given back after it, up to this much. The clock never gains, and a
    /// flag can fall within the delay.
    Bronstein(Millis),
    /// Simple delay: the clock waits this long before it runs.
    Delay(Millis),
}

impl TimeControl {
    /// A clock with the same time for both sides.
    #[must_use]
    pub const fn same(allowance: Allowance) -> TimeControl {
        TimeControl::Clock(ByColor { white: allowance, black: allowance })
    }

    /// What a side's clock shows at the start; `None` without a clock.
    #[must_use]
    pub fn initial(&self, color: Color) -> Option<Millis> {
        match *self {
            TimeControl::Unlimited => None,
            TimeControl::Clock(allowances) => Some(allowances[color].initial()),
            TimeControl::Correspondence { days } => Some(Millis::days(days.get())),
        }
    }

    /// What a side gets for a move.
    #[must_use]
    pub fn bonus(&self, color: Color) -> Bonus {
        match self {
            TimeControl::Clock(allowances) => allowances[color].bonus,
            TimeControl::Unlimited | TimeControl::Correspondence { .. } => Bonus::None,
        }
    }
}

impl Allowance {
    /// A base time and a bonus, unless both are nothing.
    #[must_use]
    pub fn new(base: Millis, bonus: Bonus) -> Option<Allowance> {
        (base > Millis::ZERO || bonus.amount() > Millis::ZERO).then_some(Allowance { base, bonus })
    }

    /// The time before any bonus.
    #[must_use]
    pub const fn base(self) -> Millis {
        self.base
    }

    /// What each move earns.
    #[must_use]
    pub const fn bonus(self) -> Bonus {
        self.bonus
    }

    /// What the clock shows at the start: the base, or for a clock that lives on its bonus alone the first bonus.
    #[must_use]
    pub fn initial(self) -> Millis {
        match self.bonus {
            Bonus::Increment(amount) | Bonus::Bronstein(amount) if self.base == Millis::ZERO => amount,
            _ => self.base,
        }
    }
}

impl Bonus {
    /// How much it is, whatever its kind.
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
