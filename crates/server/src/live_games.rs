//! Which games are being played on this node, and which one is worth watching.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Millis, Timestamp};
use protocol::GameId;

/// The games that are being played. The lock is held for a look and never across an `await`.
#[derive(Debug, Default)]
pub(crate) struct LiveGames(Mutex<HashMap<GameId, FeaturedRank>>);

/// What makes a game worth watching, most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FeaturedRank {
    /// Whether everybody may find it.
    pub(crate) is_public: bool,
    /// How many watch it.
    pub(crate) watchers: u32,
    /// The sum of the players' ratings.
    pub(crate) ratings: u32,
    /// When the last move was made.
    pub(crate) last_move_at: Timestamp,
}

/// A game in which nobody moved for longer is not lively.
const MAX_IDLE: Millis = Millis::minutes(2);

impl LiveGames {
    /// A game goes on.
    pub(crate) fn update(&self, game: GameId, liveliness: FeaturedRank) {
        self.lock().insert(game, liveliness);
    }

    /// A game is over, or not looked after here any more.
    pub(crate) fn remove(&self, game: GameId) {
        self.lock().remove(&game);
    }

    /// How many are being played.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// The public game most worth watching.
    pub(crate) fn featured(&self, now: Timestamp) -> Option<GameId> {
        let games = self.lock();
        let lively =
            games.iter().filter(|(_, game)| game.is_public && now.since(game.last_move_at) <= MAX_IDLE);
        lively.max_by_key(|&(&id, &liveliness)| (liveliness, id)).map(|(&id, _)| id)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, FeaturedRank>> {
        // A map of plain values is whole at every moment, whatever became of a thread that held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_liveliest_game_is_public_fresh_and_watched() {
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
