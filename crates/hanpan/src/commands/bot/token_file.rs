//! The file with the API token.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::CommandError;

/// Limit on the length of the file.
const MAX_BYTES: u64 = 4096;

/// An API token. Its text is not shown by `{:?}`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token(String);

impl Token {
    /// Reads the token, which is the only word of the file.
    pub(super) fn read(path: &Path) -> Result<Token, CommandError> {
        let bad = |error: &dyn fmt::Display| {
            CommandError::BadInput(format!("--token-file {}: {error}", path.display()))
        };
        let mut text = String::new();
        let file = File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text));
        file.map_err(|error| bad(&crate::error::io_message(&error)))?;
        Token::parse(&text).map_err(|why| bad(&why))
    }

    fn parse(text: &str) -> Result<Token, &'static str> {
        let text = text.trim();
        if text.is_empty() {
            return Err("the file is empty; it holds the token");
        }
        let is_token = text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if is_token {
            Ok(Token(text.to_owned()))
        } else {
            Err("the file holds something else than one token")
        }
    }

    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_one_word() {
        let check = |text: &str, expected: Option<&str>| {
            let read = Token::parse(text).ok();
            assert_eq!(read.as_ref().map(Token::expose), expected, "{text:?}");
        };
        check("hpt_12ab\n", Some("hpt_12ab"));
        check(" lip_X \r\n", Some("lip_X"));
        check("", None);
        check("\n", None);
        check("hpt_1 hpt_2", None);
        check("token: \"hpt_1\"", None);
        check("hpt_1\r\nX-Header: y", None);
        assert_eq!(format!("{:?}", Token("secret".into())), "Token");
    }
}
