//! Proof Key for Code Exchange (RFC 7636), only with SHA-256: a code that is read on its way is of no use
//! without the secret of the program.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// SHA-256 of a verifier: 43 characters of base64url.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::http) struct CodeChallenge(String);

/// Secret of the program. `Debug` does not reveal it.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::http) struct CodeVerifier(String);

/// The text is no challenge or verifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::http) struct PkceError;

const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Length of 256 bits in base64url.
const CHALLENGE_CHARS: usize = 43;

impl CodeChallenge {
    pub(in crate::http) fn as_str(&self) -> &str {
        &self.0
    }

    pub(in crate::http) fn into_string(self) -> String {
        self.0
    }
}

impl CodeVerifier {
    /// The challenge that belongs to the verifier.
    pub(in crate::http) fn challenge(&self) -> CodeChallenge {
        CodeChallenge(base64url(&Sha256::digest(self.0.as_bytes())))
    }
}

impl FromStr for CodeChallenge {
    type Err = PkceError;

    fn from_str(text: &str) -> Result<CodeChallenge, PkceError> {
        let is_valid = text.len() == CHALLENGE_CHARS && text.bytes().all(|byte| BASE64URL.contains(&byte));
        if is_valid { Ok(CodeChallenge(text.to_owned())) } else { Err(PkceError) }
    }
}

impl FromStr for CodeVerifier {
    type Err = PkceError;

    fn from_str(text: &str) -> Result<CodeVerifier, PkceError> {
        let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let is_valid = (43..=128).contains(&text.len()) && text.bytes().all(is_unreserved);
        if is_valid { Ok(CodeVerifier(text.to_owned())) } else { Err(PkceError) }
    }
}

impl fmt::Debug for CodeVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeVerifier(…)")
    }
}

/// Base64url without padding.
fn base64url(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 1);
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for digit in 0..=chunk.len() {
            let index = (bits >> (18 - 6 * digit)) & 63;
            text.push(char::from(BASE64URL[index as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_rfc_matches() {
        let verifier: CodeVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".parse().unwrap();
        assert_eq!(verifier.challenge().as_str(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(!format!("{verifier:?}").contains("dBjf"));
    }

    #[test]
    fn base64url_has_no_padding() {
        let check = |bytes: &[u8], expected: &str| assert_eq!(base64url(bytes), expected);
        check(b"", "");
        check(b"f", "Zg");
        check(b"fo", "Zm8");
        check(b"foo", "Zm9v");
        check(&[0xfb, 0xff, 0xfe], "-__-");
    }

    #[test]
    fn challenges_and_verifiers_have_their_lengths_and_alphabets() {
        let text = |length: usize| "a".repeat(length);
        for (length, is_challenge, is_verifier) in
            [(42, false, false), (43, true, true), (44, false, true), (128, false, true), (129, false, false)]
        {
            assert_eq!(text(length).parse::<CodeChallenge>().is_ok(), is_challenge, "{length}");
            assert_eq!(text(length).parse::<CodeVerifier>().is_ok(), is_verifier, "{length}");
        }
        for bad in ["=", "+", "/", " ", "\0", "수"] {
            assert_eq!(
                format!("{}{bad}", text(43 - bad.len())).parse::<CodeChallenge>(),
                Err(PkceError),
                "{bad}"
            );
            assert_eq!(format!("{}{bad}", text(50)).parse::<CodeVerifier>(), Err(PkceError), "{bad}");
        }
    }
}
