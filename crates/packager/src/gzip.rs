//! Gzip without name and time.

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};

/// System in the header: unknown, so that the bytes do not depend on it.
const UNKNOWN_SYSTEM: u8 = 255;

/// Compresses the bytes.
pub(crate) fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new()
        .mtime(0)
        .operating_system(UNKNOWN_SYSTEM)
        .write(Vec::with_capacity(bytes.len() / 2), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::io::Read;

    #[test]
    fn bytes_come_back_and_the_header_has_no_time() {
        let packed = super::compress(b"one game").unwrap();
        assert_eq!(packed[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
        let mut text = String::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
        assert_eq!(text, "one game");
    }
}
