//! `cargo xtask screenshots`: the pictures of the page in `docs/screenshots`, taken anew.

use std::fs;
use std::process::ExitCode;

use crate::build::Build;
use crate::step::{Failure, root};
use crate::{chromium, toolchain, visitor, web};

pub(crate) fn run() -> Result<ExitCode, Failure> {
    chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let folder = root().join("docs").join("screenshots");
    fs::create_dir_all(&folder).map_err(|error| Failure(format!("{}: {error}", folder.display())))?;
    let mut screenshots = visitor::visitor("screenshots", Build::Development, &web::page()?)?;
    visitor::go(screenshots.arg(folder))
}
