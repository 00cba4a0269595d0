//! Blocks with length and checksum.
//!
//! A frame is its payload after eight bytes: length and CRC-32 of length and payload, both little-endian.

use std::io::{self, Read, Write};

use crate::checksum::crc32;
use crate::error::IndexError;

/// Payloads are closed when they have reached this size.
pub(crate) const TARGET_BYTES: usize = 4096;

/// Largest payload. An entry or record, which may follow the target size, is much smaller.
const MAX_BYTES: usize = 1 << 20;

/// Writes a frame and returns its length with the head.
pub(crate) fn write(out: &mut impl Write, payload: &[u8]) -> io::Result<u64> {
    let length = u32::try_from(payload.len()).map_err(io::Error::other)?.to_le_bytes();
    out.write_all(&length)?;
    out.write_all(&crc32(&[&length, payload]).to_le_bytes())?;
    out.write_all(payload)?;
    Ok(8 + payload.len() as u64)
}

/// Reads a frame into `payload` and returns its length with the head.
pub(crate) fn read(input: &mut impl Read, payload: &mut Vec<u8>) -> Result<u64, IndexError> {
    let mut length = [0; 4];
    let mut checksum = [0; 4];
    input.read_exact(&mut length)?;
    input.read_exact(&mut checksum)?;
    let bytes = u32::from_le_bytes(length) as usize;
    if bytes > MAX_BYTES {
        return Err(IndexError::Damaged);
    }
    payload.resize(bytes, 0);
    input.read_exact(payload)?;
    if crc32(&[&length, payload]) != u32::from_le_bytes(checksum) {
        return Err(IndexError::Damaged);
    }
    Ok(8 + bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_round_trip_and_every_damaged_bit_is_found() {
        let mut bytes = Vec::new();
        assert_eq!(write(&mut bytes, b"some payload").unwrap(), bytes.len() as u64);
        let mut payload = Vec::new();
        read(&mut bytes.as_slice(), &mut payload).unwrap();
        assert_eq!(payload, b"some payload");
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let error = read(&mut damaged.as_slice(), &mut payload).unwrap_err();
            assert!(matches!(error, IndexError::Damaged), "bit {bit}");
        }
        for length in 0..bytes.len() {
            let error = read(&mut &bytes[..length], &mut payload).unwrap_err();
            assert!(matches!(error, IndexError::Damaged), "cut to {length}");
        }
    }
}
