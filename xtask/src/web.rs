//! The page: its WebAssembly compiled, and packed for the program to embed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::step::{TaskError, cargo, root, step, target_folder};

/// What browsers run. It has to be there before [`page`] is called.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The rooms that browsers run: the page at `/`, what is played with somebody elsewhere, the engine for a worker, and the
/// board in space.
pub(crate) const MODULES: [&str; 4] = ["web", "club", ENGINE_WORKER, BOARD3D];

/// The engine is to be fast before it is small.
const ENGINE_WORKER: &str = "engine-worker";

/// The board in space is loaded when it is wanted.
const BOARD3D: &str = "board3d";

/// The profile in the root's manifest that makes it small.
const WASM_PROFILE: &str = "wasm";

/// The profile of the packer, which makes it soon there.
const BUNDLER_PROFILE: &str = "packer";

/// Builds the page, as far as anything has changed. Gives the folder it is in.
pub(crate) fn bundle() -> Result<PathBuf, TaskError> {
    // What the compiler is told names the folder of the sources, which has to be there from the first build on: the
    // second would otherwise be told something else and compile everything again.
    step("page: fetch", &mut cargo(&["fetch", "--locked", "--target", TARGET]))?;
    // One by one: built together they would share their features, and both modules would begin by themselves.
    for module in MODULES {
        let mut compile = cargo(&["rustc", "--package", module, "--lib", "--crate-type", "cdylib"]);
        compile.args(["--target", TARGET, "--profile", WASM_PROFILE]);
        if module == ENGINE_WORKER {
            compile.args(["--config", "profile.wasm.opt-level=3"]);
        }
        step(&format!("page: compile {module}"), compile.env("CARGO_ENCODED_RUSTFLAGS", rustc_flags()))?;
    }
    step("page: the packer", &mut cargo(&["build", "--package", "bundler", "--profile", BUNDLER_PROFILE]))?;
    let target = target_folder()?;
    let modules = target.join(TARGET).join(WASM_PROFILE);
    let packer = target.join(BUNDLER_PROFILE).join(format!("bundler{}", std::env::consts::EXE_SUFFIX));
    let crates = root().join("crates");
    let page = target.join("page");
    let mut sources = vec![packer.clone(), crates.join("web").join("art")];
    for module in MODULES {
        sources.push(modules.join(module.replace('-', "_")).with_extension("wasm"));
        let folders = ["static", "style"].map(|folder| crates.join(module).join(folder));
        sources.extend(folders.into_iter().filter(|folder| folder.is_dir()));
    }
    if is_stale(&page.join("service-worker.js"), &sources)? {
        step("page: pack", Command::new(packer).arg(modules).arg(crates).arg(&page))?;
    }
    Ok(page)
}

/// What the compiler is told besides, as cargo wants it: with a separator that no path has in it.
fn rustc_flags() -> String {
    // The framework then compiles each kind of part once, not once for every place in which it is used.
    let mut flags = vec!["--cfg=erase_components".to_owned()];
    // Messages name the files they come from: not where they are on the machine that built them.
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let registries = fs::read_dir(home.join("registry").join("src")).into_iter().flatten().flatten();
    for folder in registries.map(|entry| entry.path()).chain([root().to_owned()]) {
        flags.push(format!("--remap-path-prefix={}=", folder.display()));
    }
    flags.join("\u{1f}")
}

/// How many bytes of the page at `/` travel, compressed with Brotli where that is shorter.
pub(crate) fn page_bytes(page: &Path) -> Result<u64, TaskError> {
    transfer_size(page, |name| !["club", ENGINE_WORKER, BOARD3D].iter().any(|later| name.starts_with(later)))
}

/// How many bytes of the board in space travel.
pub(crate) fn board3d_bytes(page: &Path) -> Result<u64, TaskError> {
    transfer_size(page, |name| name.starts_with(BOARD3D))
}

/// How many bytes of the engine in its worker travel.
pub(crate) fn engine_worker_bytes(page: &Path) -> Result<u64, TaskError> {
    transfer_size(page, |name| name.starts_with(ENGINE_WORKER))
}

fn transfer_size(page: &Path, is_counted: impl Fn(&str) -> bool) -> Result<u64, TaskError> {
    let mut sum = 0;
    for file in walk(page)? {
        let compressed = file.extension().is_some_and(|ending| ending == "br" || ending == "gz");
        let is_counted = file.file_name().is_some_and(|name| is_counted(&name.to_string_lossy()));
        if file.is_file() && !compressed && is_counted {
            let mut brotli = file.as_os_str().to_owned();
            brotli.push(".br");
            let sent = if Path::new(&brotli).is_file() { PathBuf::from(brotli) } else { file };
            sum += fs::metadata(&sent).map_err(|error| io_error(&sent, &error))?.len();
        }
    }
    Ok(sum)
}

/// Whether a file is missing, or older than anything in the sources. Folders have an age as well: it tells when a file
/// was taken away.
fn is_stale(file: &Path, sources: &[PathBuf]) -> Result<bool, TaskError> {
    let Ok(made) = modified(file) else { return Ok(true) };
    for source in sources {
        for path in walk(source)? {
            if modified(&path)? > made {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn modified(path: &Path) -> Result<SystemTime, TaskError> {
    fs::metadata(path).and_then(|data| data.modified()).map_err(|error| io_error(path, &error))
}

/// A path and, if it is a folder, all that is in it.
fn walk(path: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let mut found = vec![path.to_owned()];
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(|error| io_error(path, &error))? {
            found.append(&mut walk(&entry.map_err(|error| io_error(path, &error))?.path())?);
        }
    }
    Ok(found)
}

fn io_error(path: &Path, error: &io::Error) -> TaskError {
    TaskError(format!("{}: {error}", path.display()))
}
