//! API tokens, and the accounts of bots that use them.

use game::Timestamp;
use protocol::Id;

use super::{Account, BoxFuture, PlayerId, SessionId, StoreError, kind};
use crate::accounts::{AccountName, Scopes, TokenHash};

/// Storage of API tokens. A token ends with its account, a ban or a new password.
pub trait ApiTokenStore: Send + Sync {
    /// Creates a token, unless the account is banned or has as many as it may, or the session has ended.
    fn create_api_token(&self, token: NewApiToken) -> BoxFuture<Result<TokenCreation, StoreError>>;

    /// The token with this hash.
    fn api_token(&self, token: TokenHash) -> BoxFuture<Result<Option<ApiTokenInfo>, StoreError>>;

    /// A player's tokens, the newest first.
    fn api_tokens(&self, player: PlayerId) -> BoxFuture<Result<Vec<ApiTokenInfo>, StoreError>>;

    /// Notes the last use of a token.
    fn touch_api_token(&self, token: ApiTokenId, used: Timestamp) -> BoxFuture<Result<(), StoreError>>;

    /// Ends a token of a player; returns false if there is none.
    fn revoke_api_token(&self, player: PlayerId, token: ApiTokenId) -> BoxFuture<Result<bool, StoreError>>;

    /// Makes an account that of a bot, for good.
    fn make_bot(&self, player: PlayerId) -> BoxFuture<Result<BotUpgrade, StoreError>>;

    /// At most `limit` bots, not banned, that have used a token at this time or later, by name.
    fn bots_seen_since(&self, since: Timestamp, limit: u32) -> BoxFuture<Result<Vec<Account>, StoreError>>;
}

/// Id of an API token in lists; it is no secret.
pub type ApiTokenId = Id<kind::ApiToken>;

/// A token to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewApiToken {
    /// Token id.
    pub id: ApiTokenId,
    /// Hash of the secret.
    pub token: TokenHash,
    /// Owner.
    pub player: PlayerId,
    /// Session of the owner that creates the token, if one does. A new password ends the others.
    pub session: Option<SessionId>,
    /// Purpose, in the owner's words.
    pub description: String,
    /// Permissions.
    pub scopes: Scopes,
    /// Creation time.
    pub at: Timestamp,
    /// Tokens that the account may have, with this one.
    pub limit: u32,
}

/// A stored token with its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiTokenInfo {
    /// Token id.
    pub id: ApiTokenId,
    /// Owner.
    pub player: PlayerId,
    /// Account name of the owner.
    pub name: AccountName,
    /// True if the account is that of a bot.
    pub is_bot: bool,
    /// Purpose, in the owner's words.
    pub description: String,
    /// Permissions.
    pub scopes: Scopes,
    /// Creation time.
    pub at: Timestamp,
    /// Approximate time of the last use; the creation time before the first.
    pub used: Timestamp,
}

/// Result of the creation of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenCreation {
    /// The token is stored.
    Created,
    /// There is no such account or session, or the account is banned.
    NoAccount,
    /// The account has as many tokens as it may.
    TooMany,
}

/// Result of making an account that of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotUpgrade {
    /// The account is that of a bot.
    Upgraded,
    /// There is no such account.
    NoAccount,
    /// A person has played games with it.
    HasGames,
}
