//! Grace periods for absent players.

use game::{Millis, TimeControl};
use protocol::Speed;

/// Absence after which the opponent may claim the game: a tenth of the estimated thinking time, within
/// bounds. Never in correspondence, where the clock decides.
pub(crate) fn absence(control: &TimeControl) -> Option<Millis> {
    match control {
        TimeControl::Clock(sides) => {
            let estimate = Speed::estimated_duration(sides.white).max(Speed::estimated_duration(sides.black));
            Some(Millis(estimate.0 / 10).clamp(Millis::seconds(15), Millis::minutes(2)))
        }
        TimeControl::Unlimited => Some(Millis::minutes(5)),
        TimeControl::Correspondence { .. } => None,
    }
}

/// Time for each side's first move before the game is aborted. The clocks do not run until both sides have
/// moved, so that a loading page costs no time.
pub(crate) fn first_move(control: &TimeControl) -> Option<Millis> {
    match control {
        TimeControl::Clock(sides) => {
            let estimate = Speed::estimated_duration(sides.white).min(Speed::estimated_duration(sides.black));
            Some(Millis(estimate.0 / 6).clamp(Millis::seconds(20), Millis::minutes(1)))
        }
        TimeControl::Unlimited | TimeControl::Correspondence { .. } => None,
    }
}

/// Time to reconnect after an outage: the clock of the side to move is held, and absence does not count.
pub(crate) const RECONNECT_GRACE: Millis = Millis::seconds(20);

/// Outages from this length on postpone the end of an invitation.
pub(crate) const LONG_OUTAGE: Millis = Millis::minutes(60);

/// A game without a clock ends after this time without a move.
pub(crate) const INACTIVITY: Millis = Millis::days(30);

/// The same against the computer, since others want its seat.
pub(crate) const COMPUTER_INACTIVITY: Millis = Millis::days(1);

/// Time the computer waits for an absent opponent, since others want its seat. Longer than [`absence`], after
/// which a person may claim the game; the clock is often faster.
pub(crate) const COMPUTER_PATIENCE: Millis = Millis::minutes(60);

/// Time until an open invitation expires.
pub(crate) fn invitation(control: &TimeControl) -> Millis {
    match control {
        TimeControl::Clock(_) => Millis::days(1),
        TimeControl::Unlimited | TimeControl::Correspondence { .. } => Millis::days(14),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use game::{Allowance, Bonus};

    use super::*;

    #[test]
    fn grace_grows_with_the_length_of_the_game() {
        let check = |minutes: u32, away: u32, first: u32| {
            let control = TimeControl::same(Allowance::new(Millis::minutes(minutes), Bonus::None).unwrap());
            assert_eq!(absence(&control), Some(Millis::seconds(away)), "{minutes}");
            assert_eq!(first_move(&control), Some(Millis::seconds(first)), "{minutes}");
        };
        check(1, 15, 20);
        check(3, 18, 30);
        check(10, 60, 60);
        check(90, 120, 60);
    }

    #[test]
    fn correspondence_has_no_grace() {
        let control = TimeControl::Correspondence { days: NonZeroU32::MIN };
        assert_eq!((absence(&control), first_move(&control)), (None, None));
        assert_eq!(first_move(&TimeControl::Unlimited), None);
    }
}
