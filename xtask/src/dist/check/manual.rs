//! Every command has a man page that mandoc accepts, and the shells accept their completions.

use std::fs;
use std::process::Command;

use super::{TaskError, Trial, io_error, output};
use crate::debian;
use crate::dist::files;
use crate::dist::platform::X86_64_LINUX;

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let folder = trial.unpack(X86_64_LINUX)?;
    let pages = files(&folder.join("man"))?;
    for command in ["hanpan", "hanpan-serve", "hanpan-play", "hanpan-pgn-check"] {
        let page = folder.join("man").join(format!("{command}.1"));
        fs::metadata(&page).map_err(|error| io_error(&page, &error))?;
    }
    output(Command::new(debian::ensure("mandoc")?).args(["-T", "lint", "-W", "error"]).args(&pages))?;
    let completions = folder.join("completions");
    let complete = "source \"$0\" && complete -p hanpan";
    output(Command::new("bash").args(["-c", complete]).arg(completions.join("hanpan.bash")))?;
    for (shell, script) in [("zsh", "_hanpan"), ("fish", "hanpan.fish")] {
        output(Command::new(debian::ensure(shell)?).arg("-n").arg(completions.join(script)))?;
    }
    Ok(format!("{} man pages; bash, zsh and fish read their completions", pages.len()))
}
