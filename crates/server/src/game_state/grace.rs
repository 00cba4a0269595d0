//! How long one waits for somebody.

use game::{Millis, TimeControl};
use protocol::Speed;

/// How long a player may be away before the other may claim the game: a tenth of the time a side is estimated to think,
/// within bounds. With days for each move nobody has to stay, and the clock decides.
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

/// How long each side's first move may take before the game is called off: the clocks stand still until both sides have
/// moved, so that nobody loses time to a page that loads.
pub(crate) fn first_move(control: &TimeControl) -> Option<Millis> {
    match control {
        TimeControl::Clock(sides) => {
            let estimate = Speed::estimated_duration(sides.white).min(Speed::estimated_duration(sides.black));
            Some(Millis(estimate.0 / 6).clamp(Millis::seconds(20), Millis::minutes(1)))
        }
        TimeControl::Unlimited | TimeControl::Correspondence { .. } => None,
    }
}

/// How long the clock of the side to move stands still after the server was away, for that side to come back; and how long
/// nobody is missed.
pub(crate) const RECONNECT_GRACE: Millis = Millis::seconds(20);

/// After this time without a move a game without a clock is over.
pub(crate) const INACTIVITY: Millis = Millis::days(30);

/// How long the computer sits before somebody who has left: others want its seat. It is more patient than a person, who may
/// claim the game after [`absence`], and a clock is often faster.
pub(crate) const COMPUTER_PATIENCE: Millis = Millis::minutes(60);

/// How long an invitation waits for somebody to sit down.
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
    fn the_longer_the_game_the_longer_one_waits() {
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
    fn days_are_their_own_grace() {
        let control = TimeControl::Correspondence { days: NonZeroU32::MIN };
        assert_eq!((absence(&control), first_move(&control)), (None, None));
        assert_eq!(first_move(&TimeControl::Unlimited), None);
    }
}
