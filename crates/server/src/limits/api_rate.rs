//! Rates of programs with an API token.

use std::sync::Mutex;
use std::time::Duration;

use game::Timestamp;
use protocol::PlayerId;

use super::{LruMap, Rate, TokenBucket};
use crate::accounts::TokenHash;
use crate::sync::lock;

/// Requests per token: a move a second in each of a hundred games.
const REQUESTS: Rate = Rate { burst: 500, every: Duration::from_millis(10) };

/// New games, challenges and seeks per player, with however many tokens: each may become a stored game.
const NEW_GAMES: Rate = Rate { burst: 100, every: Duration::from_secs(1) };

/// Invitations by link per player. They have no seat of the player, so that the limit of unfinished games does not count them.
const INVITATIONS: Rate = Rate { burst: 20, every: Duration::from_secs(60) };

/// Finished games evaluated per player, a second of computing each.
const EVALUATIONS: Rate = Rate { burst: 100, every: Duration::from_secs(20) };

/// Tokens and players remembered. One that is forgotten starts with a full bucket.
const CAPACITY: usize = 10_000;

/// Rates of programs. The locks are never held across an `await`.
#[derive(Debug)]
pub(crate) struct ApiRates {
    /// By the hash of tokens that were found in the store.
    requests: Mutex<LruMap<TokenHash, TokenBucket>>,
    new_games: Mutex<LruMap<PlayerId, TokenBucket>>,
    invitations: Mutex<LruMap<PlayerId, TokenBucket>>,
    evaluations: Mutex<LruMap<PlayerId, TokenBucket>>,
}

impl ApiRates {
    /// Counts a request of an API token that is known to be valid, or was a moment ago; `None` if it is not known.
    pub(crate) fn allow_known(&self, token: TokenHash, now: Timestamp) -> Option<bool> {
        lock(&self.requests).get_mut(&token).map(|bucket| bucket.try_take(now))
    }

    /// Notes that a token is valid, and counts a request.
    pub(crate) fn allow_valid(&self, token: TokenHash, now: Timestamp) -> bool {
        let mut buckets = lock(&self.requests);
        buckets.get_or_insert_with(token, || TokenBucket::new(REQUESTS)).try_take(now)
    }

    /// Notes that a token is not valid.
    pub(crate) fn forget(&self, token: TokenHash) {
        lock(&self.requests).remove(&token);
    }

    /// Takes a token of the bucket for new games of a player.
    pub(crate) fn allow_new_game(&self, player: PlayerId, now: Timestamp) -> bool {
        let mut buckets = lock(&self.new_games);
        buckets.get_or_insert_with(player, || TokenBucket::new(NEW_GAMES)).try_take(now)
    }

    /// Takes a token of the bucket for invitations of a player.
    pub(crate) fn allow_invitation(&self, player: PlayerId, now: Timestamp) -> bool {
        let mut buckets = lock(&self.invitations);
        buckets.get_or_insert_with(player, || TokenBucket::new(INVITATIONS)).try_take(now)
    }

    /// Takes a token of the bucket for evaluated games of a player.
    pub(crate) fn allow_evaluation(&self, player: PlayerId, now: Timestamp) -> bool {
        let mut buckets = lock(&self.evaluations);
        buckets.get_or_insert_with(player, || TokenBucket::new(EVALUATIONS)).try_take(now)
    }
}

impl Default for ApiRates {
    fn default() -> ApiRates {
        ApiRates {
            requests: Mutex::new(LruMap::new(CAPACITY)),
            new_games: Mutex::new(LruMap::new(CAPACITY)),
            invitations: Mutex::new(LruMap::new(CAPACITY)),
            evaluations: Mutex::new(LruMap::new(CAPACITY)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::ApiToken;

    #[test]
    fn every_token_and_every_player_has_a_rate() {
        let rates = ApiRates::default();
        let tokens = [ApiToken::random().unwrap().hash(), ApiToken::random().unwrap().hash()];
        let requests = |token: usize, at| {
            (0..1_000).filter(|_| rates.allow_valid(tokens[token - 1], Timestamp(at))).count()
        };
        let games = |player, at| {
            let player = PlayerId::from_bits(player);
            (0..1_000).filter(|_| rates.allow_new_game(player, Timestamp(at))).count()
        };
        assert_eq!((requests(1, 5), games(1, 5)), (500, 100));
        assert_eq!((requests(1, 1_005), games(1, 1_005)), (100, 1));
        assert_eq!(rates.allow_known(tokens[0], Timestamp(1_005)), Some(false));
        assert_eq!(rates.allow_known(tokens[1], Timestamp(5)), None);
        assert_eq!((requests(2, 5), games(2, 5)), (500, 100));
        let invites = (0..100).filter(|_| rates.allow_invitation(PlayerId::from_bits(1), Timestamp(5)));
        assert_eq!(invites.count(), 20);
        rates.forget(tokens[1]);
        assert_eq!(rates.allow_known(tokens[1], Timestamp(5)), None);
    }
}
