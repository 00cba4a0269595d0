//! Request rates of API tokens.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use game::Timestamp;

use super::{LruMap, Rate, TokenBucket};
use crate::store::ApiTokenId;
use crate::sync::lock;

/// Requests per token: a move a second in each of a hundred games.
const REQUESTS: Rate = Rate { burst: 500, every: Duration::from_millis(10) };

/// New games, challenges and seeks per token: each may become a stored game.
const NEW_GAMES: Rate = Rate { burst: 100, every: Duration::from_secs(1) };

/// Tokens remembered. A token that is forgotten starts with full buckets.
const CAPACITY: usize = 10_000;

/// Rates per API token. The lock is never held across an `await`.
#[derive(Debug)]
pub(crate) struct ApiRates(Mutex<LruMap<ApiTokenId, Buckets>>);

#[derive(Clone, Copy, Debug)]
struct Buckets {
    requests: TokenBucket,
    new_games: TokenBucket,
}

impl ApiRates {
    /// Takes a token of the bucket for requests.
    pub(crate) fn allow_request(&self, token: ApiTokenId, now: Timestamp) -> bool {
        let mut map = self.lock();
        map.get_or_insert_with(token, Buckets::new).requests.try_take(now)
    }

    /// Takes a token of the bucket for new games.
    pub(crate) fn allow_new_game(&self, token: ApiTokenId, now: Timestamp) -> bool {
        let mut map = self.lock();
        map.get_or_insert_with(token, Buckets::new).new_games.try_take(now)
    }

    fn lock(&self) -> MutexGuard<'_, LruMap<ApiTokenId, Buckets>> {
        lock(&self.0)
    }
}

impl Default for ApiRates {
    fn default() -> ApiRates {
        ApiRates(Mutex::new(LruMap::new(CAPACITY)))
    }
}

impl Buckets {
    fn new() -> Buckets {
        Buckets { requests: TokenBucket::new(REQUESTS), new_games: TokenBucket::new(NEW_GAMES) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_has_its_own_rates() {
        let rates = ApiRates::default();
        let (one, other) = (ApiTokenId::from_bits(1), ApiTokenId::from_bits(2));
        let requests = |token, at| (0..1_000).filter(|_| rates.allow_request(token, Timestamp(at))).count();
        let games = |token, at| (0..1_000).filter(|_| rates.allow_new_game(token, Timestamp(at))).count();
        assert_eq!((requests(one, 5), games(one, 5)), (500, 100));
        assert_eq!((requests(one, 1_005), games(one, 1_005)), (100, 1));
        assert_eq!((requests(other, 5), games(other, 5)), (500, 100));
    }
}
