//! `cargo xtask audit-web`: runs axe-core and Lighthouse on the page and reports its transfer size.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::build::Profile;
use crate::step::{TaskError, output, root, step, target_folder};
use crate::{browser_bin, chromium, toolchain, web};

/// Lighthouse reads the path of Chromium from this variable.
const CHROME_PATH_ENV: &str = "CHROME_PATH";

pub(crate) fn run() -> Result<ExitCode, TaskError> {
    chromium::ensure_for_tests()?;
    let chromium = chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let modules = install_node_modules()?;
    let page = web::bundle(web::Page::Shipped)?;
    let mut audit = browser_bin::build("audit", Profile::Release, &page)?;
    let weights =
        web::weights(&page)?.into_iter().filter(|(name, _)| name == "play" || name.starts_with("page "));
    audit.arg(modules).args(weights.map(|(name, bytes)| format!("{name} {bytes}")));
    browser_bin::run(audit.env(CHROME_PATH_ENV, chromium))
}

/// Installs axe-core and Lighthouse into the target folder, at the versions of `package-lock.json`.
fn install_node_modules() -> Result<PathBuf, TaskError> {
    let source = root().join("crates").join("e2e").join("audit");
    let folder = target_folder()?.join("audit");
    let modules = folder.join("node_modules");
    // npm writes this file last.
    let mut is_complete = modules.join(".package-lock.json").is_file();
    fs::create_dir_all(&folder).map_err(|error| io_error(&folder, &error))?;
    for name in ["package.json", "package-lock.json"] {
        let (from, to) = (source.join(name), folder.join(name));
        let wanted = fs::read(&from).map_err(|error| io_error(&from, &error))?;
        if fs::read(&to).ok().as_ref() != Some(&wanted) {
            is_complete = false;
            fs::write(&to, wanted).map_err(|error| io_error(&to, &error))?;
        }
    }
    if !is_complete {
        output(Command::new("npm").arg("--version")).map_err(|TaskError(why)| {
            TaskError(format!("this needs Node.js 18 or newer with its npm: {why}"))
        })?;
        let ci = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
        step("npm: axe-core and Lighthouse", Command::new("npm").args(ci).current_dir(&folder))?;
    }
    Ok(modules)
}

fn io_error(path: &Path, error: &std::io::Error) -> TaskError {
    TaskError(format!("{}: {error}", path.display()))
}
