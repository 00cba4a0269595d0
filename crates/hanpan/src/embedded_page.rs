//! The web page inside the binary. It belongs to this crate, the last one to be compiled, so that all others can be
//! compiled while the page is still being built.

use server::{AssetFile, Assets};

// The files found by `build.rs`: `static EMBEDDED: &[AssetFile]`.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Returns true if the binary was built with the page.
pub(crate) fn is_embedded() -> bool {
    !EMBEDDED.is_empty()
}

/// Files of the page, if the binary was built with it.
pub(crate) fn assets() -> Option<Assets> {
    is_embedded().then(|| Assets::new(EMBEDDED))
}
