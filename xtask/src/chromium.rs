//! A Chromium to test the page with, installed when it is first needed.

use std::path::PathBuf;
use std::process::Command;

use crate::debian;
use crate::step::{TaskError, output};

/// Chromium, what drives it, and a font with Korean letters.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-nanum"];

/// Installs what is missing. Gives where Chromium is, or the reason why there is none.
pub(crate) fn ensure() -> Result<PathBuf, TaskError> {
    let has_programs =
        ["chromium", "chromedriver"].into_iter().all(|program| debian::find(program).is_some());
    if !(has_programs && has_korean_font()) {
        debian::install(&PACKAGES)?;
    }
    debian::find("chromium").ok_or_else(|| TaskError("chromium was installed and is nowhere".to_owned()))
}

fn has_korean_font() -> bool {
    output(Command::new("fc-list").arg(":lang=ko")).is_ok_and(|fonts| !fonts.trim().is_empty())
}
