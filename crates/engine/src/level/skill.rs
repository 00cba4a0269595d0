//! Skill parameters of a level, derived from its power.

use std::time::Duration;

use crate::limits::Limits;
use crate::search::time_management::TimeBudget;

/// Skill parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Skill {
    /// Nodes per move.
    pub(crate) nodes: u64,
    /// Probability of overlooking an ordinary quiet move.
    pub(crate) oversight_rate: f64,
    /// Amplitude of the evaluation error in centipawns.
    pub(crate) noise_amplitude: f64,
    /// Temperature of the move choice, in expected score.
    pub(crate) temperature: f64,
    /// Moves worse than the best by more than this are no candidates, in centipawns.
    pub(crate) candidate_margin: i32,
    /// Probability of seeing a mate in one.
    pub(crate) mate_in_one_rate: f64,
    /// Opening book depth in plies.
    pub(crate) book_plies: u64,
    /// Maximum depth in plies.
    pub(crate) depth: u8,
    /// Time limit of a move, if there is a clock.
    pub(crate) time: Option<Duration>,
}

/// Maximum depth of every level.
const MAX_DEPTH: u8 = 24;

impl Skill {
    /// Parameters for a power from 0 to 1000.
    pub(crate) fn from_power(power: u16) -> Skill {
        let x = f64::from(power) / 1000.0;
        let left = 1.0 - x;
        Skill {
            nodes: exp2_interpolated(60, x * 10.2),
            oversight_rate: 0.55 * left * left + 0.05 * left,
            noise_amplitude: 280.0 * left * left + 10.0 * left,
            temperature: 0.14 * left * left + 0.01 * left,
            candidate_margin: 25 + (left * 300.0) as i32,
            mate_in_one_rate: (0.70 + 0.6 * x).min(1.0),
            book_plies: 2 + (x * 12.0) as u64,
            depth: MAX_DEPTH,
            time: None,
        }
    }

    /// The skill within some limits.
    pub(crate) fn limited_by(self, limits: &Limits) -> Skill {
        let TimeBudget { soft, hard } = TimeBudget::new(limits.time);
        Skill {
            nodes: limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)),
            depth: limits.depth.map_or(self.depth, |depth| depth.clamp(1, self.depth)),
            time: soft.or(hard),
            ..self
        }
    }
}

/// `base` times two to the power of `times`, linear between whole powers.
fn exp2_interpolated(base: u64, times: f64) -> u64 {
    let whole = times as u32;
    let rest = times - f64::from(whole);
    ((base << whole) as f64 * (1.0 + rest)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_grows_with_power() {
        for power in 0..1000 {
            let (less, more) = (Skill::from_power(power), Skill::from_power(power + 1));
            assert!(more.nodes >= less.nodes && more.book_plies >= less.book_plies);
            assert!(
                more.oversight_rate < less.oversight_rate
                    && more.noise_amplitude < less.noise_amplitude
                    && more.temperature < less.temperature
            );
            assert!(more.mate_in_one_rate >= less.mate_in_one_rate);
        }
        assert_eq!(exp2_interpolated(40, 0.0), 40);
        assert_eq!(exp2_interpolated(40, 1.5), 120);
        assert_eq!(exp2_interpolated(60, 12.0), 245_760);
    }
}
