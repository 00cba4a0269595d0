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
    pub(crate) fn update(&self, game: GameId, rank: FeaturedRank) {
        self.lock().insert(game, rank);
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
        let active =
            games.iter().filter(|(_, game)| game.is_public && now.since(game.last_move_at) <= MAX_IDLE);
        active.max_by_key(|&(&id, &rank)| (rank, id)).map(|(&id, _)| id)
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
        let games = LiveGames::default();
        let game = |bits| GameId::from_bits(bits);
        let active = |watchers, ratings, moved| FeaturedRank {
            is_public: true,
            watchers,
            ratings,
            last_move_at: Timestamp(moved),
        };
        let now = Timestamp(1_000_000);
        assert_eq!(games.featured(now), None);
        games.update(game(1), active(0, 3_000, 999_000));
        games.update(game(2), active(0, 3_200, 990_000));
        assert_eq!(games.featured(now), Some(game(2)), "the stronger players");
        games.update(game(3), active(2, 0, 990_000));
        assert_eq!(games.featured(now), Some(game(3)), "the one that others watch");
        games.update(game(4), FeaturedRank { is_public: false, ..active(9, 9, 990_000) });
        games.update(game(5), active(9, 9, 800_000));
        assert_eq!(games.featured(now), Some(game(3)), "not a private one, not a stale one");
        games.remove(game(3));
        assert_eq!((games.featured(now), games.len()), (Some(game(2)), 4));
    }
}
