//! Lists of finished and current games.

use game::{Ruleset, Timestamp};

use super::{BoxFuture, GameHead, GameId, PlayerId, Speed, StoreError};

/// Lists of games.
pub trait ArchiveStore: Send + Sync {
    /// A page of finished games, latest first.
    fn finished_games(
        &self,
        filter: Filter,
        after: Option<Cursor>,
        limit: u32,
    ) -> BoxFuture<Result<GamesPage, StoreError>>;

    /// A player's unfinished games: own turn first, then by deadline.
    fn unfinished(&self, player: PlayerId, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>>;

    /// Ids of all games in which a player has a seat, in any status, oldest first.
    fn games_of(&self, player: PlayerId) -> BoxFuture<Result<Vec<GameId>, StoreError>>;

    /// Public games in progress, latest first.
    fn live_games(&self, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>>;
}

/// Filter for finished games. Aborted games are never listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Games of this player; without one, all public games.
    pub player: Option<PlayerId>,
    /// Player for whom the list is made: private games are listed only if this player has a seat in them.
    pub viewer: Option<PlayerId>,
    /// Result for the player; requires `player`.
    pub score: Option<Score>,
    /// Opponent of the player; requires `player`.
    pub opponent: Option<PlayerId>,
    /// Games of this speed.
    pub speed: Option<Speed>,
    /// Games of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// Games that ended at this time or later.
    pub from: Option<Timestamp>,
    /// Games that ended before this time.
    pub until: Option<Timestamp>,
}

/// Result of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// The player won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The opponent won.
    Lost,
}

/// Page of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameHead>,
    /// Cursor of the next page; `None` on the last.
    pub next: Option<Cursor>,
}

/// Cursor in a list of finished games. Pages neither repeat nor skip a game when others end in the meantime.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cursor {
    /// End time of the last game of the previous page.
    pub at: Timestamp,
    /// Id of that game.
    pub game: GameId,
}
