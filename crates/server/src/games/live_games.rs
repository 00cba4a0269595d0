//! Games in progress on this node, and the featured one among them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use crate::sync::lock;

use game::{Millis, Timestamp};
use protocol::GameId;

/// Games in progress. The lock is never held across an `await`.
#[derive(Debug, Default)]
pub(crate) struct LiveGames(Mutex<HashMap<GameId, FeaturedRank>>);

/// Sort key for the featured game, most important field first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FeaturedRank {
    pub(crate) is_public: bool,
    pub(crate) watchers: u32,
    /// Sum of both players' ratings.
    pub(crate) ratings: u32,
    pub(crate) last_move_at: Timestamp,
}

/// A game without a move for longer than this is not featured.
const MAX_IDLE: Millis = Millis::minutes(2);

impl LiveGames {
    /// Inserts or updates a game.
    pub(crate) fn update(&self, game: GameId, liveliness: FeaturedRank) {
        self.lock().insert(game, liveliness);
    }

    /// Removes a game that has ended or was unloaded.
    pub(crate) fn remove(&self, game: GameId) {
        self.lock().remove(&game);
    }

    /// Number of games in progress.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// The public game to feature (lichess: TV).
    pub(crate) fn featured(&self, now: Timestamp) -> Option<GameId> {
        let games = self.lock();
        let lively =
            games.iter().filter(|(_, game)| game.is_public && now.since(game.last_move_at) <= MAX_IDLE);
        lively.max_by_key(|&(&id, &liveliness)| (liveliness, id)).map(|(&id, _)| id)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, FeaturedRank>> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_featured_game_is_public_active_and_watched() {
        let directory = LiveGames::default();
        let game = |bits| GameId::from_bits(bits);
        let lively = |watchers, ratings, moved| FeaturedRank {
            is_public: true,
            watchers,
            ratings,
            last_move_at: Timestamp(moved),
        };
        let now = Timestamp(1_000_000);
        assert_eq!(directory.featured(now), None);
        directory.update(game(1), lively(0, 3_000, 999_000));
        directory.update(game(2), lively(0, 3_200, 990_000));
        assert_eq!(directory.featured(now), Some(game(2)), "the stronger players");
        directory.update(game(3), lively(2, 0, 990_000));
        assert_eq!(directory.featured(now), Some(game(3)), "the one that others watch");
        directory.update(game(4), FeaturedRank { is_public: false, ..lively(9, 9, 990_000) });
        directory.update(game(5), lively(9, 9, 800_000));
        assert_eq!(directory.featured(now), Some(game(3)), "not a private one, not a stale one");
        directory.remove(game(3));
        assert_eq!((directory.featured(now), directory.len()), (Some(game(2)), 4));
    }
}
