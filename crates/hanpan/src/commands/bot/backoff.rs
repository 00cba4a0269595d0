//! Delays between attempts to reach the server.

use std::time::Duration;

/// First delay.
const FIRST: Duration = Duration::from_millis(500);

/// Exponential back-off: every delay is twice the last one, up to the longest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Backoff {
    next: Duration,
    longest: Duration,
}

impl Backoff {
    /// For everything that is not a game.
    pub(super) const fn new() -> Backoff {
        Backoff { next: FIRST, longest: Duration::from_secs(30) }
    }

    /// For a game, whose clock runs.
    pub(super) const fn in_game() -> Backoff {
        Backoff { next: FIRST, longest: Duration::from_secs(4) }
    }

    /// The delay before the next attempt, at least as long as the server asks for.
    pub(super) fn next(&mut self, asked: Option<Duration>) -> Duration {
        let delay = self.next;
        self.next = (delay * 2).min(self.longest);
        delay.max(asked.unwrap_or_default())
    }

    /// Begins again after a success.
    pub(super) fn reset(&mut self) {
        self.next = FIRST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_a_limit_and_begin_again() {
        let check = |mut backoff: Backoff, expected: &[u128]| {
            let delays: Vec<_> = (0..expected.len()).map(|_| backoff.next(None).as_millis()).collect();
            assert_eq!(delays, expected);
            backoff.reset();
            assert_eq!(backoff.next(None), FIRST);
        };
        check(Backoff::new(), &[500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
        check(Backoff::in_game(), &[500, 1_000, 2_000, 4_000, 4_000]);
    }

    #[test]
    fn a_delay_is_never_shorter_than_the_server_asks() {
        let mut backoff = Backoff::new();
        assert_eq!(backoff.next(Some(Duration::from_secs(60))), Duration::from_secs(60));
        assert_eq!(backoff.next(Some(Duration::ZERO)), FIRST * 2);
    }
}
