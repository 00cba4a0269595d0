//! Messages as the text that goes over the wire: the one place where JSON is written and read for clients.

use std::error::Error;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{ToClient, ToServer, http};

/// Something that is said as JSON.
///
/// ```
/// use protocol::{Json, ToServer};
/// let text = ToServer::EnterLobby.to_json();
/// assert_eq!(text, r#"{"type":"enter-lobby"}"#);
/// assert_eq!(ToServer::from_json(&text), Ok(ToServer::EnterLobby));
/// ```
pub trait Json: Serialize + DeserializeOwned {
    /// The text.
    #[must_use]
    fn to_json(&self) -> String {
        // Nothing here can fail to be written: no maps with keys that are no texts, nothing that is not a value.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a text.
    ///
    /// # Errors
    /// Says where the text is wrong and why.
    fn from_json(text: &str) -> Result<Self, JsonError> {
        serde_json::from_str(text).map_err(|error| JsonError(error.to_string()))
    }
}

/// A text that is not what it should be.
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
