//! Passwords: argon2id with the parameters recommended by OWASP.

use std::fmt;
use std::io;
use std::str::FromStr;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc};
use argon2::{Algorithm, Argon2, Params, Version};

/// A plaintext password of valid length. `Debug` does not reveal it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Salt, parameters and hash of a password, as a PHC string.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

/// Reason why a text is not a valid password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordError {
    /// Fewer than eight characters.
    TooShort,
    /// More than 1,000 bytes.
    TooLong,
}

const MIN_CHARS: usize = 8;
const MAX_BYTES: usize = 1_000;

/// 19 MiB, two iterations, one lane:
/// <https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>.
const MEMORY_KIB: u32 = 19 * 1_024;
const ITERATIONS: u32 = 2;
const PARALLELISM: u32 = 1;
const SALT_BYTES: usize = 16;

/// Length of a generated password; its 32-letter alphabet has no lookalikes.
const GENERATED_CHARS: usize = 16;
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

impl Password {
    /// Generates a random password.
    ///
    /// # Errors
    ///
    /// Returns an error if the system's random source fails.
    pub fn random() -> io::Result<Password> {
        let mut bytes = [0; GENERATED_CHARS];
        getrandom::fill(&mut bytes)?;
        Ok(Password(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()))
    }

    /// The plaintext, to be shown to its owner once.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Hashes the password with a new salt. Takes tens of milliseconds, so call it on the blocking pool.
    ///
    /// # Errors
    ///
    /// Returns an error if the system's random source fails.
    pub fn hash(&self) -> io::Result<PasswordHash> {
        let mut salt = [0; SALT_BYTES];
        getrandom::fill(&mut salt)?;
        let hash: phc::PasswordHash =
            argon2()?.hash_password_with_salt(self.0.as_bytes(), &salt).map_err(io::Error::other)?;
        Ok(PasswordHash(hash.to_string()))
    }

    /// Returns true if the password matches the hash. Takes as long as [`hash`](Password::hash), whatever the
    /// result.
    #[must_use]
    pub fn matches(&self, hash: &PasswordHash) -> bool {
        let Ok(hash) = phc::PasswordHash::new(&hash.0) else { return false };
        argon2().is_ok_and(|argon2| argon2.verify_password(self.0.as_bytes(), &hash).is_ok())
    }
}

fn argon2() -> io::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, ITERATIONS, PARALLELISM, None).map_err(io::Error::other)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

impl FromStr for Password {
    type Err = PasswordError;

    fn from_str(text: &str) -> Result<Password, PasswordError> {
        if text.len() > MAX_BYTES {
            Err(PasswordError::TooLong)
        } else if text.chars().count() < MIN_CHARS {
            Err(PasswordError::TooShort)
        } else {
            Ok(Password(text.to_owned()))
        }
    }
}

impl PasswordHash {
    /// The PHC string to store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Wraps a stored PHC string. An invalid one matches no password.
    #[must_use]
    pub fn from_stored(text: String) -> PasswordHash {
        PasswordHash(text)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PasswordError::TooShort => write!(f, "a password has at least {MIN_CHARS} characters"),
            PasswordError::TooLong => write!(f, "a password has at most {MAX_BYTES} bytes"),
        }
    }
}

impl std::error::Error for PasswordError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        text.parse().unwrap()
    }

    #[test]
    fn only_the_right_password_matches() {
        let hash = password("correct horse").hash().unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        assert!(password("correct horse").matches(&hash));
        assert!(!password("correct Horse").matches(&hash));
        assert!(!password("correct horse").matches(&PasswordHash::from_stored(String::new())));
        assert_ne!(password("correct horse").hash().unwrap(), hash, "the salt is new each time");
    }

    #[test]
    fn a_generated_password_is_valid() {
        let chosen = Password::random().unwrap();
        assert_eq!(chosen.expose().parse(), Ok(chosen.clone()));
        assert_ne!(chosen, Password::random().unwrap());
    }

    #[test]
    fn password_length_is_limited() {
        let check = |text: &str, error| assert_eq!(text.parse::<Password>().err(), error);
        check("1234567", Some(PasswordError::TooShort));
        check("비밀번호가긴가", Some(PasswordError::TooShort));
        check("비밀번호가긴가요", None);
        check(&"x".repeat(1_001), Some(PasswordError::TooLong));
    }

    #[test]
    fn debug_output_hides_the_password() {
        let password = password("correct horse");
        assert_eq!(format!("{password:?} {:?}", password.hash().unwrap()), "Password(…) PasswordHash(…)");
    }
}
