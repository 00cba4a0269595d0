//! Token buckets.

use std::time::Duration;

use game::Timestamp;

/// Rate: at most `burst` at once, refilled by one per `every`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) every: Duration,
}

/// Token bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    rate: Rate,
    /// Time at which the bucket is full again, in microseconds.
    full_at: u64,
}

impl TokenBucket {
    /// Creates a full bucket.
    pub(crate) fn new(rate: Rate) -> TokenBucket {
        TokenBucket { rate, full_at: 0 }
    }

    /// Takes a token; returns false if the bucket is empty.
    pub(crate) fn try_take(&mut self, now: Timestamp) -> bool {
        let (now, every) = (micros(now), u64::try_from(self.rate.every.as_micros()).unwrap_or(u64::MAX));
        let owed = self.full_at.saturating_sub(now).saturating_add(every);
        let allowed = owed <= every.saturating_mul(self.rate.burst.into());
        if allowed {
            self.full_at = now.saturating_add(owed);
        }
        allowed
    }

    /// Gives the last token back.
    pub(crate) fn give_back(&mut self) {
        let every = u64::try_from(self.rate.every.as_micros()).unwrap_or(u64::MAX);
        self.full_at = self.full_at.saturating_sub(every);
    }

    /// Returns true if the bucket is full.
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
    fn a_burst_then_one_per_interval() {
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
    fn rates_above_one_per_millisecond_work() {
        let mut bucket = TokenBucket::new(Rate { burst: 3, every: Duration::from_micros(400) });
        let mut taken = |at| (0..9).filter(|_| bucket.try_take(Timestamp(at))).count();
        assert_eq!((taken(1), taken(2), taken(3), taken(100)), (3, 2, 3, 3));
    }

    #[test]
    fn a_token_given_back_can_be_taken_again_but_a_full_bucket_stays_as_it_is() {
        let mut bucket = TokenBucket::new(Rate { burst: 2, every: Duration::from_millis(10) });
        bucket.give_back();
        assert_eq!([(); 3].map(|()| bucket.try_take(Timestamp(5))), [true, true, false]);
        bucket.give_back();
        assert_eq!([(); 2].map(|()| bucket.try_take(Timestamp(5))), [true, false]);
    }

    #[test]
    fn the_bucket_refills() {
        let mut bucket = TokenBucket::new(Rate { burst: 2, every: Duration::from_millis(10) });
        assert!(bucket.is_full(Timestamp(5)));
        bucket.try_take(Timestamp(5));
        assert!(!bucket.is_full(Timestamp(14)));
        assert!(bucket.is_full(Timestamp(15)));
    }
}
