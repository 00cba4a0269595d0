//! `cargo xtask screenshots`: renews the screenshots in `docs/screenshots`.

use std::fs;
use std::process::ExitCode;

use crate::build::Profile;
use crate::step::{TaskError, root};
use crate::{browser_bin, chromium, toolchain, web};

pub(crate) fn run() -> Result<ExitCode, TaskError> {
    chromium::ensure_for_tests()?;
    toolchain::ensure_target(web::TARGET)?;
    let folder = root().join("docs").join("screenshots");
    fs::create_dir_all(&folder).map_err(|error| TaskError(format!("{}: {error}", folder.display())))?;
    let mut screenshots =
        browser_bin::build("screenshots", Profile::Development, &web::bundle(web::Page::Shipped)?)?;
    browser_bin::run(screenshots.arg(folder))
}
