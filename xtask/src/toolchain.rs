//! Toolchain components and targets, installed on demand.

use std::path::Path;
use std::process::Command;

use crate::step::{TaskError, cargo, output};

/// Installs rustfmt and clippy.
pub(crate) fn ensure_components() -> Result<(), TaskError> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if output(&mut cargo(&[subcommand, "--version"])).is_err() {
            rustup(&["component", "add", component])?;
        }
    }
    Ok(())
}

/// Installs the standard library of a target.
pub(crate) fn ensure_target(target: &str) -> Result<(), TaskError> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]))?;
    if Path::new(libraries.trim()).is_dir() { Ok(()) } else { rustup(&["target", "add", target]) }
}

fn rustup(args: &[&str]) -> Result<(), TaskError> {
    println!("\n==> rustup {}", args.join(" "));
    output(Command::new("rustup").args(args)).map(drop).map_err(|TaskError(why)| {
        TaskError(format!("rustup {} failed, which needs rustup and the network: {why}", args.join(" ")))
    })
}
