//! Lag compensation.
//!
//! A move takes a network round trip. The server measures it (the shortest of the last minute) and deducts it
//! from the mover's thinking time. Three bounds keep a client from gaining by late answers:
//!
//! - The fastest reply of the side in this game: a round trip cannot take longer.
//! - A quota per side that shrinks by what is used and grows by a third of the time charged, at most by one
//!   gain per move. Over a game the compensation is at most two gains plus a third of the time charged.
//! - One second per move.
//!
//! The delay of the server's own writes is not lag: it is deducted as well ([`UnchargedTime`]), but uses up no quota.

use game::{Allowance, Millis, TimeControl};
use protocol::{DurationMillis, Speed};
use rules::Color;

/// Parts of the time of a move that are not charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct UnchargedTime {
    /// Lag compensation.
    pub(crate) lag: Option<DurationMillis>,
    /// Delay with which the side to move was told of its turn.
    pub(crate) write_delay: Option<DurationMillis>,
}

impl UnchargedTime {
    pub(crate) fn total(self) -> Millis {
        [self.lag, self.write_delay].into_iter().flatten().fold(Millis::ZERO, |sum, part| sum + part.into())
    }
}

/// Lag quota of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LagQuota {
    left: Millis,
    gain: Millis,
    /// Shortest time between the opponent's move and the reply.
    fastest_reply: Option<Millis>,
}

/// Maximum growth per move, and maximum compensation of a move.
const MAX_GAIN: Millis = Millis::seconds(1);
/// Growth per move in the shortest games.
const MIN_GAIN: Millis = Millis(150);
/// Initial quota and its cap, in multiples of the gain.
const INITIAL_GAINS: u64 = 2;
const MAX_GAINS: u64 = 3;
/// The quota grows by the time charged divided by this.
const CHARGED_PER_GAIN: u64 = 3;

impl LagQuota {
    /// Initial quota; zero without a chess clock.
    pub(crate) fn new(control: &TimeControl, color: Color) -> LagQuota {
        let gain = match control {
            TimeControl::Clock(sides) => gain_per_move(sides[color]),
            TimeControl::Unlimited | TimeControl::Correspondence { .. } => Millis::ZERO,
        };
        LagQuota { left: Millis(INITIAL_GAINS * gain.0), gain, fastest_reply: None }
    }

    /// Compensation for a measured lag.
    pub(crate) fn compensation(self, lag: Millis) -> Millis {
        let possible = self.fastest_reply.map_or(lag, |fastest| lag.min(fastest));
        possible.min(self.left).min(MAX_GAIN)
    }

    /// The quota after a move with this compensation and this time charged.
    pub(crate) fn after_move(self, used: Millis, charged: Millis) -> LagQuota {
        let gain = self.gain.min(Millis(charged.0 / CHARGED_PER_GAIN));
        let left = (self.left.saturating_sub(used) + gain).min(Millis(MAX_GAINS * self.gain.0));
        LagQuota { left, ..self }
    }

    /// The quota after a reply that arrived this long after the opponent's move.
    pub(crate) fn after_reply(self, elapsed: Millis) -> LagQuota {
        let fastest = self.fastest_reply.map_or(elapsed, |fastest| fastest.min(elapsed));
        LagQuota { fastest_reply: Some(fastest), ..self }
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
    fn the_quota_starts_with_two_gains_and_is_capped_at_three() {
        let mut quota = quota(15, 0);
        assert_eq!(quota.compensation(Millis(9_999)), Millis(2 * 210));
        for _ in 0..10 {
            quota = quota.after_move(Millis::ZERO, Millis(5_000));
        }
        assert_eq!(quota.compensation(Millis(9_999)), Millis(3 * 210));
    }

    #[test]
    fn a_move_is_compensated_by_one_second_at_most() {
        assert_eq!(quota(5_400, 30).compensation(Millis(9_999)), Millis(1_000));
    }

    #[test]
    fn the_quota_grows_with_the_time_charged() {
        let spent = quota(60, 0).after_move(Millis(780), Millis(90));
        assert_eq!(spent.compensation(Millis(400)), Millis(30), "a third of the time charged");
        assert_eq!(spent.after_move(Millis(30), Millis(9_000)).compensation(Millis(999)), Millis(390));
    }

    #[test]
    fn a_fast_reply_disproves_a_longer_lag() {
        let quota = quota(60, 0).after_reply(Millis(2_000)).after_reply(Millis(40)).after_reply(Millis(500));
        assert_eq!(quota.compensation(Millis(400)), Millis(40));
    }

    #[test]
    fn compensation_uses_up_the_quota() {
        let quota = quota(60, 0);
        assert_eq!(quota.compensation(Millis(100)), Millis(100));
        let spent = quota.after_move(quota.compensation(Millis(5_000)), Millis(5_000));
        assert_eq!(spent.compensation(Millis(5_000)), Millis(390));
        assert_eq!(
            spent.after_move(Millis(390), Millis(5_000)).compensation(Millis(5_000)),
            Millis(390),
            "one gain per move"
        );
    }

    #[test]
    fn without_a_chess_clock_there_is_no_compensation() {
        let quota = LagQuota::new(&TimeControl::Unlimited, Color::Black);
        assert_eq!(quota.compensation(Millis(100)), Millis::ZERO);
        assert_eq!(quota.after_move(Millis::ZERO, Millis(9_000)).compensation(Millis(100)), Millis::ZERO);
    }
}
