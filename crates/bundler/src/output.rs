//! The output folder, which the server embeds: files with content hashes in their names, and compressed
//! copies.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::error::BundleError;

/// The server sends files in this folder with an unlimited cache lifetime.
const HASHED_FOLDER: &str = "assets";

/// The output folder.
#[derive(Debug)]
pub(crate) struct Output {
    folder: PathBuf,
    effort: Effort,
    files: Vec<Asset>,
}

/// Effort of the compression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// The smallest files.
    Best,
    /// A tenth of the time, for a page that is sent to the local browser.
    Fast,
}

/// A file and its sizes in bytes.
#[derive(Debug)]
pub(crate) struct Asset {
    /// URL path.
    pub(crate) path: String,
    pub(crate) plain: usize,
    pub(crate) gzip: usize,
    pub(crate) brotli: usize,
    hash: u64,
}

impl Output {
    /// Creates an empty folder; previous contents are deleted.
    pub(crate) fn new(folder: &Path, effort: Effort) -> Result<Output, BundleError> {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(BundleError::file(folder, error));
            }
            _ => {}
        }
        let assets = folder.join(HASHED_FOLDER);
        fs::create_dir_all(&assets).map_err(|error| BundleError::file(&assets, error))?;
        Ok(Output { folder: folder.to_owned(), effort, files: Vec::new() })
    }

    /// Adds a file with a content hash in its name. Returns its path.
    pub(crate) fn add_hashed(
        &mut self,
        stem: &str,
        ending: &str,
        bytes: &[u8],
    ) -> Result<String, BundleError> {
        self.add_named(&format!("{HASHED_FOLDER}/{stem}-{:016x}.{ending}", hash(bytes)), bytes)
    }

    /// Adds a file with a fixed name. Returns its path.
    pub(crate) fn add_named(&mut self, name: &str, bytes: &[u8]) -> Result<String, BundleError> {
        let brotli = brotli(bytes, self.effort);
        let gzip = gzip(bytes, self.effort).map_err(|error| BundleError::file(Path::new(name), error))?;
        let path = if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
        self.write(name, bytes)?;
        for (ending, compressed) in [("br", &brotli), ("gz", &gzip)] {
            if compressed.len() < bytes.len() {
                self.write(&format!("{name}.{ending}"), compressed)?;
            }
        }
        let shorter = |compressed: &[u8]| compressed.len().min(bytes.len());
        self.files.push(Asset {
            path: path.clone(),
            plain: bytes.len(),
            gzip: shorter(&gzip),
            brotli: shorter(&brotli),
            hash: hash(bytes),
        });
        Ok(path)
    }

    /// Hash of all files so far.
    pub(crate) fn version(&self) -> String {
        let hashes: Vec<u8> = self.files.iter().flat_map(|file| file.hash.to_be_bytes()).collect();
        format!("{:016x}", hash(&hashes))
    }

    /// Paths of all files so far.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    pub(crate) fn files(&self) -> &[Asset] {
        &self.files
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        let path = self.folder.join(name);
        fs::write(&path, bytes).map_err(|error| BundleError::file(&path, error))
    }
}

impl Asset {
    /// A file of a compressed size, for tests.
    #[cfg(test)]
    pub(crate) fn of_size(path: &str, brotli: usize) -> Asset {
        Asset { path: path.to_owned(), plain: brotli, gzip: brotli, brotli, hash: 0 }
    }
}

/// FNV-1a: sufficient for a dozen files of our own, and the same on every platform.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Size from which several settings are tried for a file.
const LARGE: usize = 500_000;

/// Numbers of distances with a code of their own. Which is best differs from file to file, by some tenths of a percent.
const DIRECT_DISTANCES: [u32; 3] = [0, 8, 15];

fn brotli(bytes: &[u8], effort: Effort) -> Vec<u8> {
    let count = if effort == Effort::Best && bytes.len() > LARGE { DIRECT_DISTANCES.len() } else { 1 };
    let settings = DIRECT_DISTANCES.into_iter().take(count);
    let shortest = settings.map(|distances| brotli_with(bytes, effort, distances)).min_by_key(Vec::len);
    // If compressing in memory failed, which it does not, the file would be sent uncompressed.
    shortest.unwrap_or_else(|| bytes.to_vec())
}

fn brotli_with(bytes: &[u8], effort: Effort, direct_distances: u32) -> Vec<u8> {
    let mut params = brotli::enc::BrotliEncoderParams {
        quality: match effort {
            Effort::Best => 11,
            Effort::Fast => 5,
        },
        lgwin: 22,
        size_hint: bytes.len(),
        ..Default::default()
    };
    params.dist.num_direct_distance_codes = direct_distances;
    let mut compressed = Vec::new();
    let mut input = bytes;
    match brotli::BrotliCompress(&mut input, &mut compressed, &params) {
        Ok(_) => compressed,
        Err(_) => bytes.to_vec(),
    }
}

fn gzip(bytes: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
    let level = match effort {
        Effort::Best => Compression::best(),
        Effort::Fast => Compression::fast(),
    };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors of the FNV authors.
    #[test]
    fn hash_matches_the_fnv1a_reference_vectors() {
        let check = |text: &str, expected: u64| assert_eq!(hash(text.as_bytes()), expected, "{text}");
        check("", 0xcbf2_9ce4_8422_2325);
        check("a", 0xaf63_dc4c_8601_ec8c);
        check("foobar", 0x8594_4171_f739_67e8);
    }

    #[test]
    fn all_settings_round_trip() {
        let text: Vec<u8> = (0..200_000_u32).map(|number| (number.wrapping_mul(number) >> 7) as u8).collect();
        for distances in DIRECT_DISTANCES {
            let mut plain = Vec::new();
            let compressed = brotli_with(&text, Effort::Best, distances);
            brotli::BrotliDecompress(&mut compressed.as_slice(), &mut plain).unwrap();
            assert!(plain == text && compressed.len() < text.len(), "{distances}");
        }
    }

    #[test]
    fn compression_round_trips() {
        let text = "the quick brown fox ".repeat(50);
        for effort in [Effort::Best, Effort::Fast] {
            let mut plain = Vec::new();
            brotli::BrotliDecompress(&mut brotli(text.as_bytes(), effort).as_slice(), &mut plain).unwrap();
            assert_eq!(plain, text.as_bytes());
            let compressed = gzip(text.as_bytes(), effort).unwrap();
            let mut plain = Vec::new();
            io::copy(&mut flate2::read::GzDecoder::new(compressed.as_slice()), &mut plain).unwrap();
            assert_eq!(plain, text.as_bytes());
        }
    }
}
