//! Which games are being played on this node, and which one is worth watching.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Millis, Timestamp};
use protocol::GameId;

/// The games that are being played. The lock is held for a look and never across an `await`.
#[derive(Debug, Default)]
pub(crate) struct Directory(Mutex<HashMap<GameId, Liveliness>>);

/// What makes a game worth watching, most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Liveliness {
    /// Whether everybody may find it.
    pub(crate) is_public: bool,
    /// How many watch it.
    pub(crate) watchers: u32,
    /// The sum of the players' ratings.
    pub(crate) ratings: u32,
    /// When the last move was made.
    pub(crate) moved: Timestamp,
}

/// A game in which nobody moved for longer is not lively.
const LIVELY: Millis = Millis::minutes(2);

impl Directory {
    /// A game goes on.
    pub(crate) fn note(&self, game: GameId, liveliness: Liveliness) {
        self.lock().insert(game, liveliness);
    }

    /// A game is over, or not looked after here any more.
    pub(crate) fn forget(&self, game: GameId) {
        self.lock().remove(&game);
    }

    /// How many are being played.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// The public game most worth watching.
    pub(crate) fn liveliest(&self, now: Timestamp) -> Option<GameId> {
        let games = self.lock();
        let lively = games.iter().filter(|(_, game)| game.is_public && now.since(game.moved) <= LIVELY);
        lively.max_by_key(|&(&id, &liveliness)| (liveliness, id)).map(|(&id, _)| id)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Liveliness>> {
        // A map of plain values is whole at every moment, whatever became of a thread that held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_liveliest_game_is_public_fresh_and_watched() {
        let directory = Directory::default();
        let game = |bits| GameId::from_bits(bits);
        let lively = |watchers, ratings, moved| Liveliness {
            is_public: true,
            watchers,
            ratings,
            moved: Timestamp(moved),
        };
        let now = Timestamp(1_000_000);
        assert_eq!(directory.liveliest(now), None);
        directory.note(game(1), lively(0, 3_000, 999_000));
        directory.note(game(2), lively(0, 3_200, 990_000));
        assert_eq!(directory.liveliest(now), Some(game(2)), "the stronger players");
        directory.note(game(3), lively(2, 0, 990_000));
        assert_eq!(directory.liveliest(now), Some(game(3)), "the one that others watch");
        directory.note(game(4), Liveliness { is_public: false, ..lively(9, 9, 990_000) });
        directory.note(game(5), lively(9, 9, 800_000));
        assert_eq!(directory.liveliest(now), Some(game(3)), "not a private one, not a stale one");
        directory.forget(game(3));
        assert_eq!((directory.liveliest(now), directory.len()), (Some(game(2)), 4));
    }
}
