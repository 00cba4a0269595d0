//! Speed classes of time controls; ratings are per speed.

use std::fmt;

use game::{Allowance, Millis, TimeControl};
use serde::{Deserialize, Serialize};

/// A speed class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    /// Less than 3 minutes of estimated duration per side.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// Days per move.
    Correspondence,
    /// No clock; never rated.
    Unlimited,
}

/// Number of moves in the estimate of a game's duration.
const ESTIMATED_MOVES: u64 = 40;

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Speed; 6] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
        Speed::Unlimited,
    ];

    /// The speed of a time control; with time odds that of the faster side.
    ///
    /// ```
    /// use game::{Allowance, Bonus, Millis, TimeControl};
    /// use protocol::Speed;
    /// let control = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).map(TimeControl::same);
    /// assert_eq!(control.as_ref().map(Speed::of), Some(Speed::Blitz));
    /// ```
    #[must_use]
    pub fn of(control: &TimeControl) -> Speed {
        match control {
            TimeControl::Unlimited => Speed::Unlimited,
            TimeControl::Correspondence { .. } => Speed::Correspondence,
            TimeControl::Clock(sides) => {
                match Speed::estimated_duration(sides.white).min(Speed::estimated_duration(sides.black)).0
                    / 60_000
                {
                    0..3 => Speed::Bullet,
                    3..8 => Speed::Blitz,
                    8..25 => Speed::Rapid,
                    _ => Speed::Classical,
                }
            }
        }
    }

    /// Estimated duration per side: the base time and forty bonuses.
    #[must_use]
    pub fn estimated_duration(side: Allowance) -> Millis {
        side.base() + Millis(side.bonus().amount().0.saturating_mul(ESTIMATED_MOVES))
    }

    /// Name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
            Speed::Unlimited => "unlimited",
        }
    }

    /// Parses a [`name`](Speed::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.name() == name)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use game::Bonus;

    use super::*;

    #[test]
    fn speeds_follow_the_estimated_duration() {
        let check = |base, increment, expected| {
            let side = Allowance::new(Millis::seconds(base), Bonus::Increment(Millis::seconds(increment)));
            assert_eq!(
                side.map(TimeControl::same).as_ref().map(Speed::of),
                Some(expected),
                "{base}+{increment}"
            );
        };
        check(60, 0, Speed::Bullet);
        check(179, 0, Speed::Bullet);
        check(120, 1, Speed::Bullet);
        check(180, 0, Speed::Blitz);
        check(180, 2, Speed::Blitz);
        check(300, 5, Speed::Rapid);
        check(900, 10, Speed::Rapid);
        check(1_500, 0, Speed::Classical);
        assert_eq!(Speed::of(&TimeControl::Unlimited), Speed::Unlimited);
        for speed in Speed::ALL {
            assert_eq!(Speed::from_name(speed.name()), Some(speed));
        }
    }
}
