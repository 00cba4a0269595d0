//! Authorization codes of OAuth: single-use secrets that a program exchanges for an API token, once the owner of the account
//! has agreed.

use game::{Millis, Timestamp};

use super::{ApiTokenId, BoxFuture, PlayerId, SessionId, StoreError, TokenCreation};
use crate::accounts::{Scopes, TokenHash};

/// Lifetime of a code. A code from the future is valid for as long before its creation, so that the clocks of nodes may
/// differ a little and a code from a wrong clock ends all the same.
pub const CODE_LIFETIME: Millis = Millis::seconds(60);

/// Storage of authorization codes. A code ends with its account, a ban or a new password.
pub trait OauthCodeStore: Send + Sync {
    /// Stores a code, unless the account is banned or has as many valid ones as it may, or the session has ended.
    fn create_oauth_code(&self, code: NewOauthCode) -> BoxFuture<Result<TokenCreation, StoreError>>;

    /// Ends a code and creates its token, both or neither. A code that does not match the request ends without a token.
    fn redeem_oauth_code(
        &self,
        redemption: CodeRedemption,
    ) -> BoxFuture<Result<RedemptionResult, StoreError>>;

    /// Deletes expired codes; returns their number.
    fn delete_expired_oauth_codes(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>>;
}

/// Values of the authorization request that the exchange has to repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeBinding {
    /// Name that the program has chosen for itself.
    pub client_id: String,
    /// Address that the code was sent to.
    pub redirect_uri: String,
    /// PKCE challenge: SHA-256 of the verifier in base64url.
    pub challenge: String,
}

/// A code to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewOauthCode {
    /// Hash of the secret.
    pub code: TokenHash,
    /// Owner of the account.
    pub player: PlayerId,
    /// Session of the owner who agreed, if one did. A new password ends the others.
    pub session: Option<SessionId>,
    /// Values that the exchange has to repeat.
    pub binding: CodeBinding,
    /// Description of the token.
    pub description: String,
    /// Permissions of the token.
    pub scopes: Scopes,
    /// Creation time.
    pub at: Timestamp,
    /// Valid codes that the account may have, with this one.
    pub limit: u32,
}

/// Exchange of a code for a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeRedemption {
    /// Hash of the code.
    pub code: TokenHash,
    /// Values of the exchange; the challenge follows from its verifier.
    pub binding: CodeBinding,
    /// Id of the new token.
    pub id: ApiTokenId,
    /// Hash of the new token.
    pub token: TokenHash,
    /// Time of the exchange.
    pub at: Timestamp,
    /// Tokens that the account may have, with the new one.
    pub limit: u32,
}

/// Result of an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedemptionResult {
    /// The token is stored, with these permissions.
    Created(Scopes),
    /// There is no such code: it has expired, or was used before.
    NoCode,
    /// The code is for another program.
    WrongClient,
    /// The code was sent to another address.
    WrongRedirect,
    /// The verifier does not belong to the challenge.
    WrongVerifier,
    /// The account has as many tokens as it may.
    TooManyTokens,
}

/// Returns true if a code of this creation time has neither expired nor come from a clock that was wrong.
pub(super) fn is_valid_at(created: Timestamp, now: Timestamp) -> bool {
    created.0.abs_diff(now.0) < CODE_LIFETIME.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_live_for_a_minute_and_do_not_come_from_the_far_future() {
        let check = |created, now, expected| {
            assert_eq!(is_valid_at(Timestamp(created), Timestamp(now)), expected, "{created} {now}");
        };
        check(100_000, 100_000, true);
        check(100_000, 159_999, true);
        check(100_000, 160_000, false);
        check(100_000, 40_001, true);
        check(100_000, 40_000, false);
        check(0, u64::MAX, false);
    }
}
