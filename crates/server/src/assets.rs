//! Asset table: files by path, with their response metadata.

mod encoding;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

pub(crate) use self::encoding::{ContentEncoding, negotiate};

/// Fallback page of a binary that was built without assets.
static PLACEHOLDER: &[AssetFile] =
    &[AssetFile { path: "/", plain: include_bytes!("../fallback/index.html"), brotli: None, gzip: None }];

/// Files below this path have a content hash in their name and never change.
const HASHED_PREFIX: &str = "/assets/";

/// AssetFile with its precompressed variants.
#[derive(Clone, Copy, Debug)]
pub struct AssetFile {
    /// URL path, starting with a slash.
    pub path: &'static str,
    /// Uncompressed content.
    pub plain: &'static [u8],
    /// Brotli-compressed content, if smaller.
    pub brotli: Option<&'static [u8]>,
    /// gzip-compressed content, if smaller.
    pub gzip: Option<&'static [u8]>,
}

/// All files to serve.
#[derive(Clone, Debug)]
pub struct Assets {
    entries: BTreeMap<&'static str, AssetEntry>,
}

/// AssetFile with its ETag digest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AssetEntry {
    file: AssetFile,
    /// Hash of the content.
    digest: u64,
}

impl Assets {
    /// Creates a table. Of two files with the same path the later one wins.
    pub fn new(files: &'static [AssetFile]) -> Assets {
        let entries = files.iter().map(|&file| (file.path, AssetEntry { file, digest: digest(file.plain) }));
        Assets { entries: entries.collect() }
    }

    /// A page that explains how to build the assets.
    pub fn placeholder() -> Assets {
        Assets::new(PLACEHOLDER)
    }

    /// All paths in alphabetical order.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.entries.keys().copied()
    }

    pub(crate) fn entry(&self, path: &str) -> Option<&AssetEntry> {
        self.entries.get(path)
    }
}

impl AssetEntry {
    /// Content in an encoding, if available.
    pub(crate) fn bytes(&self, encoding: ContentEncoding) -> Option<&'static [u8]> {
        match encoding {
            ContentEncoding::Brotli => self.file.brotli,
            ContentEncoding::Gzip => self.file.gzip,
            ContentEncoding::Identity => Some(self.file.plain),
        }
    }

    /// Strong ETag, different for each encoding.
    pub(crate) fn etag(&self, encoding: ContentEncoding) -> String {
        format!("\"{:016x}-{}\"", self.digest, encoding.token())
    }

    /// `Cache-Control` value.
    pub(crate) fn cache_control(&self) -> &'static str {
        if self.file.path.starts_with(HASHED_PREFIX) {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        }
    }

    /// MIME type, by file extension.
    pub(crate) fn content_type(&self) -> &'static str {
        let name = self.file.path.rsplit('/').next().unwrap_or_default();
        match name.rsplit_once('.').map(|(_, ending)| ending) {
            None | Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("txt") => "text/plain; charset=utf-8",
            Some("wasm") => "application/wasm",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("webmanifest") => "application/manifest+json",
            Some(_) => "application/octet-stream",
        }
    }
}

/// Need not be stable across builds: a change costs one download.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
