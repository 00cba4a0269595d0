//! Lag compensation.
//!
//! A move takes a network round trip. The server measures it and deducts it from the mover's thinking time,
//! limited by a quota per side that grows with every move and shrinks by what is used. This evens out an
//! unsteady connection, while delaying answers on purpose gains little.

use game::{Allowance, Millis, TimeControl};
use protocol::Speed;
use rules::Color;

/// Lag quota of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LagQuota {
    left: Millis,
    gain: Millis,
}

/// Maximum growth per move.
const MAX_GAIN: Millis = Millis::seconds(1);
/// Growth per move in the shortest games.
const MIN_GAIN: Millis = Millis(150);
/// Initial quota and its cap, in multiples of the gain.
const INITIAL_GAINS: u64 = 3;
const MAX_GAINS: u64 = 7;

impl LagQuota {
    /// Initial quota; zero without a chess clock.
    pub(crate) fn new(control: &TimeControl, color: Color) -> LagQuota {
        let gain = match control {
            TimeControl::Clock(sides) => gain_per_move(sides[color]),
            TimeControl::Unlimited | TimeControl::Correspondence { .. } => Millis::ZERO,
        };
        LagQuota { left: Millis(INITIAL_GAINS * gain.0), gain }
    }

    /// Compensation for a lag, limited by the quota.
    pub(crate) fn compensation(self, lag: Millis) -> Millis {
        lag.min(self.left)
    }

    /// The quota after a move with this compensation.
    pub(crate) fn after_move(self, used: Millis) -> LagQuota {
        let left = (self.left.saturating_sub(used) + self.gain).min(Millis(MAX_GAINS * self.gain.0));
        LagQuota { left, ..self }
    }
}

/// Growth per move: 150 ms plus 4 ms per estimated second of thinking time, at most 1 s.
fn gain_per_move(side: Allowance) -> Millis {
    let seconds = Speed::estimated_duration(side).0 / 1_000;
    (Millis(4 * seconds) + MIN_GAIN).min(MAX_GAIN)
}

#[cfg(test)]
mod tests {
    use game::Bonus;

    use super::*;

    fn quota(base: u32, increment: u32) -> LagQuota {
        let side =
            Allowance::new(Millis::seconds(base), Bonus::Increment(Millis::seconds(increment))).unwrap();
        LagQuota::new(&TimeControl::same(side), Color::White)
    }

    #[test]
    fn the_gain_depends_on_the_length_of_the_game() {
        let check = |base, increment, gain| {
            assert_eq!(quota(base, increment).gain, Millis(gain), "{base}+{increment}")
        };
        check(15, 0, 210);
        check(60, 0, 390);
        check(180, 0, 870);
        check(180, 2, 1_000); // 260 s are estimated
        check(5_400, 30, 1_000);
    }

    #[test]
    fn the_quota_starts_with_three_gains_and_is_capped_at_seven() {
        let mut quota = quota(60, 0);
        assert_eq!(quota.compensation(Millis(9_999)), Millis(3 * 390));
        for _ in 0..10 {
            quota = quota.after_move(Millis::ZERO);
        }
        assert_eq!(quota.compensation(Millis(9_999)), Millis(7 * 390));
    }

    #[test]
    fn compensation_uses_up_the_quota() {
        let quota = quota(60, 0);
        assert_eq!(quota.compensation(Millis(100)), Millis(100));
        let spent = quota.after_move(quota.compensation(Millis(5_000)));
        assert_eq!(spent.compensation(Millis(5_000)), Millis(390));
        assert_eq!(
            spent.after_move(Millis(390)).compensation(Millis(5_000)),
            Millis(390),
            "one gain per move"
        );
    }

    #[test]
    fn without_a_chess_clock_there_is_no_compensation() {
        let quota = LagQuota::new(&TimeControl::Unlimited, Color::Black);
        assert_eq!(quota.compensation(Millis(100)), Millis::ZERO);
        assert_eq!(quota.after_move(Millis::ZERO).compensation(Millis(100)), Millis::ZERO);
    }
}
