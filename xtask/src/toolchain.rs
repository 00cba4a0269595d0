//! What a bare machine with rustup lacks, fetched when it is first needed.

use std::path::Path;
use std::process::Command;

use crate::step::{TaskError, cargo, output};

/// Adds the parts of the toolchain that the tests call.
pub(crate) fn ensure_components() -> Result<(), TaskError> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if output(&mut cargo(&[subcommand, "--version"])).is_err() {
            rustup(&["component", "add", component])?;
        }
    }
    Ok(())
}

/// Adds a target's standard library.
pub(crate) fn ensure_target(target: &str) -> Result<(), TaskError> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]))?;
    if Path::new(libraries.trim()).is_dir() { Ok(()) } else { rustup(&["target", "add", target]) }
}

fn rustup(args: &[&str]) -> Result<(), TaskError> {
    println!("\n==> rustup {}", args.join(" "));
    output(Command::new("rustup").args(args)).map(drop)
}
