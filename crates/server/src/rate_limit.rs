//! How much somebody may do at once and in the long run.

use std::time::Duration;

use game::Timestamp;

/// So many at once, and one more each time this span has passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) every: Duration,
}

/// What is left of a pace for one who keeps to it or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    rate: Rate,
    /// The moment at which everything will be allowed again, in microseconds.
    full_at: u64,
}

impl TokenBucket {
    /// Everything is allowed.
    pub(crate) fn new(pace: Rate) -> TokenBucket {
        TokenBucket { rate: pace, full_at: 0 }
    }

    /// Whether one more is allowed now; if so it counts.
    pub(crate) fn try_take(&mut self, now: Timestamp) -> bool {
        let (now, every) = (micros(now), u64::try_from(self.rate.every.as_micros()).unwrap_or(u64::MAX));
        let owed = self.full_at.saturating_sub(now).saturating_add(every);
        let allowed = owed <= every.saturating_mul(self.rate.burst.into());
        if allowed {
            self.full_at = now.saturating_add(owed);
        }
        allowed
    }

    /// Whether nothing is remembered any more that a new bucket would not know.
    pub(crate) fn is_full(&self, now: Timestamp) -> bool {
        self.full_at <= micros(now)
    }
}

fn micros(at: Timestamp) -> u64 {
    at.0.saturating_mul(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_one_at_a_time() {
        let mut bucket = TokenBucket::new(Rate { burst: 3, every: Duration::from_millis(100) });
        let mut check = |at, expected| assert_eq!(bucket.try_take(Timestamp(at)), expected, "{at}");
        for _ in 0..3 {
            check(1_000, true);
        }
        check(1_000, false);
        check(1_099, false);
        check(1_100, true);
        check(1_100, false);
        check(1_400, true);
        check(1_400, true);
        check(1_400, true);
        check(1_400, false);
    }

    #[test]
    fn more_than_one_in_a_millisecond_are_counted_as_well() {
        let mut bucket = TokenBucket::new(Rate { burst: 3, every: Duration::from_micros(400) });
        let mut taken = |at| (0..9).filter(|_| bucket.try_take(Timestamp(at))).count();
        assert_eq!((taken(1), taken(2), taken(3), taken(100)), (3, 2, 3, 3));
    }

    #[test]
    fn it_fills_up_again() {
        let mut bucket = TokenBucket::new(Rate { burst: 2, every: Duration::from_millis(10) });
        assert!(bucket.is_full(Timestamp(5)));
        bucket.try_take(Timestamp(5));
        assert!(!bucket.is_full(Timestamp(14)));
        assert!(bucket.is_full(Timestamp(15)));
    }
}
