//! The page: packed, weighed, and visited in a real browser.

use std::path::{Path, PathBuf};

use crate::build::Profile;
use crate::step::{TaskError, cargo, step};
use crate::{browser_bin, chromium, toolchain, web};

/// Everything needed to play at the board, compressed, in bytes: program, glue, styles, drawings, sounds and both languages.
/// 250,000 are promised; what is between is for what is still to come.
const MAX_PAGE_BYTES: u64 = 244_000;
/// What the board in space adds to that once it is wanted.
const MAX_BOARD3D_BYTES: u64 = 200_000;
/// The engine in its worker, with its evaluation.
const MAX_ENGINE_WORKER_BYTES: u64 = 350_000;

/// Lints the page for the browser and packs it, and checks its weight. Gives where it is.
pub(super) fn lint_and_bundle() -> Result<PathBuf, TaskError> {
    toolchain::ensure_target(web::TARGET)?;
    let mut clippy = cargo(&["clippy", "--lib", "--target", web::TARGET]);
    for module in web::MODULES {
        clippy.args(["--package", module]);
    }
    step("clippy for the browser", clippy.args(["--", "-D", "warnings"]))?;
    let page = web::bundle()?;
    for (what, weight, heaviest) in [
        ("page", web::page_bytes(&page)?, MAX_PAGE_BYTES),
        ("board in space", web::board3d_bytes(&page)?, MAX_BOARD3D_BYTES),
        ("engine", web::engine_worker_bytes(&page)?, MAX_ENGINE_WORKER_BYTES),
    ] {
        if weight > heaviest {
            return Err(TaskError(format!("the {what} weighs {weight} bytes, more than {heaviest}")));
        }
        println!("    the {what} weighs {weight} bytes of {heaviest}");
    }
    Ok(page)
}

/// Visits the page in Chromium.
pub(super) fn test_in_chromium(page: &Path) -> Result<(), TaskError> {
    chromium::ensure()?;
    let program = Profile::Development.build("hanpan", "hanpan", Some(page))?;
    step("tests in the browser", cargo(&["test", "--package", "e2e"]).env(browser_bin::PROGRAM_ENV, program))
}
