//! What lasts: games as logs of numbered entries, the archive made of them, and the people who play.
//!
//! Callers hold an `Arc<dyn Store>` and never learn which database is behind it. An answer comes when what was asked is
//! durable, not before: whoever has seen `Ok` may pull the plug. [`Sqlite`] keeps everything in one file for one machine.
//!
//! Three small traits make up a [`Store`]: [`Games`] is all that a live game needs, [`Archive`] lists what was and is
//! played, [`People`] keeps accounts, sessions, ratings and bans.

mod games;
mod game_head;
mod archive;
mod accounts;
mod game_export;
mod error;
mod sqlite;

pub use accounts::{
    Account, AccountError, AccountStore, AdminCommand, Ban, NewAccount, NewSession, PasswordChangedBy,
    PasswordUpdate, RatingPoint, Session, SessionId, SessionSelector, kind,
};
pub use archive::{ArchiveStore, Cursor, Filter, GamesPage, Score};
pub use error::{BoxFuture, StoreError};
pub use game_export::GameExport;
pub use game_head::{GameAttributes, GameHead, NewGame, SeatedPlayer};
pub use games::{
    Append, AppendError, Appended, CreateError, GameStatus, GameStore, LogEntry, Outage, StoredGame,
};
pub use protocol::{GameId, PlayerId, RatingMode, Speed, Visibility};
pub(crate) use sqlite::MAX_READERS;
pub use sqlite::{Backup, BackupError, SqliteStore};

/// Everything that lasts.
pub trait Store: GameStore + ArchiveStore + AccountStore {}

impl<T: GameStore + ArchiveStore + AccountStore> Store for T {}
