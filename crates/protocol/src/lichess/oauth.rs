//! Answers of OAuth.

use serde::Serialize;

/// A token that was exchanged for an authorization code. It does not expire.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AccessToken {
    /// Always `Bearer`.
    pub token_type: &'static str,
    /// The secret.
    pub access_token: String,
    /// Names of the scopes that were granted, separated by blanks.
    pub scope: String,
}

/// An error by RFC 6749, section 5.2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OauthErrorBody {
    /// Kind of the error.
    pub error: &'static str,
    /// Reason in English.
    pub error_description: String,
}
