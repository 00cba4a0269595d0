//! The files that can be asked for, and what is known about them beforehand.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::embedded;
use crate::encoding::ContentEncoding;

/// Files below this path have their content's hash in their name: what such a name stands for never changes.
const HASHED_PREFIX: &str = "/assets/";

/// A file of the page, as it is and as it was compressed.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// What a browser asks for, from the slash on.
    pub path: &'static str,
    /// The bytes as they are.
    pub plain: &'static [u8],
    /// The bytes compressed with Brotli, if that makes them fewer.
    pub brotli: Option<&'static [u8]>,
    /// The bytes compressed with gzip, if that makes them fewer.
    pub gzip: Option<&'static [u8]>,
}

/// Everything there is to serve.
#[derive(Clone, Debug)]
pub struct Assets {
    entries: BTreeMap<&'static str, AssetEntry>,
}

/// A file with what its responses say about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AssetEntry {
    file: File,
    /// Tells this content from any other under the same path.
    digest: u64,
}

impl Assets {
    /// A page of these files. Of two with the same path the later one counts.
    pub fn new(files: &'static [File]) -> Assets {
        let entries = files.iter().map(|&file| (file.path, AssetEntry { file, digest: digest(file.plain) }));
        Assets { entries: entries.collect() }
    }

    /// The page that was built into this program, if one was.
    pub fn embedded() -> Option<Assets> {
        (!embedded::FILES.is_empty()).then(|| Assets::new(embedded::FILES))
    }

    /// A page that tells how to build the real one.
    pub fn placeholder() -> Assets {
        Assets::new(embedded::PLACEHOLDER)
    }

    /// What can be asked for, in alphabetical order.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.entries.keys().copied()
    }

    pub(crate) fn entry(&self, path: &str) -> Option<&AssetEntry> {
        self.entries.get(path)
    }
}

impl AssetEntry {
    /// The bytes in an encoding, if they are there in it.
    pub(crate) fn bytes(&self, encoding: ContentEncoding) -> Option<&'static [u8]> {
        match encoding {
            ContentEncoding::Brotli => self.file.brotli,
            ContentEncoding::Gzip => self.file.gzip,
            ContentEncoding::Identity => Some(self.file.plain),
        }
    }

    /// A strong validator: each encoding has its own, for their bytes differ.
    pub(crate) fn etag(&self, encoding: ContentEncoding) -> String {
        format!("\"{:016x}-{}\"", self.digest, encoding.token())
    }

    /// How long the answer may be used again without asking.
    pub(crate) fn cache_control(&self) -> &'static str {
        if self.file.path.starts_with(HASHED_PREFIX) {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        }
    }

    /// What kind of content it is, by the ending of its name.
    pub(crate) fn content_type(&self) -> &'static str {
        let name = self.file.path.rsplit('/').next().unwrap_or_default();
        match name.rsplit_once('.').map(|(_, ending)| ending) {
            None | Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("wasm") => "application/wasm",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("webmanifest") => "application/manifest+json",
            Some(_) => "application/octet-stream",
        }
    }
}

/// Need not be the same from one build of this program to the next: the browser only asks once more.
fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
