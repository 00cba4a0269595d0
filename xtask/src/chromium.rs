//! Chromium, installed on demand.

use std::path::PathBuf;
use std::process::Command;

use crate::debian;
use crate::step::{TaskError, output};

/// Chromium without windows for the browser tests, its driver and a Korean font.
const TEST_PACKAGES: [&str; 3] = ["chromium-headless-shell", "chromium-driver", "fonts-nanum"];

/// Installs missing packages for the crate `e2e`.
pub(crate) fn ensure_for_tests() -> Result<(), TaskError> {
    let programs = ["chromium-headless-shell", "chromedriver"];
    let has_programs = programs.into_iter().all(|program| debian::find(program).is_some());
    if has_programs && has_korean_font() { Ok(()) } else { debian::install(&TEST_PACKAGES) }
}

/// Installs the whole Chromium, as users have it, if it is missing. Returns its path.
pub(crate) fn ensure() -> Result<PathBuf, TaskError> {
    debian::ensure("chromium")
}

fn has_korean_font() -> bool {
    output(Command::new("fc-list").arg(":lang=ko")).is_ok_and(|fonts| !fonts.trim().is_empty())
}
