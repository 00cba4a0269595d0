//! Who plays: accounts, sessions, ratings, bans.
//!
//! A player is an id. An account gives that id a name and a password, so claiming one keeps every game, and no game has
//! to be touched.

use std::fmt;

use game::Timestamp;

use protocol::Id;

use super::{BoxFuture, GameId, PlayerId, Speed, StoreError};
use crate::accounts::{AccountName, PasswordHash, TokenHash};
use crate::rating::Rating;

/// Who plays.
pub trait AccountStore: Send + Sync {
    /// Gives a player an account.
    fn create_account(&self, account: NewAccount) -> BoxFuture<Result<(), AccountError>>;

    /// The account with this name, however its letters are cased.
    fn account_named(&self, name: AccountName) -> BoxFuture<Result<Option<Account>, StoreError>>;

    /// The account of a player.
    fn account(&self, player: PlayerId) -> BoxFuture<Result<Option<Account>, StoreError>>;

    /// Accounts in the order of their names, those after a name, at most `limit`.
    fn accounts(&self, after: Option<AccountName>, limit: u32)
    -> BoxFuture<Result<Vec<Account>, StoreError>>;

    /// Replaces a password. Whoever was logged in with the old one is so no more, but for an owner who replaces it: the
    /// other sessions end. When the host does it, servers are [ordered](Order::Disconnect) to drop the connections.
    fn change_password(&self, change: PasswordUpdate) -> BoxFuture<Result<(), AccountError>>;

    /// Bans an account, or lifts its ban. A banned one has no sessions any more, and servers are
    /// [ordered](Order::Disconnect) to drop its connections.
    fn set_ban(&self, player: PlayerId, ban: Option<Ban>) -> BoxFuture<Result<(), AccountError>>;

    /// Deletes an account with its sessions and ratings. The games stay, the player is gone from them.
    fn delete_account(&self, player: PlayerId) -> BoxFuture<Result<(), AccountError>>;

    /// Opens a session, unless the account has been banned, or given another password, since the password was checked.
    fn open_session(&self, session: NewSession) -> BoxFuture<Result<(), AccountError>>;

    /// The session that a token opens, unless it has expired.
    fn session(&self, token: TokenHash, now: Timestamp) -> BoxFuture<Result<Option<Session>, StoreError>>;

    /// A player's sessions, the latest first.
    fn sessions(&self, player: PlayerId, now: Timestamp) -> BoxFuture<Result<Vec<Session>, StoreError>>;

    /// Prolongs a session that is being used.
    fn extend_session(
        &self,
        session: SessionId,
        seen: Timestamp,
        expires: Timestamp,
    ) -> BoxFuture<Result<(), StoreError>>;

    /// Ends sessions of a player.
    fn end_sessions(&self, player: PlayerId, which: SessionSelector) -> BoxFuture<Result<(), StoreError>>;

    /// Forgets sessions that have expired.
    fn delete_expired_sessions(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>>;

    /// A player's ratings, one for each speed that has one.
    fn ratings(&self, player: PlayerId) -> BoxFuture<Result<Vec<(Speed, Rating)>, StoreError>>;

    /// How a rating came about, game by game, the oldest first; those since then.
    fn rating_history(
        &self,
        player: PlayerId,
        speed: Speed,
        since: Timestamp,
    ) -> BoxFuture<Result<Vec<RatingPoint>, StoreError>>;

    /// Leaves a message from the command line for the servers.
    fn post_admin_command(&self, order: AdminCommand, at: Timestamp) -> BoxFuture<Result<(), StoreError>>;

    /// The orders after the one with this number, each with its own.
    fn admin_commands(&self, after: u64) -> BoxFuture<Result<Vec<(u64, AdminCommand)>, StoreError>>;
}

/// An account to be created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAccount {
    /// Whose.
    pub player: PlayerId,
    /// Its name.
    pub name: AccountName,
    /// Its password, hashed.
    pub password: PasswordHash,
    /// When.
    pub at: Timestamp,
}

/// A password that takes the place of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PasswordUpdate {
    /// Whose.
    pub player: PlayerId,
    /// The password from now on, hashed.
    pub password: PasswordHash,
    /// Who replaces the old one.
    pub by: PasswordChangedBy,
    /// When.
    pub at: Timestamp,
}

/// Who replaces a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PasswordChangedBy {
    /// The host, who need not know the old one.
    Operator,
    /// The owner. Nothing is replaced if the account has been banned, given another password, or logged out of this session
    /// since the old one was checked.
    Owner {
        /// The session in which it is done; it stays.
        session: SessionId,
        /// The password that was checked, hashed.
        old: PasswordHash,
    },
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Whose.
    pub player: PlayerId,
    /// Its name.
    pub name: AccountName,
    /// Its password, hashed.
    pub password: PasswordHash,
    /// Since when.
    pub at: Timestamp,
    /// Whether and why it may not be used.
    pub ban: Option<Ban>,
}

/// Why an account may not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// In the words of whoever decided it.
    pub reason: String,
    /// Since when.
    pub at: Timestamp,
}

/// Names a session in lists; it opens nothing, the token does.
pub type SessionId = Id<kind::Session>;

/// What an id of the store can stand for.
pub mod kind {
    /// A session.
    #[derive(Debug)]
    pub enum Session {}
}

/// A session to be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// Its name in lists.
    pub id: SessionId,
    /// What opens it.
    pub token: TokenHash,
    /// Whom it is for.
    pub player: PlayerId,
    /// The password that was given for it, hashed.
    pub password: PasswordHash,
    /// What it runs on, in the words of the browser, so that people recognise it in the list.
    pub device: String,
    /// When it was opened.
    pub at: Timestamp,
    /// When it ends by itself.
    pub expires: Timestamp,
}

/// A session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its name in lists.
    pub id: SessionId,
    /// Whom it is for.
    pub player: PlayerId,
    /// The player's name, if there is an account.
    pub name: Option<AccountName>,
    /// What it runs on.
    pub device: String,
    /// When it was opened.
    pub at: Timestamp,
    /// When it was last used, more or less.
    pub seen: Timestamp,
    /// When it ends by itself.
    pub expires: Timestamp,
}

/// Which of a player's sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionSelector {
    /// All of them.
    All,
    /// This one.
    Only(SessionId),
    /// All but this one.
    Others(SessionId),
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingPoint {
    /// The game.
    pub game: GameId,
    /// When it ended.
    pub at: Timestamp,
    /// The rating since then.
    pub rating: Rating,
}

/// What the command line asks of running servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdminCommand {
    /// Close every open seek.
    CloseSeeks,
    /// Drop every connection of a player, who has to come back through the door.
    Disconnect(PlayerId),
}

/// Why an account was not created or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountError {
    /// Somebody has this name.
    NameTaken,
    /// The player has an account already.
    HasAccount,
    /// The player has no account.
    NoAccount,
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
            AccountError::NameTaken => f.write_str("somebody has this name"),
            AccountError::HasAccount => f.write_str("the player has an account already"),
            AccountError::NoAccount => f.write_str("there is no such account"),
            AccountError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AccountError {}
