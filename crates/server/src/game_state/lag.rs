//! What a player is given back for the network.
//!
//! A move needs a round trip: the opponent's move has to come, the answer to go. The server measures that and takes it off
//! the mover's time, but not without end: each side has a quota that grows with every move and shrinks by what it uses.
//! So an unsteady line is made up for, and one who answers slowly on purpose gains little.

use game::{Allowance, Millis, TimeControl};
use protocol::Speed;
use rules::Color;

/// The quota of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LagQuota {
    left: Millis,
    gain: Millis,
}

/// The most a quota grows with a move.
const MAX_GAIN: Millis = Millis::seconds(1);
/// What it grows with a move in the shortest of games.
const MIN_GAIN: Millis = Millis(150);
/// How many gains there are at the start, and how many there can be.
const INITIAL_GAINS: u64 = 3;
const MAX_GAINS: u64 = 7;

impl LagQuota {
    /// The quota at the start of a game; none without a chess clock.
    pub(crate) fn new(control: &TimeControl, color: Color) -> LagQuota {
        let gain = match control {
            TimeControl::Clock(sides) => gain_per_move(sides[color]),
            TimeControl::Unlimited | TimeControl::Correspondence { .. } => Millis::ZERO,
        };
        LagQuota { left: Millis(INITIAL_GAINS * gain.0), gain }
    }

    /// How much of a delay is made up for now.
    pub(crate) fn compensation(self, lag: Millis) -> Millis {
        lag.min(self.left)
    }

    /// The quota after a move for which this much was made up.
    pub(crate) fn after_move(self, used: Millis) -> LagQuota {
        let left = (self.left.saturating_sub(used) + self.gain).min(Millis(MAX_GAINS * self.gain.0));
        LagQuota { left, ..self }
    }
}

/// A second at most: 0.4 hundredths of a second for each second that the game is estimated to last, and 15 hundredths.
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
    fn it_starts_with_three_gains_and_never_holds_more_than_seven() {
        let mut quota = quota(60, 0);
        assert_eq!(quota.compensation(Millis(9_999)), Millis(3 * 390));
        for _ in 0..10 {
            quota = quota.after_move(Millis::ZERO);
        }
        assert_eq!(quota.compensation(Millis(9_999)), Millis(7 * 390));
    }

    #[test]
    fn what_is_used_is_gone() {
        let quota = quota(60, 0);
        assert_eq!(quota.compensation(Millis(100)), Millis(100));
        let spent = quota.after_move(quota.compensation(Millis(5_000)));
        assert_eq!(spent.compensation(Millis(5_000)), Millis(390));
        assert_eq!(
            spent.after_move(Millis(390)).compensation(Millis(5_000)),
            Millis(390),
            "it goes on with one gain a move"
        );
    }

    #[test]
    fn without_a_chess_clock_nothing_is_made_up_for() {
        let quota = LagQuota::new(&TimeControl::Unlimited, Color::Black);
        assert_eq!(quota.compensation(Millis(100)), Millis::ZERO);
        assert_eq!(quota.after_move(Millis::ZERO).compensation(Millis(100)), Millis::ZERO);
    }
}
