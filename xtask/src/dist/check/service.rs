//! systemd accepts the service and finds it well confined.

use std::fs;
use std::process::Command;

use super::{TaskError, Trial, io_error, output};
use crate::dist::platform::X86_64_LINUX;

/// Upper bound of systemd's exposure level, in tenths: "OK" begins at 5.0.
const MAX_EXPOSURE: &str = "20";

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let folder = trial.unpack(X86_64_LINUX)?;
    // The program is not installed, so the unit is verified with the path of the unpacked one.
    let text =
        fs::read_to_string(folder.join("hanpan.service")).map_err(|error| io_error(&folder, &error))?;
    let program = folder.join("hanpan").display().to_string();
    let unit = trial.folder("systemd")?.join("hanpan.service");
    let text = text.replace("/usr/bin/hanpan", &program);
    let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("Documentation=")).collect();
    fs::write(&unit, text.join("\n")).map_err(|error| io_error(&unit, &error))?;
    output(Command::new("systemd-analyze").arg("verify").arg(&unit))?;
    let threshold = format!("--threshold={MAX_EXPOSURE}");
    let security =
        output(Command::new("systemd-analyze").args(["security", "--offline=true", &threshold]).arg(&unit))?;
    let level = security.lines().last().and_then(|line| line.split("hanpan.service: ").nth(1));
    Ok(format!("verified; exposure level {}", level.unwrap_or_default().trim()))
}
