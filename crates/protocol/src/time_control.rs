//! Time controls on the wire, validated on parsing.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;

use game::{Allowance, Bonus, Millis, TimeControl};
use rules::ByColor;
use serde::{Deserialize, Serialize};

use crate::DurationMillis;
use crate::wire::no_fields;

/// A [`TimeControl`] within the bounds of a server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub struct OnlineTimeControl(TimeControl);

/// Reason for rejecting a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControlError {
    /// Neither base time nor bonus.
    NoTime,
    /// Base time of more than a day.
    BaseTooLong,
    /// Bonus of more than ten minutes.
    BonusTooLong,
    /// Days per move outside 1 to 30.
    DaysOutOfRange,
}

impl OnlineTimeControl {
    /// Maximum base time.
    pub const MAX_BASE: Millis = Millis::days(1);
    /// Maximum bonus per move.
    pub const MAX_BONUS: Millis = Millis::minutes(10);
    /// Maximum days per move.
    pub const MAX_DAYS: u32 = 30;

    /// Validates the bounds.
    ///
    /// # Errors
    /// Returns the violated bound.
    pub fn new(control: TimeControl) -> Result<OnlineTimeControl, TimeControlError> {
        match control {
            TimeControl::Unlimited => {}
            TimeControl::Clock(allowances) => {
                for allowance in [allowances.white, allowances.black] {
                    if allowance.base() > OnlineTimeControl::MAX_BASE {
                        return Err(TimeControlError::BaseTooLong);
                    }
                    if allowance.bonus().amount() > OnlineTimeControl::MAX_BONUS {
                        return Err(TimeControlError::BonusTooLong);
                    }
                }
            }
            TimeControl::Correspondence { days } if days.get() > OnlineTimeControl::MAX_DAYS => {
                return Err(TimeControlError::DaysOutOfRange);
            }
            TimeControl::Correspondence { .. } => {}
        }
        Ok(OnlineTimeControl(control))
    }

    /// The validated time control.
    #[must_use]
    pub const fn get(self) -> TimeControl {
        self.0
    }
}

/// JSON form.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Wire {
    #[serde(deserialize_with = "no_fields")]
    Unlimited,
    Clock {
        white: WireAllowance,
        black: WireAllowance,
    },
    Correspondence {
        days: u32,
    },
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireAllowance {
    pub(crate) base: DurationMillis,
    #[serde(default, skip_serializing_if = "WireBonus::is_none")]
    pub(crate) bonus: WireBonus,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum WireBonus {
    #[default]
    #[serde(deserialize_with = "no_fields")]
    None,
    Increment {
        amount: DurationMillis,
    },
    Bronstein {
        amount: DurationMillis,
    },
    Delay {
        amount: DurationMillis,
    },
}

impl WireBonus {
    fn is_none(&self) -> bool {
        matches!(self, WireBonus::None)
    }
}

impl TryFrom<Wire> for OnlineTimeControl {
    type Error = TimeControlError;

    fn try_from(wire: Wire) -> Result<OnlineTimeControl, TimeControlError> {
        OnlineTimeControl::new(match wire {
            Wire::Unlimited => TimeControl::Unlimited,
            Wire::Clock { white, black } => {
                TimeControl::Clock(ByColor { white: white.to_allowance()?, black: black.to_allowance()? })
            }
            Wire::Correspondence { days } => TimeControl::Correspondence {
                days: NonZeroU32::new(days).ok_or(TimeControlError::DaysOutOfRange)?,
            },
        })
    }
}

impl From<OnlineTimeControl> for Wire {
    fn from(control: OnlineTimeControl) -> Wire {
        match control.0 {
            TimeControl::Unlimited => Wire::Unlimited,
            TimeControl::Clock(ByColor { white, black }) => {
                Wire::Clock { white: white.into(), black: black.into() }
            }
            TimeControl::Correspondence { days } => Wire::Correspondence { days: days.get() },
        }
    }
}

impl WireAllowance {
    fn to_allowance(self) -> Result<Allowance, TimeControlError> {
        let bonus = match self.bonus {
            WireBonus::None => Bonus::None,
            WireBonus::Increment { amount } => Bonus::Increment(amount.into()),
            WireBonus::Bronstein { amount } => Bonus::Bronstein(amount.into()),
            WireBonus::Delay { amount } => Bonus::Delay(amount.into()),
        };
        Allowance::new(self.base.into(), bonus).ok_or(TimeControlError::NoTime)
    }
}

impl From<Allowance> for WireAllowance {
    fn from(allowance: Allowance) -> WireAllowance {
        let bonus = match allowance.bonus() {
            Bonus::None => WireBonus::None,
            Bonus::Increment(amount) => WireBonus::Increment { amount: amount.into() },
            Bonus::Bronstein(amount) => WireBonus::Bronstein { amount: amount.into() },
            Bonus::Delay(amount) => WireBonus::Delay { amount: amount.into() },
        };
        WireAllowance { base: allowance.base().into(), bonus }
    }
}

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeControlError::NoTime => "no time at all",
            TimeControlError::BaseTooLong => "a base time of more than a day",
            TimeControlError::BonusTooLong => "a bonus of more than ten minutes",
            TimeControlError::DaysOutOfRange => "not 1 to 30 days",
        })
    }
}

impl Error for TimeControlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_out_of_bounds_are_rejected() {
        let check = |json: &str, expected: Result<(), &str>| {
            let read = serde_json::from_str::<OnlineTimeControl>(json)
                .map(|_| ())
                .map_err(|error| error.to_string());
            match expected {
                Ok(()) => assert_eq!(read, Ok(()), "{json}"),
                Err(words) => assert!(read.clone().is_err_and(|e| e.contains(words)), "{json}: {read:?}"),
            }
        };
        let clock = |side: &str| format!(r#"{{"type":"clock","white":{side},"black":{side}}}"#);
        check(r#"{"type":"unlimited"}"#, Ok(()));
        check(&clock(r#"{"base":60000}"#), Ok(()));
        check(&clock(r#"{"base":0,"bonus":{"type":"delay","amount":5000}}"#), Ok(()));
        check(&clock(r#"{"base":0}"#), Err("no time"));
        check(&clock(r#"{"base":86400001}"#), Err("more than a day"));
        check(&clock(r#"{"base":-1}"#), Err("invalid value"));
        check(&clock(r#"{"base":1,"bonus":{"type":"increment","amount":600001}}"#), Err("ten minutes"));
        check(r#"{"type":"correspondence","days":30}"#, Ok(()));
        check(r#"{"type":"correspondence","days":0}"#, Err("30 days"));
        check(r#"{"type":"correspondence","days":31}"#, Err("30 days"));
        check(r#"{"type":"hourglass"}"#, Err("unknown variant"));
    }
}
