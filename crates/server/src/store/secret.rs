//! The secret of a data folder, from which ids and cursors are derived that no client can compute.

use std::fmt;

use sha2::{Digest, Sha256};

/// 256 random bits, made once with the data. `Debug` does not reveal them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StoreSecret([u8; StoreSecret::BYTES]);

/// Uses of the secret. Hashes for one use say nothing about those for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecretUse {
    /// Ids of rematches.
    Rematch,
    /// Authentication tags of archive cursors.
    CursorTag,
    /// Keystreams of archive cursors.
    CursorKey,
    /// Names of deleted accounts.
    ReservedName,
    /// Ids of kept games.
    KeptGame,
    /// Ids of imported games.
    ImportedGame,
    /// Guests that own the imported games of accounts.
    Importer,
    /// Tokens of forms, against forged requests.
    FormToken,
    /// Ids of challenges.
    Challenge,
    /// Subjects of the message bus.
    BusSubjects,
}

impl StoreSecret {
    /// Length in bytes.
    pub const BYTES: usize = 32;

    /// Wraps stored bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; StoreSecret::BYTES]) -> StoreSecret {
        StoreSecret(bytes)
    }

    /// Keyed hash of a message: SHA-256 of secret, use and message. Secret and use have fixed lengths, and callers
    /// either keep the result or send less than all of it, so length extension gains nothing.
    #[must_use]
    pub fn hash(&self, purpose: SecretUse, message: &[u8]) -> [u8; 32] {
        let hash = Sha256::new().chain_update(self.0).chain_update([purpose as u8]).chain_update(message);
        hash.finalize().into()
    }

    /// The first half of [`hash`](StoreSecret::hash), as a number.
    #[must_use]
    pub fn hash_bits(&self, purpose: SecretUse, message: &[u8]) -> u128 {
        let mut half = [0; 16];
        half.copy_from_slice(&self.hash(purpose, message)[..16]);
        u128::from_be_bytes(half)
    }
}

impl fmt::Debug for StoreSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_depend_on_secret_use_and_message() {
        let (one, other) = (StoreSecret::from_bytes([1; 32]), StoreSecret::from_bytes([2; 32]));
        let hash = one.hash_bits(SecretUse::Rematch, b"x");
        assert_eq!(hash, one.hash_bits(SecretUse::Rematch, b"x"));
        assert_ne!(hash, other.hash_bits(SecretUse::Rematch, b"x"));
        assert_ne!(hash, one.hash_bits(SecretUse::CursorTag, b"x"));
        assert_ne!(hash, one.hash_bits(SecretUse::Rematch, b"y"));
        assert_eq!(format!("{one:?}"), "StoreSecret(…)");
    }
}
