//! Games while they are played: each is a log of numbered entries that only grows.
//!
//! Numbers make nodes equal: two that both believe they may add entry 17 both try, one gets [`AppendError::Taken`],
//! reads the log again and knows better. No lock, no owner, no lease.

use std::fmt;

use game::{Outcome, Timestamp};
use rules::{ByColor, Color};

use super::{BoxFuture, GameHead, GameId, NewGame, SeatedPlayer, StoreError};
use crate::rating::RatingChange;

/// All that a live game needs to last.
pub trait GameStore: Send + Sync {
    /// Begins a log; its first entries come with it.
    fn create(&self, game: NewGame) -> BoxFuture<Result<(), CreateError>>;

    /// Adds to a log: all of it or nothing.
    fn append(&self, append: Append) -> BoxFuture<Result<Appended, AppendError>>;

    /// A game and its whole log, entries in the order of their numbers.
    fn load(&self, game: GameId) -> BoxFuture<Result<Option<StoredGame>, StoreError>>;

    /// Games whose time has come by then ([`Standing`] says when), the most urgent first, at most `limit`.
    fn due_games(&self, by: Timestamp, limit: u32) -> BoxFuture<Result<Vec<GameId>, StoreError>>;

    /// Notes that somebody serves these games now. Cheap enough for every second: it outlives the process, but alone of
    /// all things here it need not outlive the machine.
    fn record_heartbeat(&self, at: Timestamp) -> BoxFuture<Result<(), StoreError>>;

    /// When somebody last did, as far as is known: nobody is to be charged for the time since then.
    fn last_heartbeat(&self) -> BoxFuture<Result<Option<Timestamp>, StoreError>>;

    /// Notes that nobody served these games for a while. What is so old that no game can be concerned is forgotten.
    fn record_outage(&self, outage: Outage) -> BoxFuture<Result<(), StoreError>>;

    /// When nobody did, the oldest first.
    fn outages(&self) -> BoxFuture<Result<Vec<Outage>, StoreError>>;

    /// A game cannot be read: from now on it is never due.
    fn quarantine(&self, game: GameId) -> BoxFuture<Result<(), StoreError>>;

    /// Whether something could be written now.
    fn ready(&self) -> BoxFuture<Result<(), StoreError>>;
}

/// Something that happened in a game. What, only the caller knows: to the store the body is text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Its place in the log: 0, 1, 2, … Each exists at most once.
    pub number: u32,
    /// If it is a move, how many moves are in the log before it. Moves that were taken back count on, so this never
    /// goes back and each exists at most once, too.
    pub ply: Option<u32>,
    /// When it happened.
    pub at: Timestamp,
    /// What happened, as JSON. It names sides, never people: an account that is deleted must be gone from here, too.
    pub body: String,
}

/// A while in which nobody served the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When somebody was last seen.
    pub from: Timestamp,
    /// When there was somebody again.
    pub until: Timestamp,
}

/// What is to be added to a log, in one piece.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// What happened.
    pub entries: Vec<LogEntry>,
    /// Who sits down with it, if anybody.
    pub seat: Option<(Color, SeatedPlayer)>,
    /// How the game stands after it; nothing if that is as before.
    pub status: Option<GameStatus>,
    /// How new ratings are told, should this end a rated game: as an entry after the others, in the same piece.
    pub rating_entry: Option<fn(&ByColor<RatingChange>) -> String>,
}

impl Append {
    /// Entries that leave everything else as it is.
    #[must_use]
    pub fn new(game: GameId, entries: Vec<LogEntry>) -> Append {
        Append { game, entries, seat: None, status: None, rating_entry: None }
    }
}

/// How a game stands, kept beside the log so that lists need not read logs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameStatus {
    /// Somebody has yet to sit down.
    Waiting {
        /// When the invitation lapses, if ever.
        due: Option<Timestamp>,
    },
    /// It is being played.
    Playing {
        /// Whose turn it is.
        turn: Color,
        /// When somebody has to look after it even if nobody moves: a flag, a first move that does not come.
        due: Option<Timestamp>,
    },
    /// It is over and belongs to the archive. This is for good.
    Over {
        /// Who won and why.
        outcome: Outcome,
        /// When.
        at: Timestamp,
    },
}

/// What an append led to besides being durable.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Appended {
    /// The ratings that changed because this ended a rated game between two accounts.
    pub ratings: Option<ByColor<RatingChange>>,
}

/// A game with its log.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// What lists show of it.
    pub head: GameHead,
    /// The log.
    pub entries: Vec<LogEntry>,
}

/// Why a game was not created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CreateError {
    /// There is a game with this id.
    Taken,
    /// The store failed.
    Store(StoreError),
}

/// Why nothing was added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppendError {
    /// An entry with this number, or a move with this ply, is there already. Somebody else was faster, or this very
    /// append was made before and its answer was lost: reading the log tells.
    Taken,
    /// There is no such game.
    NoGame,
    /// The game is over: its standing, its seats and its moves change no more.
    Over,
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
            AppendError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CreateError {}
impl std::error::Error for AppendError {}
