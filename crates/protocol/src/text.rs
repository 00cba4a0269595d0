//! Texts that people choose. Their limits are in their types: one that is too long cannot be.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What somebody is called: 1 to 20 characters, no control characters, no blanks at the ends.
///
/// ```
/// use protocol::Name;
/// assert_eq!(Name::new(" 민지 ").unwrap().as_str(), "민지");
/// assert!(Name::new("").is_err() && Name::new("a name that is much too long").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// What somebody says: 1 to 140 characters, no control characters, no blanks at the ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChatText(String);

/// Why a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// Nothing but blanks.
    Empty,
    /// More characters than this.
    TooLong(usize),
    /// A line break or another character that is not seen.
    Control,
}

impl Name {
    /// The longest name, in characters.
    pub const MAX: usize = 20;

    /// Reads a name.
    ///
    /// # Errors
    /// If it is empty, too long or holds something unseen.
    pub fn new(text: &str) -> Result<Name, TextError> {
        checked(text, Name::MAX).map(Name)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl ChatText {
    /// The longest line, in characters.
    pub const MAX: usize = 140;

    /// Reads a line.
    ///
    /// # Errors
    /// If it is empty, too long or holds something unseen.
    pub fn new(text: &str) -> Result<ChatText, TextError> {
        checked(text, ChatText::MAX).map(ChatText)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn checked(text: &str, max: usize) -> Result<String, TextError> {
    let text = text.trim();
    if text.is_empty() {
        Err(TextError::Empty)
    } else if text.chars().any(is_unseen) {
        Err(TextError::Control)
    } else if text.chars().count() > max {
        Err(TextError::TooLong(max))
    } else {
        Ok(text.to_owned())
    }
}

/// Control characters, and those that turn the direction of the text around them or take no room: with them one name can
/// be made to look like another.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl TryFrom<String> for Name {
    type Error = TextError;

    fn try_from(text: String) -> Result<Name, TextError> {
        Name::new(&text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl TryFrom<String> for ChatText {
    type Error = TextError;

    fn try_from(text: String) -> Result<ChatText, TextError> {
        ChatText::new(&text)
    }
}

impl From<ChatText> for String {
    fn from(text: ChatText) -> String {
        text.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Empty => f.write_str("empty"),
            TextError::TooLong(max) => write!(f, "longer than {max} characters"),
            TextError::Control => f.write_str("characters that are not seen"),
        }
    }
}

impl Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_hold() {
        let check = |text: &str, expected: Result<&str, TextError>| {
            assert_eq!(Name::new(text).as_ref().map(Name::as_str).map_err(|&e| e), expected, "{text:?}");
        };
        check("Ann", Ok("Ann"));
        check("  Ann Lee ", Ok("Ann Lee"));
        check("가나다라마바사아자차가나다라마바사아자차", Ok("가나다라마바사아자차가나다라마바사아자차"));
        check("가나다라마바사아자차가나다라마바사아자차가", Err(TextError::TooLong(20)));
        check("'; DROP TABLE log;--", Ok("'; DROP TABLE log;--"));
        check("", Err(TextError::Empty));
        check(" \n ", Err(TextError::Empty));
        check("a\nb", Err(TextError::Control));
        check("a\u{202e}b", Err(TextError::Control));
        assert!(ChatText::new(&"x".repeat(140)).is_ok());
        assert_eq!(ChatText::new(&"x".repeat(141)), Err(TextError::TooLong(140)));
    }
}
