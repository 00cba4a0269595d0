//! Builds the page: compiles the WebAssembly modules and bundles them for embedding.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use crate::build::Profile;
use crate::remap;
use crate::step::{TaskError, cargo, root, step, target_folder};
use crate::toolchain;

/// Target of the modules. It must be installed before [`bundle`] is called.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Crates that run in browsers: the application, the engine worker and the 3D board.
const MODULES: [&str; 3] = [APPLICATION, ENGINE_WORKER, BOARD3D];

/// Split into parts by the bundler.
const APPLICATION: &str = "web";

/// Optimized for speed instead of size.
pub(crate) const ENGINE_WORKER: &str = "engine-worker";

/// Loaded on demand.
const BOARD3D: &str = "board3d";

/// A build of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    /// As shipped: optimized for size.
    Shipped,
    /// For playing from a clone: compiles in less than half the time.
    Play,
}

impl Page {
    /// Profile of the modules in the root manifest.
    fn profile(self) -> &'static str {
        match self {
            Page::Shipped => "wasm",
            Page::Play => "play-page",
        }
    }

    /// Profile of the bundler: the one whose dependencies are compiled anyway.
    fn bundler_profile(self) -> Profile {
        match self {
            Page::Shipped => Profile::Development,
            Page::Play => Profile::Play,
        }
    }

    /// Folder of the bundle in the target folder.
    fn folder(self) -> &'static str {
        match self {
            Page::Shipped => "page",
            Page::Play => "page-play",
        }
    }
}

/// `cargo xtask page`: builds the bundle.
pub(crate) fn run() -> Result<ExitCode, TaskError> {
    toolchain::ensure_target(TARGET)?;
    bundle(Page::Shipped)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the bundle if anything has changed. Returns its folder.
pub(crate) fn bundle(page: Page) -> Result<PathBuf, TaskError> {
    fetch()?;
    compile_modules(page)?;
    let bundler = build_bundler(page)?;
    pack(page, &bundler)
}

/// Downloads the sources of all dependencies.
///
/// The compiler flags name the folder of the registry sources. It must exist before the first build, or the second build
/// would get other flags and recompile everything.
pub(crate) fn fetch() -> Result<(), TaskError> {
    step("page: fetch", &mut cargo(&["fetch", "--locked", "--target", TARGET]))
}

/// Compiles the WebAssembly modules. The sources must have been fetched.
pub(crate) fn compile_modules(page: Page) -> Result<(), TaskError> {
    // One at a time: they have different options.
    for module in MODULES {
        let mut compile = cargo(&["rustc", "--package", module, "--lib", "--crate-type", "cdylib"]);
        compile.args(["--target", TARGET, "--profile", page.profile()]);
        if module == ENGINE_WORKER && page == Page::Shipped {
            compile.args(["--config", "profile.wasm.opt-level=3"]);
        }
        if module == APPLICATION {
            // The bundler needs the relocations to split the program.
            compile.args(["--", "-C", "link-arg=--emit-relocs"]);
        }
        // The network is evaluated with SIMD; a page for playing shares what it compiles with the other modules instead.
        let has_simd = module == ENGINE_WORKER && page == Page::Shipped;
        let flags = rustc_flags(if has_simd { &["-Ctarget-feature=+simd128"] } else { &[] })?;
        step(&format!("page: compile {module}"), compile.env("CARGO_ENCODED_RUSTFLAGS", flags))?;
    }
    Ok(())
}

/// Builds the tool that packs the page. Returns its path.
pub(crate) fn build_bundler(page: Page) -> Result<PathBuf, TaskError> {
    page.bundler_profile().build("bundler", "bundler", None)
}

/// Packs the modules with styles and art, if any of them has changed. Returns the folder of the bundle.
pub(crate) fn pack(page: Page, bundler: &Path) -> Result<PathBuf, TaskError> {
    let target = target_folder()?;
    let modules = target.join(TARGET).join(page.profile());
    let crates = root().join("crates");
    let folder = target.join(page.folder());
    let mut sources =
        vec![bundler.to_owned(), crates.join("web").join("art"), crates.join("web").join("extras")];
    sources.push(crates.join("puzzles").join("data"));
    // The manifest of the installed app has screenshots.
    let screenshots = root().join("docs").join("screenshots");
    sources.extend(["desktop.png", "phone.png"].map(|name| screenshots.join(name)));
    for module in MODULES {
        sources.push(modules.join(module.replace('-', "_")).with_extension("wasm"));
        let folders = ["static", "style"].map(|folder| crates.join(module).join(folder));
        sources.extend(folders.into_iter().filter(|folder| folder.is_dir()));
    }
    if is_stale(&folder.join("service-worker.js"), &sources)? {
        let mut bundle = Command::new(bundler);
        if page == Page::Play {
            bundle.arg("--fast");
        }
        step("page: bundle", bundle.arg(modules).arg(crates).arg(&folder))?;
    }
    Ok(folder)
}

/// Additional compiler flags, joined with cargo's separator `U+001F`.
fn rustc_flags(more: &[&str]) -> Result<String, TaskError> {
    // Leptos then compiles each component type once instead of once per use.
    let mut flags = vec!["--cfg=erase_components".to_owned()];
    flags.extend(more.iter().map(|&flag| flag.to_owned()));
    flags.extend(remap::flags()?);
    Ok(flags.join("\u{1f}"))
}

/// Transfer sizes in bytes, as the bundler has written them: `play`, all that the start page loads; `page NAME`, all that another
/// page loads besides; and what is loaded on demand. Files are compressed with Brotli where that is smaller.
pub(crate) fn weights(page: &Path) -> Result<Vec<(String, u64)>, TaskError> {
    let file = page.with_extension("weights");
    let text = fs::read_to_string(&file).map_err(|error| io_error(&file, &error))?;
    let weight = |line: &str| {
        let (name, bytes) = line.rsplit_once(' ')?;
        Some((name.to_owned(), bytes.parse().ok()?))
    };
    let weights: Option<Vec<_>> = text.lines().map(weight).collect();
    weights.ok_or_else(|| TaskError(format!("{}: not a list of weights", file.display())))
}

/// One of the [`weights`].
pub(crate) fn weight(page: &Path, name: &str) -> Result<u64, TaskError> {
    let found = weights(page)?.into_iter().find(|(known, _)| known == name);
    found.map(|(_, bytes)| bytes).ok_or_else(|| TaskError(format!("{name}: no weight")))
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
