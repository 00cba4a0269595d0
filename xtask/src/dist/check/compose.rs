//! Compose accepts both of its files. It needs no engine for this.

use std::process::Command;

use super::{TaskError, Trial, output};
use crate::debian;

/// Files of the release, with what they are started with.
const FILES: [(&str, &[(&str, &str)]); 2] =
    [("compose.yaml", &[]), ("compose-cluster.yaml", &[("HANPAN_HOST", "chess.example.org")])];

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let mut seen = Vec::new();
    for (file, variables) in FILES {
        let mut config = compose()?;
        config
            .arg("--file")
            .arg(trial.files.join(file))
            .env_remove("HANPAN_HOST")
            .envs(variables.iter().copied());
        let services = output(config.args(["config", "--services"]))?;
        seen.push(format!("{file} has {} services", services.lines().count()));
    }
    Ok(seen.join(", "))
}

/// Docker's plugin, or else Debian's program of its own.
fn compose() -> Result<Command, TaskError> {
    if output(Command::new("docker").args(["compose", "version"])).is_ok() {
        let mut command = Command::new("docker");
        command.arg("compose");
        return Ok(command);
    }
    Ok(Command::new(debian::ensure("docker-compose")?))
}
