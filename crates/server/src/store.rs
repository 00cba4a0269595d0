//! Durable storage: game logs, the archive and accounts.
//!
//! Callers hold an `Arc<dyn Store>` and do not depend on the database. A future resolves when its effect is
//! durable, not before: after `Ok` the machine may lose power. [`SqliteStore`] keeps everything in one file
//! on one machine.
//!
//! A [`Store`] consists of four traits: [`GameStore`] for games in progress, [`ArchiveStore`] for lists of
//! games, [`AccountStore`] for accounts, sessions, ratings and bans, [`CertificateStore`] for certificates.

mod games;
mod game_head;
mod archive;
mod accounts;
mod certificates;
mod game_export;
mod secret;
mod error;
mod sqlite;

pub use accounts::{
    Account, AccountError, AccountStore, AdminCommand, Ban, NewAccount, NewSession, PasswordChangedBy,
    PasswordUpdate, RatingPoint, Session, SessionId, SessionSelector, kind,
};
pub use archive::{ArchiveStore, Cursor, Filter, GamesPage, Score};
pub use certificates::{CertificateKey, CertificateStore, SecretText, StoredCertificate};
pub use error::{BoxFuture, StoreError};
pub use game_export::GameExport;
pub use game_head::{GameAttributes, GameHead, NewGame, SeatedPlayer};
pub use games::{
    Append, AppendError, Appended, CreateError, GameStatus, GameStore, LogEntry, Outage, RatingTerms,
    StoredGame,
};
pub use protocol::{GameId, PlayerId, RatingMode, Speed, Visibility};
pub use secret::{SecretUse, StoreSecret};
pub(crate) use sqlite::MAX_READERS;
pub use sqlite::{Backup, BackupError, SqliteStore};

/// All storage traits.
pub trait Store: GameStore + ArchiveStore + AccountStore + CertificateStore {}

impl<T: GameStore + ArchiveStore + AccountStore + CertificateStore> Store for T {}
