//! `cargo xtask audit-web`: the page as axe-core and Lighthouse judge it, and what it weighs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::build::Build;
use crate::step::{Failure, output, root, step, target_folder};
use crate::{chromium, toolchain, visitor, web};

/// Lighthouse looks for its Chromium where this variable points.
const CHROMIUM: &str = "CHROME_PATH";

pub(crate) fn run() -> Result<ExitCode, Failure> {
    let chromium = chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let modules = modules()?;
    let page = web::page()?;
    let weight = web::weight(&page)?;
    let mut audit = visitor::visitor("audit", Build::Release, &page)?;
    visitor::go(audit.arg(modules).arg(weight.to_string()).env(CHROMIUM, chromium))
}

/// Installs axe-core and Lighthouse into the target folder, at the versions that the repository names.
fn modules() -> Result<PathBuf, Failure> {
    let source = root().join("crates").join("browser").join("audit");
    let folder = target_folder()?.join("audit");
    let modules = folder.join("node_modules");
    // npm writes this file last.
    let mut is_complete = modules.join(".package-lock.json").is_file();
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    for name in ["package.json", "package-lock.json"] {
        let (from, to) = (source.join(name), folder.join(name));
        let wanted = fs::read(&from).map_err(|error| failed(&from, &error))?;
        if fs::read(&to).ok().as_ref() != Some(&wanted) {
            is_complete = false;
            fs::write(&to, wanted).map_err(|error| failed(&to, &error))?;
        }
    }
    if !is_complete {
        output(Command::new("npm").arg("--version"))
            .map_err(|Failure(why)| Failure(format!("this needs Node.js 18 or newer with its npm: {why}")))?;
        let ci = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
        step("npm: axe-core and Lighthouse", Command::new("npm").args(ci).current_dir(&folder))?;
    }
    Ok(modules)
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure(format!("{}: {error}", path.display()))
}
