//! What an opponent can do, as numbers that grow together.

use std::time::Duration;

use crate::limits::Limits;
use crate::time::Budget;

/// The bounds within which an opponent plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Skill {
    /// How many positions it looks at for a move.
    pub(crate) nodes: u64,
    /// How likely it is not to think of an ordinary quiet move.
    pub(crate) blindness: f64,
    /// How far its judgement is off, in hundredths of a pawn.
    pub(crate) fog: f64,
    /// How much of its chance to win it gives for a move that it likes.
    pub(crate) whim: f64,
    /// What it gives up on, as much worse than the best, in hundredths of a pawn.
    pub(crate) margin: i32,
    /// How likely it is to see a mate in one.
    pub(crate) alertness: f64,
    /// For how many plies it knows an opening.
    pub(crate) book: u64,
    /// How many plies ahead it looks at most.
    pub(crate) depth: u8,
    /// How long it may take: a clock that runs out binds everybody.
    pub(crate) time: Option<Duration>,
}

/// Nobody of these looks further ahead.
const DEEPEST: u8 = 24;

impl Skill {
    /// Between none (0) and all (1000).
    pub(crate) fn of(power: u16) -> Skill {
        let x = f64::from(power) / 1000.0;
        let left = 1.0 - x;
        Skill {
            nodes: doubled(60, x * 10.2),
            blindness: 0.55 * left * left + 0.05 * left,
            fog: 280.0 * left * left + 10.0 * left,
            whim: 0.14 * left * left + 0.01 * left,
            margin: 25 + (left * 300.0) as i32,
            alertness: (0.70 + 0.6 * x).min(1.0),
            book: 2 + (x * 12.0) as u64,
            depth: DEEPEST,
            time: None,
        }
    }

    /// The same skill, looking no further than some limits allow.
    pub(crate) fn within(self, limits: &Limits) -> Skill {
        let Budget { soft, hard } = Budget::new(limits.time);
        Skill {
            nodes: limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)),
            depth: limits.depth.map_or(self.depth, |depth| depth.clamp(1, self.depth)),
            time: soft.or(hard),
            ..self
        }
    }
}

/// `base` doubled so many times; between two doublings it grows evenly.
fn doubled(base: u64, times: f64) -> u64 {
    let whole = times as u32;
    let rest = times - f64::from(whole);
    ((base << whole) as f64 * (1.0 + rest)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_power_is_more_of_everything() {
        for power in 0..1000 {
            let (less, more) = (Skill::of(power), Skill::of(power + 1));
            assert!(more.nodes >= less.nodes && more.book >= less.book);
            assert!(more.blindness < less.blindness && more.fog < less.fog && more.whim < less.whim);
            assert!(more.alertness >= less.alertness);
        }
        assert_eq!(doubled(40, 0.0), 40);
        assert_eq!(doubled(40, 1.5), 120);
        assert_eq!(doubled(60, 12.0), 245_760);
    }
}
