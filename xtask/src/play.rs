//! `cargo xtask play`: the product, built and run.

use std::process::ExitCode;

use crate::step::{Failure, cargo, root};

/// The program's own exit code is passed on.
pub(crate) fn run(args: &[&str]) -> Result<ExitCode, Failure> {
    let failed = |error| Failure(format!("cannot start cargo: {error}"));
    let built = cargo(&["build", "--release", "--package", "hanpan"]).status().map_err(failed)?;
    if !built.success() {
        return Err(Failure("the build failed".to_owned()));
    }
    let status = cargo(&["run", "--quiet", "--release", "--package", "hanpan", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .arg("--")
        .args(args)
        .current_dir(".") // so that a FILE means what it means to the caller
        .status()
        .map_err(failed)?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
