//! Rates of programs with an API token.

use std::sync::Mutex;
use std::time::Duration;

use game::Timestamp;
use protocol::PlayerId;

use super::{LruMap, Rate, TokenBucket};
use crate::store::ApiTokenId;
use crate::sync::lock;

/// Requests per token: a move a second in each of a hundred games.
const REQUESTS: Rate = Rate { burst: 500, every: Duration::from_millis(10) };

/// New games, challenges and seeks per player, with however many tokens: each may become a stored game.
const NEW_GAMES: Rate = Rate { burst: 100, every: Duration::from_secs(1) };

/// Tokens and players remembered. One that is forgotten starts with a full bucket.
const CAPACITY: usize = 10_000;

/// Rates of programs. The locks are never held across an `await`.
#[derive(Debug)]
pub(crate) struct ApiRates {
    requests: Mutex<LruMap<ApiTokenId, TokenBucket>>,
    new_games: Mutex<LruMap<PlayerId, TokenBucket>>,
}

impl ApiRates {
    /// Takes a token of the bucket for requests of an API token.
    pub(crate) fn allow_request(&self, token: ApiTokenId, now: Timestamp) -> bool {
        let mut buckets = lock(&self.requests);
        buckets.get_or_insert_with(token, || TokenBucket::new(REQUESTS)).try_take(now)
    }

    /// Takes a token of the bucket for new games of a player.
    pub(crate) fn allow_new_game(&self, player: PlayerId, now: Timestamp) -> bool {
        let mut buckets = lock(&self.new_games);
        buckets.get_or_insert_with(player, || TokenBucket::new(NEW_GAMES)).try_take(now)
    }
}

impl Default for ApiRates {
    fn default() -> ApiRates {
        ApiRates { requests: Mutex::new(LruMap::new(CAPACITY)), new_games: Mutex::new(LruMap::new(CAPACITY)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_and_every_player_has_a_rate() {
        let rates = ApiRates::default();
        let requests = |token, at| {
            let token = ApiTokenId::from_bits(token);
            (0..1_000).filter(|_| rates.allow_request(token, Timestamp(at))).count()
        };
        let games = |player, at| {
            let player = PlayerId::from_bits(player);
            (0..1_000).filter(|_| rates.allow_new_game(player, Timestamp(at))).count()
        };
        assert_eq!((requests(1, 5), games(1, 5)), (500, 100));
        assert_eq!((requests(1, 1_005), games(1, 1_005)), (100, 1));
        assert_eq!((requests(2, 5), games(2, 5)), (500, 100));
    }
}
