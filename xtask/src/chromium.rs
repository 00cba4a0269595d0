//! Chromium for the browser tests, installed on demand.

use std::path::PathBuf;
use std::process::Command;

use crate::debian;
use crate::step::{TaskError, output};

/// Chromium, its driver and a Korean font.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-nanum"];

/// Installs missing packages. Returns the path of Chromium.
pub(crate) fn ensure() -> Result<PathBuf, TaskError> {
    let has_programs =
        ["chromium", "chromedriver"].into_iter().all(|program| debian::find(program).is_some());
    if !(has_programs && has_korean_font()) {
        debian::install(&PACKAGES)?;
    }
    debian::find("chromium").ok_or_else(|| TaskError("chromium is installed but was not found".to_owned()))
}

fn has_korean_font() -> bool {
    output(Command::new("fc-list").arg(":lang=ko")).is_ok_and(|fonts| !fonts.trim().is_empty())
}
