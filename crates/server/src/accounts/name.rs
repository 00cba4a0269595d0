//! The name of an account.

use std::fmt;
use std::str::FromStr;

/// The name of an account: 2 to 20 letters and digits of ASCII, syllables of Hangul, `_` and `-`.
///
/// Few enough characters that no name needs an escape. Names that look the same on a screen are the same: case is kept but
/// makes no difference, nor do `I`, `l` and `1`, or `O` and `0`.
///
/// ```
/// use server::accounts::AccountName;
/// let name: AccountName = "한판-Fan".parse()?;
/// assert_eq!((name.as_str(), name.key().as_str()), ("한판-Fan", "한판-fan"));
/// assert!("x' OR 1=1 --".parse::<AccountName>().is_err());
/// # Ok::<(), server::accounts::NameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccountName(String);

/// What is wrong with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Fewer than two characters.
    TooShort,
    /// More than twenty.
    TooLong,
    /// It has a character that no name has.
    BadCharacter {
        /// The first of them.
        character: char,
        /// How many characters come before it.
        index: usize,
    },
}

const MIN_CHARS: usize = 2;
const MAX_CHARS: usize = 20;

impl AccountName {
    /// The name as its owner writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What two names have in common that are the same to us.
    #[must_use]
    pub fn key(&self) -> String {
        let plain = |character: char| match character.to_ascii_lowercase() {
            'i' | '1' => 'l',
            '0' => 'o',
            character => character,
        };
        self.0.chars().map(plain).collect()
    }
}

impl FromStr for AccountName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<AccountName, NameError> {
        // One more than the longest is enough to know, however long the text is.
        match text.chars().take(MAX_CHARS + 1).count() {
            length if length < MIN_CHARS => return Err(NameError::TooShort),
            length if length > MAX_CHARS => return Err(NameError::TooLong),
            _ => {}
        }
        match text.chars().enumerate().find(|&(_, character)| !is_name_char(character)) {
            Some((place, character)) => Err(NameError::BadCharacter { character, index: place }),
            None => Ok(AccountName(text.to_owned())),
        }
    }
}

fn is_name_char(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '가'..='힣')
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::TooShort => write!(f, "a name has at least {MIN_CHARS} characters"),
            NameError::TooLong => write!(f, "a name has at most {MAX_CHARS} characters"),
            NameError::BadCharacter { character, index: place } => {
                write!(f, "{character:?} at character {} cannot be in a name", place + 1)
            }
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let check = |text: &str, error: Option<NameError>| {
            assert_eq!(text.parse::<AccountName>().err(), error, "{text}");
        };
        let bad = |character, place| Some(NameError::BadCharacter { character, index: place });
        for good in [
            "ab",
            "Magnus_C",
            "a-b",
            "한판",
            "힣가",
            "12",
            "abcdefghijklmnopqrst",
            "가나다라마바사아자차카타파하거너더러머버",
        ] {
            check(good, None);
        }
        check("", Some(NameError::TooShort));
        check("a", Some(NameError::TooShort));
        check("abcdefghijklmnopqrstu", Some(NameError::TooLong));
        check(&"x".repeat(1_000_000), Some(NameError::TooLong));
        check("a b", bad(' ', 1));
        check("аdmin", bad('а', 0)); // a Cyrillic letter that looks like ours
        check("a\u{200b}b", bad('\u{200b}', 1));
        check("ㄱㄴ", bad('ㄱ', 0));
        check("a.b", bad('.', 1));
        check("é!", bad('é', 0));
    }

    #[test]
    fn case_makes_no_difference() {
        let key = |text: &str| text.parse::<AccountName>().unwrap().key();
        assert_eq!(key("MAGNUS한"), key("magnus한"));
        assert_ne!(key("magnus"), key("magnu5"));
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        let key = |text: &str| text.parse::<AccountName>().unwrap().key();
        assert_eq!(key("Ill"), key("lI1"));
        assert_eq!(key("BOB"), key("b0b"));
        assert_ne!(key("a_b"), key("a-b"));
        assert_ne!(key("ab"), key("a8"));
    }
}
