//! Session tokens: the secret in the browser's cookie. The database has only their hashes, so reading it
//! opens no session.

use std::fmt;
use std::io;
use std::str::FromStr;

use protocol::PlayerId;
use sha2::{Digest, Sha256};

/// 256 random bits that identify a session or a guest. `Debug` does not reveal them.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; BYTES]);

/// SHA-256 of a token, as stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; BYTES]);

/// The text is not a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTokenError;

const BYTES: usize = 32;

impl Token {
    /// Generates a random token.
    ///
    /// # Errors
    ///
    /// Returns an error if the system's random source fails.
    pub fn random() -> io::Result<Token> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes))
    }

    /// The hash to store. The token is random, so one round of a fast hash is enough.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }

    /// Player id of the guest who holds this token. Guests need no storage.
    #[must_use]
    pub fn guest_id(&self) -> PlayerId {
        // Half of the hash is the id; it reveals neither the token nor the other half.
        let mut first = [0; 16];
        first.copy_from_slice(&self.hash().0[..16]);
        PlayerId::from_bits(u128::from_be_bytes(first))
    }

    /// The token in hexadecimal, for the cookie only.
    #[must_use]
    pub fn expose(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl FromStr for Token {
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<Token, ParseTokenError> {
        let digits: Vec<u8> =
            text.chars().map_while(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
        if text.len() != 2 * BYTES || digits.len() != 2 * BYTES {
            return Err(ParseTokenError);
        }
        let mut bytes = [0; BYTES];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = pair.iter().fold(0, |byte, digit| byte << 4 | digit);
        }
        Ok(Token(bytes))
    }
}

impl TokenHash {
    /// The hash as bytes, for storage.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; BYTES] {
        self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

impl fmt::Display for ParseTokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a token")
    }
}

impl std::error::Error for ParseTokenError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_round_trip_and_invalid_texts_are_rejected() {
        let token = Token::random().unwrap();
        assert_eq!(token.expose().parse(), Ok(token.clone()));
        assert_ne!(token.hash(), Token::random().unwrap().hash());
        for bad in ["", "00", &"g".repeat(64), &"0".repeat(63), &"é".repeat(32), &"0".repeat(66)] {
            assert_eq!(bad.parse::<Token>(), Err(ParseTokenError), "{bad}");
        }
    }

    #[test]
    fn the_hash_is_sha_256() {
        // SHA-256 of 32 zero bytes: `head -c 32 /dev/zero | sha256sum`.
        let hash = Token([0; BYTES]).hash().to_bytes();
        assert_eq!(hash[..4], [0x66, 0x68, 0x7a, 0xad]);
    }

    #[test]
    fn the_guest_id_follows_from_the_token() {
        assert_eq!(Token([0; BYTES]).guest_id().bits() >> 96, 0x6668_7aad);
        assert_ne!(Token::random().unwrap().guest_id(), Token::random().unwrap().guest_id());
    }

    #[test]
    fn debug_output_hides_the_token() {
        let token = Token::random().unwrap();
        let shown = format!("{token:?} {:?}", token.hash());
        assert!(!shown.contains(&token.expose()[..8]), "{shown}");
    }
}
