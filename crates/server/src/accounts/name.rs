//! Account names.

use std::fmt;
use std::str::FromStr;

/// Account name: 2 to 20 ASCII letters and digits, Hangul syllables, `_` and `-`.
///
/// The character set needs no escaping anywhere. Case is preserved but ignored. A new name may not look like another:
/// `I`, `l` and `1` look alike, and so do `O` and `0`.
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

/// Reason why a text is not an account name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Fewer than two characters.
    TooShort,
    /// More than twenty.
    TooLong,
    /// Contains a character that names may not have.
    BadCharacter {
        /// The first invalid character.
        character: char,
        /// Its index, in characters.
        index: usize,
    },
}

const MIN_CHARS: usize = 2;
const MAX_CHARS: usize = AccountName::MAX_CHARS;

impl AccountName {
    /// Maximum length in characters.
    pub const MAX_CHARS: usize = 20;

    /// The name as its owner writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name in small letters: two names with the same one are the same name.
    #[must_use]
    pub fn lowercase(&self) -> String {
        self.0.to_ascii_lowercase()
    }

    /// Look-alike key: names with the same key look alike.
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
        // Counting stops after one character too many, so a huge text costs nothing.
        match text.chars().take(MAX_CHARS + 1).count() {
            length if length < MIN_CHARS => return Err(NameError::TooShort),
            length if length > MAX_CHARS => return Err(NameError::TooLong),
            _ => {}
        }
        match text.chars().enumerate().find(|&(_, character)| !is_name_char(character)) {
            Some((index, character)) => Err(NameError::BadCharacter { character, index }),
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
            NameError::BadCharacter { character, index } => {
                write!(f, "{character:?} at character {} cannot be in a name", index + 1)
            }
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_names_parse_and_invalid_names_say_why() {
        let check = |text: &str, error: Option<NameError>| {
            assert_eq!(text.parse::<AccountName>().err(), error, "{text}");
        };
        let bad = |character, index| Some(NameError::BadCharacter { character, index });
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
    fn case_is_ignored() {
        let key = |text: &str| text.parse::<AccountName>().unwrap().key();
        assert_eq!(key("MAGNUS한"), key("magnus한"));
        assert_ne!(key("magnus"), key("magnu5"));
    }

    #[test]
    fn lookalike_names_have_one_key() {
        let key = |text: &str| text.parse::<AccountName>().unwrap().key();
        assert_eq!(key("Ill"), key("lI1"));
        assert_eq!(key("BOB"), key("b0b"));
        assert_ne!(key("a_b"), key("a-b"));
        assert_ne!(key("ab"), key("a8"));
    }
}
