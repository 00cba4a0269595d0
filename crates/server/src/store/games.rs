//! Game logs: append-only lists of numbered entries.
//!
//! Entry numbers give optimistic concurrency between nodes: if two nodes append entry 17, one gets
//! [`AppendError::Taken`] and reads the log again. There is no lock, owner or lease.

use std::fmt;

use game::{Outcome, Timestamp};
use rules::{ByColor, Color};

use super::{BoxFuture, GameHead, GameId, NewGame, PlayerId, SeatedPlayer, StoreError, StoredLog};
use glicko::RatingChange;

/// Storage of games in progress.
pub trait GameStore: Send + Sync {
    /// Creates a game with its first entries.
    fn create(&self, game: NewGame) -> BoxFuture<Result<(), CreateError>>;

    /// Creates a finished game of `player` against the computer that was played on the player's device, unless
    /// there are `max` of them. They are counted in the transaction, so that concurrent requests cannot exceed the limit.
    fn keep(&self, game: NewGame, player: PlayerId, max: u32) -> BoxFuture<Result<(), CreateError>>;

    /// Appends entries atomically.
    fn append(&self, append: Append) -> BoxFuture<Result<Appended, AppendError>>;

    /// Metadata of a game, without its log.
    fn head(&self, game: GameId) -> BoxFuture<Result<Option<GameHead>, StoreError>>;

    /// Loads a game with its whole log, ordered by number.
    fn load(&self, game: GameId) -> BoxFuture<Result<Option<StoredGame>, StoreError>>;

    /// Logs of games in the given order, as they are stored. An unknown game has an empty log.
    fn logs(&self, games: Vec<GameId>) -> BoxFuture<Result<Vec<StoredLog>, StoreError>>;

    /// Replaces the logs of at most `limit` games that ended before this time by compact values, and returns space that
    /// is no longer needed to the system. What other operations return does not change, except that old action ids are
    /// forgotten. Short enough not to delay appends.
    fn compact_logs(&self, ended_before: Timestamp, limit: u32) -> BoxFuture<Result<Compaction, StoreError>>;

    /// Loads a game with the entries from a number on; none if the log is shorter.
    fn load_since(&self, game: GameId, number: u32) -> BoxFuture<Result<Option<StoredGame>, StoreError>> {
        let whole = self.load(game);
        Box::pin(async move {
            let mut stored = whole.await?;
            if let Some(stored) = &mut stored {
                stored.entries.retain(|entry| entry.number >= number);
            }
            Ok(stored)
        })
    }

    /// Games whose deadline (see [`GameStatus`]) has passed, most urgent first, at most `limit`.
    fn due_games(&self, by: Timestamp, limit: u32) -> BoxFuture<Result<Vec<GameId>, StoreError>>;

    /// Records that a server is running. Cheap enough for every second: survives a crash of the process, but
    /// need not survive one of the machine.
    fn record_heartbeat(&self, at: Timestamp) -> BoxFuture<Result<(), StoreError>>;

    /// Time of the last heartbeat or write, if known.
    fn last_heartbeat(&self, now: Timestamp) -> BoxFuture<Result<Option<Timestamp>, StoreError>>;

    /// Records an outage and deletes those too old to matter to any game. Sessions end later by as much, if the
    /// outage lasted an hour or more.
    fn record_outage(&self, outage: Outage) -> BoxFuture<Result<(), StoreError>>;

    /// All recorded outages, oldest first.
    fn outages(&self) -> BoxFuture<Result<Vec<Outage>, StoreError>>;

    /// Removes the deadline of a game whose log is damaged.
    fn quarantine(&self, game: GameId) -> BoxFuture<Result<(), StoreError>>;

    /// Corrects what a server has written that was ahead of `now`, because its system time was wrong: outages,
    /// deadlines of games in progress, and sessions.
    fn correct_future_times(&self, now: Timestamp) -> BoxFuture<Result<(), StoreError>>;

    /// Makes a small write durable, with room for a few moves. Fails if the store cannot write.
    fn ready(&self) -> BoxFuture<Result<(), StoreError>>;

    /// Reads all data to check that it is whole. Expensive.
    fn verify(&self) -> BoxFuture<Result<(), StoreError>>;

    /// Queue and connections, for metrics.
    fn status(&self) -> StoreStatus;

    /// Damage that an operation has found since the start.
    fn damage(&self) -> Option<String>;
}

/// State of a store, for metrics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStatus {
    /// Operations without an answer: statements of PostgreSQL, writes of SQLite.
    pub pending: u64,
    /// Connections to the database after the first ones.
    pub reconnects: u64,
}

/// Entry of a game log. The body is opaque to the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Position in the log: 0, 1, 2, …; unique.
    pub number: u32,
    /// For a move, the number of moves in the log before it, including those taken back; unique.
    pub ply: Option<u32>,
    /// Time of the event.
    pub at: Timestamp,
    /// JSON of the record. Names seats, never players, so that deleting an account leaves no trace.
    pub body: String,
}

/// Result of one step of [`GameStore::compact_logs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compaction {
    /// Number of games whose logs were compacted.
    pub games: u32,
    /// True if there may be more to do.
    pub has_more: bool,
}

/// Period without a running server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// Last heartbeat before the outage.
    pub from: Timestamp,
    /// Start of the next server.
    pub until: Timestamp,
}

/// Entries and status to write in one transaction.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// New entries.
    pub entries: Vec<LogEntry>,
    /// A player who takes a seat.
    pub seat: Option<(Color, SeatedPlayer)>,
    /// New status; `None` if unchanged.
    pub status: Option<GameStatus>,
    /// Number of moves that the entries take back.
    pub taken_back: u32,
    /// Terms on which the players are rated if this ends a rated game; `None` if the game does not count.
    pub rating: Option<RatingTerms>,
}

impl Append {
    /// Entries without any other change.
    #[must_use]
    pub fn new(game: GameId, entries: Vec<LogEntry>) -> Append {
        Append { game, entries, seat: None, status: None, taken_back: 0, rating: None }
    }
}

/// Terms on which a finished game is rated.
#[derive(Clone, Copy, Debug)]
pub struct RatingTerms {
    /// Games between the same two players that count within 24 hours, at all speeds together.
    pub games_per_pair: u32,
    /// Formats the log entry with the new ratings.
    pub entry: fn(&ByColor<RatingChange>) -> String,
}

/// Status of a game, stored with it so that lists need not read logs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameStatus {
    /// A seat is open.
    Waiting {
        /// Expiry of the invitation, if any.
        due: Option<Timestamp>,
    },
    /// In progress.
    Playing {
        /// Side to move.
        turn: Color,
        /// Deadline at which the game must be looked at without an action: flag fall, missing first move.
        due: Option<Timestamp>,
    },
    /// Finished for good.
    Over {
        /// Result and its reason.
        outcome: Outcome,
        /// End time.
        at: Timestamp,
    },
}

/// Result of an append.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Appended {
    /// Rating changes, if this ended a rated game between two accounts.
    pub ratings: Option<ByColor<RatingChange>>,
}

/// A game with its log.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Metadata.
    pub head: GameHead,
    /// The log.
    pub entries: Vec<LogEntry>,
}

/// Reason why a game was not created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CreateError {
    /// The id is in use.
    Taken,
    /// A player has too many unfinished, or too many kept games.
    TooMany,
    /// The pairing was cancelled.
    NotPaired,
    /// The store failed.
    Store(StoreError),
}

/// Reason why an append failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppendError {
    /// An entry with this number or ply exists: another node was faster, or the same append succeeded before
    /// and its acknowledgement was lost.
    Taken,
    /// Unknown game.
    NoGame,
    /// The game is over: status, seats and moves are final.
    Over,
    /// The player who takes a seat has too many unfinished games.
    TooMany,
    /// The store failed.
    Store(StoreError),
}

impl From<StoreError> for CreateError {
    fn from(error: StoreError) -> CreateError {
        CreateError::Store(error)
    }
}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> AppendError {
        AppendError::Store(error)
    }
}

impl fmt::Display for CreateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CreateError::Taken => f.write_str("there is a game with this id"),
            CreateError::TooMany => f.write_str("a player has too many games"),
            CreateError::NotPaired => f.write_str("the pairing was cancelled"),
            CreateError::Store(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppendError::Taken => f.write_str("the log has such an entry already"),
            AppendError::NoGame => f.write_str("there is no such game"),
            AppendError::Over => f.write_str("the game is over"),
            AppendError::TooMany => f.write_str("the player has too many unfinished games"),
            AppendError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CreateError {}
impl std::error::Error for AppendError {}
