//! Passwords: argon2id with the parameters recommended by OWASP.

use std::fmt;
use std::io;
use std::str::FromStr;

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Block, Params, Version};

use super::AccountName;
use super::common_passwords::{is_common, is_name};

/// A plaintext password of valid length. `Debug` does not reveal it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Salt, parameters and hash of a password, as a PHC string.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

/// Working memory of a hash, allocated by the first and reused by later ones: an allocator keeps freed blocks
/// of this size for each thread, so that the process would grow with every hash.
#[derive(Default)]
pub struct HashMemory(Vec<Block>);

/// Reason why a text is not a valid password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordError {
    /// Fewer than eight characters.
    TooShort,
    /// More than 1,000 bytes.
    TooLong,
    /// Among the passwords that are guessed first.
    TooCommon,
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
    /// Parses a new password for an account. Common ones and its name are refused here but not at a login, because
    /// accounts of older versions may have one.
    ///
    /// # Errors
    ///
    /// Returns an error if the password is too short, too long or too common.
    pub fn choose(text: &str, name: &AccountName) -> Result<Password, PasswordError> {
        let password = text.parse()?;
        if is_common(text) || is_name(text, name.as_str()) {
            Err(PasswordError::TooCommon)
        } else {
            Ok(password)
        }
    }

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
    pub fn hash(&self, memory: &mut HashMemory) -> io::Result<PasswordHash> {
        let mut salt = [0; SALT_BYTES];
        getrandom::fill(&mut salt)?;
        let params = Params::new(MEMORY_KIB, ITERATIONS, PARALLELISM, None).map_err(io::Error::other)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let output = self.derive(&argon2, &salt, memory)?;
        let hash = phc::PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: phc::ParamsString::try_from(argon2.params()).map_err(io::Error::other)?,
            salt: Some(phc::Salt::new(&salt).map_err(io::Error::other)?),
            hash: Some(output),
        };
        Ok(PasswordHash(hash.to_string()))
    }

    /// Returns true if the password matches the hash. Takes as long as [`hash`](Password::hash), whatever the
    /// result.
    #[must_use]
    pub fn matches(&self, hash: &PasswordHash, memory: &mut HashMemory) -> bool {
        let Some((argon2, salt, expected)) = hash.parts() else { return false };
        // `Output` compares in constant time.
        self.derive(&argon2, &salt, memory).is_ok_and(|output| output == expected)
    }

    fn derive(&self, argon2: &Argon2<'_>, salt: &[u8], memory: &mut HashMemory) -> io::Result<phc::Output> {
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        argon2
            .hash_password_into_with_memory(
                self.0.as_bytes(),
                salt,
                &mut output,
                memory.blocks(argon2.params()),
            )
            .map_err(io::Error::other)?;
        phc::Output::new(&output).map_err(io::Error::other)
    }
}

impl HashMemory {
    fn blocks(&mut self, params: &Params) -> &mut [Block] {
        let length = params.block_count();
        if self.0.len() < length {
            self.0.resize(length, Block::new());
        }
        &mut self.0[..length]
    }
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

    /// Parameters, salt and output; `None` if the stored string is invalid.
    fn parts(&self) -> Option<(Argon2<'static>, phc::Salt, phc::Output)> {
        let stored = phc::PasswordHash::new(&self.0).ok()?;
        let algorithm = Algorithm::try_from(stored.algorithm.as_str()).ok()?;
        let version = stored.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
        let params = Params::try_from(&stored).ok()?;
        Some((Argon2::new(algorithm, version, params), stored.salt?, stored.hash?))
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

impl fmt::Debug for HashMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HashMemory({} blocks)", self.0.len())
    }
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PasswordError::TooShort => write!(f, "a password has at least {MIN_CHARS} characters"),
            PasswordError::TooLong => write!(f, "a password has at most {MAX_BYTES} bytes"),
            PasswordError::TooCommon => f.write_str("this password is among the most common ones"),
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
        let mut memory = HashMemory::default();
        let hash = password("correct horse").hash(&mut memory).unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        let mut check = |text: &str, hash: &PasswordHash, expected| {
            assert_eq!(password(text).matches(hash, &mut memory), expected, "{text}");
        };
        check("correct horse", &hash, true);
        check("correct Horse", &hash, false);
        check("correct horse", &PasswordHash::from_stored(String::new()), false);
        assert_ne!(password("correct horse").hash(&mut memory).unwrap(), hash, "the salt is new each time");
    }

    /// Made by version 0.1.0.
    const STORED: &str =
        "$argon2id$v=19$m=19456,t=2,p=1$+ZbpDhiVrwAU1qbBDZM4Dw$GCCT2thniN5zrbWejctoo1MavvxOKRjqQV6fOMcLg4A";

    /// Used memory must not change a hash, and hashes of earlier versions stay valid.
    #[test]
    fn hashes_do_not_depend_on_the_memory_before() {
        let stored = PasswordHash::from_stored(STORED.to_owned());
        let mut memory = HashMemory::default();
        assert!(password("correct horse").matches(&stored, &mut memory));
        password("something else").hash(&mut memory).unwrap();
        assert!(password("correct horse").matches(&stored, &mut memory));
        assert!(!password("something else").matches(&stored, &mut memory));
        assert_eq!(memory.0.len(), MEMORY_KIB as usize, "one block is 1 KiB, and no more are kept");
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
    fn common_passwords_cannot_be_chosen_but_still_match() {
        let choose = |text| Password::choose(text, &"Kasparov".parse().unwrap());
        for common in [
            "password",
            "kasparov",
            "Kasparov85",
            "PassWord",
            " password ",
            "        ",
            "\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}",
            "12345678",
            "aaaaaaaa",
            "ㅋㅋㅋㅋㅋㅋㅋㅋ",
        ] {
            assert_eq!(choose(common), Err(PasswordError::TooCommon), "{common:?}");
        }
        for good in ["correct horse", "password of mine", "비밀번호가긴가요"] {
            assert_eq!(choose(good), Ok(password(good)));
        }
        assert_eq!(choose("short"), Err(PasswordError::TooShort));
        let memory = &mut HashMemory::default();
        let hash = password("password").hash(memory).unwrap();
        assert!(password("password").matches(&hash, memory), "an old account");
    }

    #[test]
    fn debug_output_hides_the_password() {
        let password = password("correct horse");
        assert_eq!(
            format!("{password:?} {:?}", password.hash(&mut HashMemory::default()).unwrap()),
            "Password(…) PasswordHash(…)"
        );
    }
}
