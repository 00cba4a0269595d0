//! SHA-256 in hexadecimal digits.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// SHA-256 of the bytes.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        write!(digits, "{byte:02x}").ok();
    }
    digits
}

#[cfg(test)]
mod tests {
    #[test]
    fn digest_of_nothing() {
        assert_eq!(super::hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
