//! JSON encoding of messages, so that clients need no JSON library of their own.

use std::error::Error;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{ToClient, ToServer, http};

/// A message with a JSON form.
///
/// ```
/// use protocol::{Json, ToServer};
/// let text = ToServer::EnterLobby.to_json();
/// assert_eq!(text, r#"{"type":"enter-lobby"}"#);
/// assert_eq!(ToServer::from_json(&text), Ok(ToServer::EnterLobby));
/// ```
pub trait Json: Serialize + DeserializeOwned {
    /// Serializes the message.
    #[must_use]
    fn to_json(&self) -> String {
        // Serialization cannot fail: messages have no maps with non-string keys and no fallible values.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a message.
    ///
    /// # Errors
    /// Returns position and reason of the first error.
    fn from_json(text: &str) -> Result<Self, JsonError> {
        serde_json::from_str(text).map_err(|error| JsonError(error.to_string()))
    }
}

/// The text is not valid JSON for the expected type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError(String);

impl Json for ToServer {}
impl Json for ToClient {}
impl Json for http::CreateGameRequest {}
impl Json for http::CreateGameResponse {}
impl Json for http::Me {}
impl Json for http::GameListPage {}
impl Json for http::PlayerProfile {}
impl Json for http::Credentials {}
impl Json for http::PasswordChange {}
impl Json for http::ApiErrorBody {}
impl Json for Vec<http::SessionInfo> {}
impl Json for Vec<http::RatingPoint> {}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for JsonError {}
