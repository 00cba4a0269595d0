//! What lasts: games as logs of numbered entries, the archive made of them, and the people who play.
//!
//! Callers hold an `Arc<dyn Store>` and never learn which database is behind it. An answer comes when what was asked is
//! durable, not before: whoever has seen `Ok` may pull the plug. [`Sqlite`] keeps everything in one file for one machine.
//!
//! Three small traits make up a [`Store`]: [`Games`] is all that a live game needs, [`Archive`] lists what was and is
//! played, [`People`] keeps accounts, sessions, ratings and bans.

mod games;
mod head;
mod archive;
mod people;
mod export;
mod error;
mod sqlite;

pub use archive::{Archive, Cursor, Filter, GamesPage, Score};
pub use error::{Answer, StoreError};
pub use export::Export;
pub use games::{Append, AppendError, Appended, CreateError, Entry, Games, Outage, Standing, StoredGame};
pub use head::{GameHead, NewGame, Sitter, Terms};
pub use people::{
    Account, AccountError, Ban, Changer, NewAccount, NewPassword, NewSession, Order, People, RatingPoint,
    Session, SessionId, Which, kind,
};
pub use protocol::{GameId, PlayerId, Speed, Stakes, Visibility};
pub(crate) use sqlite::READERS;
pub use sqlite::{Backup, BackupError, Sqlite};

/// Everything that lasts.
pub trait Store: Games + Archive + People {}

impl<T: Games + Archive + People> Store for T {}
