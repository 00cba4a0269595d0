//! Tar archives (ustar) with a fixed owner and time.

use crate::error::PackageError;

const BLOCK: usize = 512;

/// Longest path in the header's first field; none of ours is longer.
const LONGEST_PATH: usize = 100;

/// Numeric user and group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Owner(pub(crate) u32);

impl Owner {
    pub(crate) const ROOT: Owner = Owner(0);
}

/// An archive in memory. Entries keep the order in which they are added.
#[derive(Debug)]
pub(crate) struct TarBuilder {
    bytes: Vec<u8>,
    epoch: u64,
}

impl TarBuilder {
    /// Creates an archive; all entries have this time.
    pub(crate) fn new(epoch: u64) -> TarBuilder {
        TarBuilder { bytes: Vec::new(), epoch }
    }

    /// Appends a file of root.
    pub(crate) fn file(&mut self, path: &str, mode: u32, content: &[u8]) -> Result<(), PackageError> {
        self.header(path, mode, Owner::ROOT, content.len(), b'0')?;
        self.bytes.extend_from_slice(content);
        self.pad(BLOCK);
        Ok(())
    }

    /// Appends a folder; the path ends with a slash.
    pub(crate) fn folder(&mut self, path: &str, mode: u32, owner: Owner) -> Result<(), PackageError> {
        self.header(path, mode, owner, 0, b'5')
    }

    /// Ends the archive.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend([0; 2 * BLOCK]);
        // GNU tar writes records of twenty blocks.
        self.pad(20 * BLOCK);
        self.bytes
    }

    fn pad(&mut self, unit: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(unit), 0);
    }

    fn header(
        &mut self,
        path: &str,
        mode: u32,
        Owner(owner): Owner,
        size: usize,
        kind: u8,
    ) -> Result<(), PackageError> {
        if path.len() > LONGEST_PATH {
            return Err(PackageError::new(format!("{path}: too long for a tar archive")));
        }
        let mut header = [0; BLOCK];
        let mut put = |offset: usize, text: &str| {
            header[offset..offset + text.len()].copy_from_slice(text.as_bytes());
        };
        put(0, path);
        put(100, &format!("{mode:07o}"));
        put(108, &format!("{owner:07o}"));
        put(116, &format!("{owner:07o}"));
        put(124, &format!("{size:011o}"));
        put(136, &format!("{:011o}", self.epoch));
        // The checksum counts its own field as spaces.
        put(148, "        ");
        put(257, "ustar\x0000");
        header[156] = kind;
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        self.bytes.extend(header);
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn archive_has_whole_records_and_a_valid_checksum() {
        let mut tar = TarBuilder::new(1_000_000_000);
        tar.folder("data/", 0o700, Owner(65532)).unwrap();
        tar.file("data/x", 0o644, b"hello").unwrap();
        let bytes = tar.finish();
        assert_eq!(bytes.len(), 20 * BLOCK);
        assert_eq!(&bytes[..6], b"data/\0");
        assert_eq!(&bytes[136..148], b"07346545000\0");
        assert_eq!(&bytes[2 * BLOCK..2 * BLOCK + 6], b"hello\0");
        let sum = u32::from_str_radix(str::from_utf8(&bytes[148..154]).unwrap(), 8).unwrap();
        let others: u32 = bytes[..148].iter().chain(&bytes[156..BLOCK]).map(|&byte| u32::from(byte)).sum();
        assert_eq!(sum, others + 8 * u32::from(b' '));
    }

    #[test]
    fn long_paths_are_refused() {
        let mut tar = TarBuilder::new(0);
        assert!(tar.file(&"x".repeat(101), 0o644, b"").is_err());
    }
}
