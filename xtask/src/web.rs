//! Builds the page: compiles the WebAssembly modules and bundles them for embedding.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::remap;
use crate::step::{TaskError, cargo, root, step, target_folder};

/// Target of the modules. It must be installed before [`bundle`] is called.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Crates that run in browsers: the page at `/`, the online pages, the engine worker and the 3D board.
pub(crate) const MODULES: [&str; 4] = ["web", "club", ENGINE_WORKER, BOARD3D];

/// Optimized for speed instead of size.
const ENGINE_WORKER: &str = "engine-worker";

/// Loaded on demand.
const BOARD3D: &str = "board3d";

/// Profile in the root manifest that optimizes for size.
const WASM_PROFILE: &str = "wasm";

/// Profile of the bundler that minimizes build time.
const BUNDLER_PROFILE: &str = "bundler";

/// Builds the bundle if anything has changed. Returns its folder.
pub(crate) fn bundle() -> Result<PathBuf, TaskError> {
    // The compiler flags name the folder of the registry sources. It must exist before the first build, or
    // the second build would get other flags and recompile everything.
    step("page: fetch", &mut cargo(&["fetch", "--locked", "--target", TARGET]))?;
    // One at a time: a joint build would unify features, and both modules would start by themselves.
    for module in MODULES {
        let mut compile = cargo(&["rustc", "--package", module, "--lib", "--crate-type", "cdylib"]);
        compile.args(["--target", TARGET, "--profile", WASM_PROFILE]);
        if module == ENGINE_WORKER {
            compile.args(["--config", "profile.wasm.opt-level=3"]);
        }
        step(&format!("page: compile {module}"), compile.env("CARGO_ENCODED_RUSTFLAGS", rustc_flags()?))?;
    }
    step(
        "page: build the bundler",
        &mut cargo(&["build", "--package", "bundler", "--profile", BUNDLER_PROFILE]),
    )?;
    let target = target_folder()?;
    let modules = target.join(TARGET).join(WASM_PROFILE);
    let bundler = target.join(BUNDLER_PROFILE).join(format!("bundler{}", std::env::consts::EXE_SUFFIX));
    let crates = root().join("crates");
    let page = target.join("page");
    let mut sources = vec![bundler.clone(), crates.join("web").join("art")];
    for module in MODULES {
        sources.push(modules.join(module.replace('-', "_")).with_extension("wasm"));
        let folders = ["static", "style"].map(|folder| crates.join(module).join(folder));
        sources.extend(folders.into_iter().filter(|folder| folder.is_dir()));
    }
    if is_stale(&page.join("service-worker.js"), &sources)? {
        step("page: bundle", Command::new(bundler).arg(modules).arg(crates).arg(&page))?;
    }
    Ok(page)
}

/// Additional compiler flags, joined with cargo's separator `U+001F`.
fn rustc_flags() -> Result<String, TaskError> {
    // Leptos then compiles each component type once instead of once per use.
    let mut flags = vec!["--cfg=erase_components".to_owned()];
    flags.extend(remap::flags()?);
    Ok(flags.join("\u{1f}"))
}

/// Transfer size of the page at `/`, compressed with Brotli where that is smaller.
pub(crate) fn page_bytes(page: &Path) -> Result<u64, TaskError> {
    let later = ["club", "install", ENGINE_WORKER, BOARD3D];
    transfer_size(page, |name| !later.iter().any(|later| name.starts_with(later)))
}

/// Transfer size of the 3D board.
pub(crate) fn board3d_bytes(page: &Path) -> Result<u64, TaskError> {
    transfer_size(page, |name| name.starts_with(BOARD3D))
}

/// Transfer size of the engine worker.
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

/// Returns true if the file is missing or older than a source. The modification time of a folder reveals
/// deleted files.
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

/// Lists a path and, for a folder, everything below it.
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
