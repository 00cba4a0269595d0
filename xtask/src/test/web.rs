//! Checks of the page: lints for WebAssembly, bundle, size limits, browser tests.

use std::path::{Path, PathBuf};

use super::Depth;
use crate::build::Profile;
use crate::step::{TaskError, cargo, step};
use crate::{browser_bin, chromium, debian, toolchain, web};

/// Limits in bytes, compressed.
const LIMITS: [(&str, u64); 9] = [
    // Everything needed to play: program, glue, styles, art, sounds and both languages.
    ("play", 250_000),
    // What another page loads besides.
    ("page online", 200_000),
    ("page game", 200_000),
    ("page computer", 200_000),
    ("page analysis", 200_000),
    ("page learn", 200_000),
    // The program and the parts of a game in one file: at 400 kbit/s, *Join game* within 8 s.
    ("pack", 320_000),
    // Loaded on demand; the engine with its network.
    ("board3d", 200_000),
    ("engine-worker", 600_000),
];

/// Bundles the page, checks its size and lints the WebAssembly crates. Returns the folder of the bundle.
pub(super) fn bundle_and_lint() -> Result<PathBuf, TaskError> {
    toolchain::ensure_target(web::TARGET)?;
    let page = web::bundle(web::Page::Shipped)?;
    for (name, limit) in LIMITS {
        let bytes = web::weight(&page, name)?;
        if bytes > limit {
            return Err(TaskError(format!("{name}: {bytes} bytes, more than {limit}")));
        }
        println!("    {name}: {bytes} of {limit} bytes");
    }
    // The other modules have no code of their own for WebAssembly: they are linted with the workspace.
    let mut clippy = cargo(&["clippy", "--lib", "--target", web::TARGET, "--package", web::ENGINE_WORKER]);
    step("clippy for WebAssembly", clippy.args(["--", "-D", "warnings"]))?;
    Ok(page)
}

/// Runs the browser tests. The longest ones are ignored unless the depth is full.
pub(super) fn test_in_chromium(page: &Path, depth: Depth) -> Result<(), TaskError> {
    chromium::ensure_for_tests()?;
    // For the test with two servers.
    debian::ensure_postgresql()?;
    debian::ensure("nats-server")?;
    debian::ensure("pebble")?;
    debian::ensure("curl")?;
    // In which browsers find the certificate authority of tests.
    if debian::find("certutil").is_none() {
        debian::install(&["libnss3-tools"])?;
    }
    let program = Profile::Development.build("hanpan", "hanpan", Some(page))?;
    let mut tests = cargo(&["test", "--package", "e2e"]);
    if depth == Depth::Full {
        tests.args(["--", "--include-ignored"]);
    }
    step("browser tests", tests.env(browser_bin::PROGRAM_ENV, program).envs(super::test_threads()))
}
