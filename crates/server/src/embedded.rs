//! The page that `build.rs` found, as constants of this program.

use crate::assets::File;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Served by a program that was built without a page.
pub(crate) static PLACEHOLDER: &[File] =
    &[File { path: "/", plain: include_bytes!("../fallback/index.html"), brotli: None, gzip: None }];
