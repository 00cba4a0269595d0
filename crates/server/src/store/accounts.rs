//! Accounts, sessions, ratings and bans.
//!
//! A player is an id. An account adds a name and a password to it, so a guest who registers keeps all games.

use std::fmt;

use game::Timestamp;

use protocol::Id;

use super::{BoxFuture, GameId, PlayerId, Speed, StoreError, StoreSecret};
use crate::accounts::{AccountName, PasswordHash, TokenHash};
use glicko::Rating;

/// Storage of accounts, sessions, ratings and admin commands.
pub trait AccountStore: Send + Sync {
    /// Creates an account for a player. A name that looks like that of an account, or of a deleted one, is taken.
    fn create_account(&self, account: NewAccount) -> BoxFuture<Result<(), AccountError>>;

    /// Finds an account by name, ignoring case, or else the only account whose name looks like it.
    fn account_named(&self, name: AccountName) -> BoxFuture<Result<Option<Account>, StoreError>>;

    /// The account of a player.
    fn account(&self, player: PlayerId) -> BoxFuture<Result<Option<Account>, StoreError>>;

    /// At most `limit` accounts by name, starting after `after`.
    fn accounts(&self, after: Option<AccountName>, limit: u32)
    -> BoxFuture<Result<Vec<Account>, StoreError>>;

    /// Changes a password and ends all API tokens, authorization codes and sessions, except the one in which the owner changes
    /// it. A change by the operator also posts [`AdminCommand::Disconnect`].
    fn change_password(&self, change: PasswordUpdate) -> BoxFuture<Result<(), AccountError>>;

    /// Bans an account or lifts its ban. A ban ends all sessions, API tokens, authorization codes and challenges, and posts [`AdminCommand::Disconnect`].
    fn set_ban(&self, player: PlayerId, ban: Option<Ban>) -> BoxFuture<Result<(), AccountError>>;

    /// Deletes an account with its sessions, API tokens, authorization codes, challenges and ratings, anonymizes its games and reserves its name for good.
    fn delete_account(&self, player: PlayerId) -> BoxFuture<Result<(), AccountError>>;

    /// Opens a session, unless the account was banned or its password changed since the check.
    fn open_session(&self, session: NewSession) -> BoxFuture<Result<(), AccountError>>;

    /// The unexpired session of a token.
    fn session(&self, token: TokenHash, now: Timestamp) -> BoxFuture<Result<Option<Session>, StoreError>>;

    /// A player's sessions, most recently used first.
    fn sessions(&self, player: PlayerId, now: Timestamp) -> BoxFuture<Result<Vec<Session>, StoreError>>;

    /// Extends a session in use.
    fn extend_session(
        &self,
        session: SessionId,
        seen: Timestamp,
        expires: Timestamp,
    ) -> BoxFuture<Result<(), StoreError>>;

    /// Ends sessions of a player.
    fn end_sessions(&self, player: PlayerId, which: SessionSelector) -> BoxFuture<Result<(), StoreError>>;

    /// Deletes expired sessions; returns their number.
    fn delete_expired_sessions(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>>;

    /// A player's ratings by speed.
    fn ratings(&self, player: PlayerId) -> BoxFuture<Result<Vec<(Speed, Rating)>, StoreError>>;

    /// Number of games that have counted for a player's ratings, by speed.
    fn rated_games(&self, player: PlayerId) -> BoxFuture<Result<Vec<(Speed, u32)>, StoreError>>;

    /// Rating history at one speed, oldest first, without the private games in which the viewer has no seat.
    fn rating_history(
        &self,
        player: PlayerId,
        speed: Speed,
        since: Timestamp,
        viewer: PlayerId,
    ) -> BoxFuture<Result<Vec<RatingPoint>, StoreError>>;

    /// The secret of this store, the same for as long as the data exists.
    fn secret(&self) -> BoxFuture<Result<StoreSecret, StoreError>>;

    /// Posts a command for the running servers.
    fn post_admin_command(&self, order: AdminCommand, at: Timestamp) -> BoxFuture<Result<(), StoreError>>;

    /// Commands after a number, with their numbers.
    fn admin_commands(&self, after: u64) -> BoxFuture<Result<Vec<(u64, AdminCommand)>, StoreError>>;
}

/// An account to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAccount {
    /// Owner.
    pub player: PlayerId,
    /// Account name.
    pub name: AccountName,
    /// Password hash.
    pub password: PasswordHash,
    /// Creation time.
    pub at: Timestamp,
}

/// A password change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PasswordUpdate {
    /// Owner of the account.
    pub player: PlayerId,
    /// New password hash.
    pub password: PasswordHash,
    /// Author of the change.
    pub by: PasswordChangedBy,
    /// Time of the change.
    pub at: Timestamp,
}

/// Author of a password change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PasswordChangedBy {
    /// The operator, without the old password.
    Operator,
    /// The owner. Fails if the account was banned, its password changed, or this session ended since the
    /// check.
    Owner {
        /// The session that stays.
        session: SessionId,
        /// Old password hash, as checked.
        old: PasswordHash,
    },
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Owner.
    pub player: PlayerId,
    /// Account name.
    pub name: AccountName,
    /// Password hash.
    pub password: PasswordHash,
    /// Creation time.
    pub at: Timestamp,
    /// True if programs play with the account.
    pub is_bot: bool,
    /// Ban, if any.
    pub ban: Option<Ban>,
}

/// Ban of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Reason given by the operator.
    pub reason: String,
    /// Start of the ban.
    pub at: Timestamp,
}

/// Id of a session in lists; only the token opens it.
pub type SessionId = Id<kind::Session>;

/// Kinds of ids.
pub mod kind {
    /// A session.
    #[derive(Debug)]
    pub enum Session {}

    /// An API token.
    #[derive(Debug)]
    pub enum ApiToken {}
}

/// A session to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// Session id.
    pub id: SessionId,
    /// Token hash.
    pub token: TokenHash,
    /// Owner.
    pub player: PlayerId,
    /// Password hash that was checked.
    pub password: PasswordHash,
    /// User agent, shown in the list of sessions.
    pub device: String,
    /// Opening time.
    pub at: Timestamp,
    /// Expiry.
    pub expires: Timestamp,
}

/// A session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Session id.
    pub id: SessionId,
    /// Owner.
    pub player: PlayerId,
    /// Account name.
    pub name: Option<AccountName>,
    /// User agent.
    pub device: String,
    /// Opening time.
    pub at: Timestamp,
    /// Approximate time of the last use.
    pub seen: Timestamp,
    /// Expiry.
    pub expires: Timestamp,
    /// True if programs play with the account.
    pub is_bot: bool,
}

/// Selects sessions of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionSelector {
    /// All sessions.
    All,
    /// One session.
    Only(SessionId),
    /// All sessions but one.
    Others(SessionId),
}

/// Rating after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingPoint {
    /// The game.
    pub game: GameId,
    /// End time of the game.
    pub at: Timestamp,
    /// Rating after the game.
    pub rating: Rating,
}

/// Command of the operator to running servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdminCommand {
    /// Close all open seeks.
    CloseSeeks,
    /// Drop all connections of a player.
    Disconnect(PlayerId),
}

/// Reason why an account was not created or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountError {
    /// The name is taken.
    NameTaken,
    /// The player has an account already.
    HasAccount,
    /// The player has no account.
    NoAccount,
    /// The account is banned.
    Banned,
    /// The account has as many API tokens as it may.
    TooManyTokens,
    /// The store failed.
    Store(StoreError),
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        AccountError::Store(error)
    }
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::NameTaken => f.write_str("the name is taken"),
            AccountError::HasAccount => f.write_str("the player has an account already"),
            AccountError::NoAccount => f.write_str("there is no such account"),
            AccountError::Banned => f.write_str("the account is banned"),
            AccountError::TooManyTokens => f.write_str("the account has too many API tokens"),
            AccountError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AccountError {}
