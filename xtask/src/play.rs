//! `cargo xtask play`: builds and runs Hanpan.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::mpsc;

use crate::build::Profile;
use crate::step::TaskError;
use crate::toolchain;
use crate::web::{self, Page};

/// Runs the program and returns its exit code.
pub(crate) fn run(args: &[&str]) -> Result<ExitCode, TaskError> {
    let page = match toolchain::ensure_target(web::TARGET) {
        Ok(()) if Profile::Play.program("hanpan")?.exists() => Some(web::bundle(Page::Play)?),
        Ok(()) => Some(bundle_beside_program()?),
        // Everything except the web page works without the WebAssembly target.
        Err(TaskError(why)) => {
            println!("\n==> without the web page, because the target {} is missing: {why}", web::TARGET);
            None
        }
    };
    let program = Profile::Play.build("hanpan", "hanpan", page.as_deref())?;
    println!();
    exec(Command::new(program).args(args))
}

/// Bundles the page for the first time, and meanwhile compiles everything else: linking a WebAssembly module keeps one
/// core busy for most of its time. Only the last crate, which embeds the page, is compiled again afterwards.
fn bundle_beside_program() -> Result<PathBuf, TaskError> {
    web::fetch()?;
    let (bundler_built, bundler) = mpsc::channel();
    std::thread::scope(|scope| {
        let page = scope.spawn(move || {
            web::compile_modules(Page::Play)?;
            let bundler: Result<PathBuf, TaskError> =
                bundler.recv().map_err(|_| TaskError("building the bundler panicked".to_owned()))?;
            web::pack(Page::Play, &bundler?)
        });
        // A closed channel means that the page has failed, which is reported below.
        bundler_built.send(web::build_bundler(Page::Play)).ok();
        let program = Profile::Play.build("hanpan", "hanpan", None);
        let page = page.join().map_err(|_| TaskError("compiling the page panicked".to_owned()))?;
        program.and(page)
    })
}

/// Replaces this process, so that signals and the terminal belong to the program.
#[cfg(unix)]
fn exec(command: &mut Command) -> Result<ExitCode, TaskError> {
    let error = std::os::unix::process::CommandExt::exec(command);
    Err(TaskError(format!("cannot start {command:?}: {error}")))
}

#[cfg(not(unix))]
fn exec(command: &mut Command) -> Result<ExitCode, TaskError> {
    let status = command.status().map_err(|error| TaskError(format!("cannot start {command:?}: {error}")))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
