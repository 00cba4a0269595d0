//! Name that a program has chosen for itself. Programs are not registered, so it proves nothing.

use std::str::FromStr;

/// Maximum length.
const MAX_BYTES: usize = 100;

/// Printable ASCII (RFC 6749, appendix A.1): no control characters, and none that change the direction of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::http) struct ClientId(String);

/// The text is no such name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::http) struct ClientIdError;

impl ClientId {
    pub(in crate::http) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ClientId {
    type Err = ClientIdError;

    fn from_str(text: &str) -> Result<ClientId, ClientIdError> {
        let is_valid = text.len() <= MAX_BYTES
            && !text.trim().is_empty()
            && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if is_valid { Ok(ClientId(text.to_owned())) } else { Err(ClientIdError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_printable() {
        for good in ["lichess-app.example", "My board <3", "https://app.example/", &"x".repeat(100)] {
            assert_eq!(good.parse::<ClientId>().unwrap().as_str(), good);
        }
        for bad in ["", "  ", "a\nb", "a\0", "Hanpan\u{202e}", "한판", &"x".repeat(101)] {
            assert_eq!(bad.parse::<ClientId>(), Err(ClientIdError), "{bad:?}");
        }
    }
}
