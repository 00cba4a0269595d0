//! Checks of the page: lints for WebAssembly, bundle, size limits, browser tests.

use std::path::{Path, PathBuf};

use crate::build::Profile;
use crate::step::{TaskError, cargo, step};
use crate::{browser_bin, chromium, toolchain, web};

/// Limit for everything needed to play, compressed, in bytes: program, glue, styles, art, sounds and both
/// languages. The README promises 250,000; the difference is reserved for later features.
const MAX_PAGE_BYTES: u64 = 244_000;
/// Limit for the 3D board, which is loaded on demand.
const MAX_BOARD3D_BYTES: u64 = 200_000;
/// Limit for the engine worker with its evaluation.
const MAX_ENGINE_WORKER_BYTES: u64 = 350_000;

/// Lints the WebAssembly crates, bundles the page and checks its size. Returns the folder of the bundle.
pub(super) fn lint_and_bundle() -> Result<PathBuf, TaskError> {
    toolchain::ensure_target(web::TARGET)?;
    let mut clippy = cargo(&["clippy", "--lib", "--target", web::TARGET]);
    for module in web::MODULES {
        clippy.args(["--package", module]);
    }
    step("clippy for WebAssembly", clippy.args(["--", "-D", "warnings"]))?;
    let page = web::bundle()?;
    for (what, bytes, limit) in [
        ("page", web::page_bytes(&page)?, MAX_PAGE_BYTES),
        ("3D board", web::board3d_bytes(&page)?, MAX_BOARD3D_BYTES),
        ("engine", web::engine_worker_bytes(&page)?, MAX_ENGINE_WORKER_BYTES),
    ] {
        if bytes > limit {
            return Err(TaskError(format!("{what}: {bytes} bytes, more than {limit}")));
        }
        println!("    {what}: {bytes} of {limit} bytes");
    }
    Ok(page)
}

/// Runs the browser tests.
pub(super) fn test_in_chromium(page: &Path) -> Result<(), TaskError> {
    chromium::ensure()?;
    let program = Profile::Development.build("hanpan", "hanpan", Some(page))?;
    step("browser tests", cargo(&["test", "--package", "e2e"]).env(browser_bin::PROGRAM_ENV, program))
}
