//! Zip archives with a fixed time, for Windows.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// 1 January 1980, the earliest date that the format has.
const DOS_DATE: u16 = (1 << 5) | 1;

/// Version 2.0, which introduced deflate.
const VERSION: u16 = 20;

const DEFLATE: u16 = 8;

/// Packs files with path and content, in this order.
pub(crate) fn archive(files: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (path, content) in files {
        let mut crc = Crc::new();
        crc.update(content);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(content)?;
        let packed = encoder.finish()?;
        let offset = field(bytes.len())?;
        // What the local header and the directory have in common.
        let mut common = Vec::new();
        for number in [VERSION, 0, DEFLATE, 0, DOS_DATE] {
            common.extend(number.to_le_bytes());
        }
        common.extend(crc.sum().to_le_bytes());
        common.extend(field(packed.len())?);
        common.extend(field(content.len())?);
        common.extend(short_field(path.len())?);
        // No extra field.
        common.extend([0; 2]);

        bytes.extend(b"PK\x03\x04");
        bytes.extend_from_slice(&common);
        bytes.extend(path.bytes());
        bytes.extend(packed);

        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(common);
        // No comment, first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset);
        directory.extend(path.bytes());
    }
    let (start, size) = (field(bytes.len())?, field(directory.len())?);
    bytes.append(&mut directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    let count = short_field(files.len())?;
    bytes.extend(count.into_iter().chain(count).chain(size).chain(start));
    // No comment.
    bytes.extend([0; 2]);
    Ok(bytes)
}

fn field(number: usize) -> io::Result<[u8; 4]> {
    u32::try_from(number).map(u32::to_le_bytes).map_err(io::Error::other)
}

fn short_field(number: usize) -> io::Result<[u8; 2]> {
    u16::try_from(number).map(u16::to_le_bytes).map_err(io::Error::other)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    #[test]
    fn directory_follows_the_files() {
        let files = [("a.txt".to_owned(), b"aaaa".to_vec()), ("b/c.txt".to_owned(), Vec::new())];
        let bytes = super::archive(&files).unwrap();
        assert!(bytes.starts_with(b"PK\x03\x04\x14\0\0\0\x08\0"));
        let end = &bytes[bytes.len() - 22..];
        assert!(end.starts_with(b"PK\x05\x06\0\0\0\0\x02\0\x02\0"));
        let start = u32::from_le_bytes(end[16..20].try_into().unwrap()) as usize;
        let size = u32::from_le_bytes(end[12..16].try_into().unwrap()) as usize;
        assert!(bytes[start..].starts_with(b"PK\x01\x02"));
        assert_eq!(start + size + 22, bytes.len());
    }
}
