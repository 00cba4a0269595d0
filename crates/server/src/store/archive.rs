//! What was played, and what is being played: lists of games, page by page.

use game::{Ruleset, Timestamp};

use super::{BoxFuture, GameHead, GameId, PlayerId, Speed, StoreError};

/// Lists of games.
pub trait ArchiveStore: Send + Sync {
    /// A page of finished games, the latest first.
    fn finished_games(
        &self,
        filter: Filter,
        after: Option<Cursor>,
        limit: u32,
    ) -> BoxFuture<Result<GamesPage, StoreError>>;

    /// A player's unfinished games, those where it is the player's turn first, then the most urgent.
    fn unfinished(&self, player: PlayerId, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>>;

    /// Every game in which a player has a seat, whether it waits, goes on, is over or was called off, the oldest first.
    fn games_of(&self, player: PlayerId) -> BoxFuture<Result<Vec<GameId>, StoreError>>;

    /// Public games that are being played, the latest to begin first.
    fn live_games(&self, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>>;
}

/// Which finished games. Aborted ones are in nobody's list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Games of this player; without one, public games of everybody.
    pub player: Option<PlayerId>,
    /// Games that ended so for the player; needs a player.
    pub score: Option<Score>,
    /// Games against this one; needs a player.
    pub opponent: Option<PlayerId>,
    /// Games of this speed.
    pub speed: Option<Speed>,
    /// Games by these rules.
    pub ruleset: Option<Ruleset>,
    /// Games that ended then or later.
    pub from: Option<Timestamp>,
    /// Games that ended earlier.
    pub until: Option<Timestamp>,
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// The player won.
    Won,
    /// Nobody did.
    Drawn,
    /// The opponent won.
    Lost,
}

/// A page of games.
#[derive(Clone, PartialEq, Debug)]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameHead>,
    /// Where the next page begins; nothing after the last.
    pub next: Option<Cursor>,
}

/// A place in a list of finished games: after the one that ended then. Pages found by it neither repeat nor skip a game
/// when others end meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cursor {
    /// When the last game of the page before ended.
    pub at: Timestamp,
    /// That game.
    pub game: GameId,
}
