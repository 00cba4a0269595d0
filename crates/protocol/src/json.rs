//! JSON of messages for clients, read and written without serde.
//!
//! The server parses strictly and fast with serde. The code that serde generates for a message is a quarter of what an
//! invitation downloads, though: every type is compiled for every kind of input. Here a text becomes a [`Value`] first, and a
//! message is a few look-ups in it. `tests/json.rs` holds that both read and write the same.

mod value;
mod fields;
mod types;
mod messages;

use std::error::Error;
use std::fmt;

use value::Value;

/// A message that clients receive.
///
/// ```
/// use protocol::{FromJson, ToClient, ToJson, ToServer, UnixMillis};
/// assert_eq!(ToServer::EnterLobby.to_json(), r#"{"type":"enter-lobby"}"#);
/// let beat = ToClient::from_json(r#"{"type":"beat","now":1}"#);
/// assert_eq!(beat, Ok(ToClient::Beat { now: UnixMillis(1), lag: None }));
/// ```
pub trait FromJson: Read {
    /// Parses a message. Unknown fields are ignored: those of a newer server.
    ///
    /// # Errors
    /// If the text is not JSON, or not that of this message.
    fn from_json(text: &str) -> Result<Self, JsonError> {
        Value::parse(text).as_ref().and_then(Self::read).ok_or(JsonError)
    }
}

/// A message that clients send.
pub trait ToJson: Write {
    /// The message as text.
    #[must_use]
    fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}

impl<T: Read> FromJson for T {}
impl<T: Write> ToJson for T {}

/// A type that can be read from a [`Value`].
pub trait Read: Sized {
    /// Reads a value; `None` if it is of another kind or out of bounds.
    #[doc(hidden)]
    fn read(value: &Value) -> Option<Self>;

    /// Reads a field, which may be absent.
    #[doc(hidden)]
    fn read_field(value: Option<&Value>) -> Option<Self> {
        Self::read(value?)
    }
}

/// A type that can be written.
pub trait Write {
    /// Appends the JSON of the value.
    #[doc(hidden)]
    fn write(&self, out: &mut String);

    /// Returns true if a field with this value is left out.
    #[doc(hidden)]
    fn is_absent(&self) -> bool {
        false
    }
}

/// The text is not valid JSON for the expected type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JsonError;

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a message of this protocol")
    }
}

impl Error for JsonError {}
