//! User-chosen texts: names and chat messages, normalized and validated on parsing.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Display name: 1 to 20 visible characters, single spaces only between words, and no mixture of confusable
/// scripts.
///
/// ```
/// use protocol::PlayerName;
/// assert_eq!(PlayerName::new(" 민지 ").unwrap().as_str(), "민지");
/// assert!(PlayerName::new("").is_err() && PlayerName::new("a name that is much too long").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(String);

/// Chat text: 1 to 140 characters, at least one of them visible, no control characters, trimmed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChatText(String);

/// Reason for rejecting a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// Empty or whitespace only.
    Empty,
    /// Longer than this number of characters.
    TooLong(usize),
    /// A control character or another invisible character.
    InvisibleCharacter,
    /// Letters of several confusable scripts, which could imitate another name.
    MixedScripts,
}

impl PlayerName {
    /// Maximum length in characters.
    pub const MAX_CHARS: usize = 20;

    /// Normalizes and validates a name.
    ///
    /// # Errors
    /// If the text is empty, too long, contains an invisible character or mixes scripts.
    pub fn new(text: &str) -> Result<PlayerName, TextError> {
        let text = normalize(text, PlayerName::MAX_CHARS, is_invisible)?;
        let mut alphabets = text.chars().filter_map(script_of);
        let first = alphabets.next();
        if alphabets.any(|other| Some(other) != first) {
            Err(TextError::MixedScripts)
        } else {
            Ok(PlayerName(text))
        }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl ChatText {
    /// Maximum length in characters.
    pub const MAX_CHARS: usize = 140;

    /// Normalizes and validates a chat text.
    ///
    /// # Errors
    /// If the text is empty, too long or contains a control character.
    pub fn new(text: &str) -> Result<ChatText, TextError> {
        normalize(text, ChatText::MAX_CHARS, is_control_or_bidi).map(ChatText)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn normalize(text: &str, max: usize, is_bad: impl Fn(char) -> bool) -> Result<String, TextError> {
    let text = text.trim();
    if text.chars().all(|c| c.is_whitespace() || is_invisible(c)) {
        return Err(TextError::Empty);
    }
    if text.chars().any(is_bad) {
        return Err(TextError::InvisibleCharacter);
    }
    // All Unicode spaces become a single ASCII space.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > max { Err(TextError::TooLong(max)) } else { Ok(text) }
}

/// Control characters and bidirectional formatting characters.
fn is_control_or_bidi(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{61c}')
}

/// Additionally zero-width and blank characters: fillers, joiners, variation selectors, tags.
fn is_invisible(c: char) -> bool {
    is_control_or_bidi(c)
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200d}'
                | '\u{2060}'..='\u{2065}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Scripts with confusable letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnicodeScript {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Cherokee,
}

/// The script of a letter; `None` for letters that are not confusable.
fn script_of(c: char) -> Option<UnicodeScript> {
    match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}' => {
            Some(UnicodeScript::Latin)
        }
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(UnicodeScript::Greek),
        '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' => Some(UnicodeScript::Cyrillic),
        '\u{530}'..='\u{58f}' => Some(UnicodeScript::Armenian),
        '\u{13a0}'..='\u{13ff}' | '\u{ab70}'..='\u{abbf}' => Some(UnicodeScript::Cherokee),
        _ => None,
    }
}

impl TryFrom<String> for PlayerName {
    type Error = TextError;

    fn try_from(text: String) -> Result<PlayerName, TextError> {
        PlayerName::new(&text)
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> String {
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

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Empty => f.write_str("empty"),
            TextError::TooLong(max) => write!(f, "longer than {max} characters"),
            TextError::InvisibleCharacter => f.write_str("characters that are not seen"),
            TextError::MixedScripts => f.write_str("letters of several alphabets"),
        }
    }
}

impl Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_chat_texts_are_normalized_or_rejected() {
        let check = |text: &str, expected: Result<&str, TextError>| {
            assert_eq!(
                PlayerName::new(text).as_ref().map(PlayerName::as_str).map_err(|&e| e),
                expected,
                "{text:?}"
            );
        };
        check("Ann", Ok("Ann"));
        check("  Ann Lee ", Ok("Ann Lee"));
        check("가나다라마바사아자차가나다라마바사아자차", Ok("가나다라마바사아자차가나다라마바사아자차"));
        check("가나다라마바사아자차가나다라마바사아자차가", Err(TextError::TooLong(20)));
        check("'; DROP TABLE log;--", Ok("'; DROP TABLE log;--"));
        check("", Err(TextError::Empty));
        check(" \n ", Err(TextError::Empty));
        check("a\nb", Err(TextError::InvisibleCharacter));
        check("a\u{202e}b", Err(TextError::InvisibleCharacter));
        check("a\u{3000}\u{a0} b", Ok("a b"));
        for blank in
            ["\u{3164}", "\u{115f}\u{1160}", "\u{ffa0}", "\u{2800}", "\u{200b}", "\u{ad}", "\u{e0041}"]
        {
            check(blank, Err(TextError::Empty));
            check(&format!("민{blank}지"), Err(TextError::InvisibleCharacter));
        }
        check("Ann\u{fe0f}", Err(TextError::InvisibleCharacter));
        check("Аnn", Err(TextError::MixedScripts)); // the first letter is Cyrillic
        check("Anν", Err(TextError::MixedScripts)); // the last one is Greek
        check("Аня", Ok("Аня"));
        check("민지 Kim 77", Ok("민지 Kim 77"));
        check("José", Ok("José"));
        assert_eq!(
            ChatText::new("좋아요 \u{2764}\u{fe0f}").as_ref().map(ChatText::as_str),
            Ok("좋아요 \u{2764}\u{fe0f}")
        );
        assert_eq!(ChatText::new("\u{3164} \u{200b}"), Err(TextError::Empty));
        assert_eq!(ChatText::new("a\u{202e}b"), Err(TextError::InvisibleCharacter));
        assert!(ChatText::new(&"x".repeat(140)).is_ok());
        assert_eq!(ChatText::new(&"x".repeat(141)), Err(TextError::TooLong(140)));
    }
}
