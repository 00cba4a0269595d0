//! Durable storage: game logs, the archive and accounts.
//!
//! Callers hold an `Arc<dyn Store>` and do not depend on the database. A future resolves when its effect is
//! durable, not before: after `Ok` the machine may lose power. [`SqliteStore`] keeps everything in one file
//! on one machine, [`PostgresStore`] in a database for any number of machines.
//!
//! A [`Store`] consists of nine traits: [`GameStore`] for games in progress, [`ArchiveStore`] for lists of
//! games, [`AccountStore`] for accounts, sessions, ratings and bans, [`ApiTokenStore`] for the tokens of programs,
//! [`OauthCodeStore`] for the codes that become tokens, [`ChallengeStore`] for challenges, [`ExplorerStore`] for accounts
//! that the opening explorer leaves out, [`CertificateStore`] for certificates, [`ClusterStore`] for the state that running
//! nodes share.

mod games;
mod game_head;
mod stored_log;
mod prepared_log;
pub(crate) mod compact_log;
mod archive;
mod accounts;
mod api_tokens;
mod oauth_codes;
mod challenges;
mod certificates;
mod cluster;
mod game_export;
mod explorer;
mod secret;
mod start;
mod error;
mod columns;
mod known_records;
mod periods;
mod memory_cluster;
mod sqlite;
mod postgres;
mod location;
mod copy_data;

pub use accounts::{
    Account, AccountError, AccountStore, AdminCommand, Ban, NewAccount, NewSession, PasswordChangedBy,
    PasswordUpdate, RatingPoint, Session, SessionId, SessionSelector, kind,
};
pub use api_tokens::{ApiTokenId, ApiTokenInfo, ApiTokenStore, BotUpgrade, NewApiToken, TokenCreation};
pub use archive::{ArchiveStore, Cursor, Filter, GamesPage, Score};
pub use certificates::{AcmeChallenge, CertificateKey, CertificateStore, SecretText, StoredCertificate};
pub use challenges::{Challenge, ChallengeLimits, ChallengeState, ChallengeStore, ChallengeTerms};
pub use cluster::{
    Cancellation, ClusterStore, LEASE, Lease, Leases, LobbyChange, NodeId, NodeLoad, NodePresence, Renewal,
    SidePresence, StoredLobby, StoredPairing, StoredSeek, WorkClaim,
};
pub use copy_data::{CopyError, CopyReport, CopyStep, backup_postgres, copy_data};
pub use error::{BoxFuture, StoreError};
pub use explorer::{ExplorerChoice, ExplorerStore};
pub use game_export::GameExport;
pub use game_head::{GameAttributes, GameHead, NewGame, SeatedPlayer};
pub use games::{
    Append, AppendError, Appended, Compaction, CreateError, GameStatus, GameStore, LogEntry, Outage,
    RatingTerms, StoreStatus, StoredGame,
};
pub(crate) use location::blocking_runtime;
pub use location::{OpenStore, ServerStore, StoreLocation};
pub(crate) use memory_cluster::MemoryCluster;
pub use oauth_codes::{
    CODE_LIFETIME, CodeBinding, CodeRedemption, NewOauthCode, OauthCodeStore, RedemptionResult,
};
pub(crate) use postgres::Listener;
pub use postgres::{PostgresConfig, PostgresConfigError, PostgresStore};
pub use protocol::{GameId, PlayerId, RatingMode, Speed, Visibility};
pub use secret::{SecretUse, StoreSecret};
pub(crate) use sqlite::MAX_READERS;
pub use sqlite::{Backup, BackupError, SqliteStore};
pub(crate) use start::retry_start;
pub use stored_log::{ArchivedGame, StoredLog};

/// All storage traits.
pub trait Store:
    GameStore
    + ArchiveStore
    + AccountStore
    + ApiTokenStore
    + OauthCodeStore
    + ChallengeStore
    + ExplorerStore
    + CertificateStore
    + ClusterStore
{
}

impl<T> Store for T where
    T: GameStore
        + ArchiveStore
        + AccountStore
        + ApiTokenStore
        + OauthCodeStore
        + ChallengeStore
        + ExplorerStore
        + CertificateStore
        + ClusterStore
{
}
