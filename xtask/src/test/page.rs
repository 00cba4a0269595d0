//! The page: packed, weighed, and visited in a real browser.

use std::path::{Path, PathBuf};

use crate::build::Build;
use crate::step::{Failure, cargo, step};
use crate::{chromium, toolchain, visitor, web};

/// Everything needed to play at the board, compressed, in bytes: program, glue, styles, drawings, sounds and both languages.
/// 250,000 are promised; what is between is for what is still to come.
const HEAVIEST_PAGE: u64 = 244_000;
/// What the board in space adds to that once it is wanted.
const HEAVIEST_BOARD3D: u64 = 200_000;
/// The engine in its worker, with its evaluation.
const HEAVIEST_THINKER: u64 = 350_000;

/// Lints the page for the browser and packs it, and checks its weight. Gives where it is.
pub(super) fn pack() -> Result<PathBuf, Failure> {
    toolchain::ensure_target(web::TARGET)?;
    let mut clippy = cargo(&["clippy", "--lib", "--target", web::TARGET]);
    for module in web::MODULES {
        clippy.args(["--package", module]);
    }
    step("clippy for the browser", clippy.args(["--", "-D", "warnings"]))?;
    let page = web::page()?;
    for (what, weight, heaviest) in [
        ("page", web::weight(&page)?, HEAVIEST_PAGE),
        ("board in space", web::weight_of_board3d(&page)?, HEAVIEST_BOARD3D),
        ("engine", web::weight_of_thinker(&page)?, HEAVIEST_THINKER),
    ] {
        if weight > heaviest {
            return Err(Failure(format!("the {what} weighs {weight} bytes, more than {heaviest}")));
        }
        println!("    the {what} weighs {weight} bytes of {heaviest}");
    }
    Ok(page)
}

/// Visits the page in Chromium.
pub(super) fn visit(page: &Path) -> Result<(), Failure> {
    chromium::ensure()?;
    let program = Build::Development.program("hanpan", "hanpan", Some(page))?;
    step("tests in the browser", cargo(&["test", "--package", "browser"]).env(visitor::PROGRAM, program))
}
