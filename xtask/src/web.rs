//! The page: its WebAssembly compiled, and packed for the program to embed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::step::{Failure, cargo, root, step, target_folder};

/// What browsers run. It has to be there before [`page`] is called.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The rooms that browsers run: the page at `/`, what is played with somebody elsewhere, the engine for a worker, and the
/// board in space.
pub(crate) const MODULES: [&str; 4] = ["web", "club", THINKER, BOARD3D];

/// The engine is to be fast before it is small.
const THINKER: &str = "thinker";

/// The board in space is loaded when it is wanted.
const BOARD3D: &str = "board3d";

/// The profile in the root's manifest that makes it small.
const PROFILE: &str = "wasm";

/// The profile of the packer, which makes it soon there.
const PACKER_PROFILE: &str = "packer";

/// Builds the page, as far as anything has changed. Gives the folder it is in.
pub(crate) fn page() -> Result<PathBuf, Failure> {
    // What the compiler is told names the folder of the sources, which has to be there from the first build on: the
    // second would otherwise be told something else and compile everything again.
    step("page: fetch", &mut cargo(&["fetch", "--locked", "--target", TARGET]))?;
    // One by one: built together they would share their features, and both modules would begin by themselves.
    for module in MODULES {
        let mut compile = cargo(&["rustc", "--package", module, "--lib", "--crate-type", "cdylib"]);
        compile.args(["--target", TARGET, "--profile", PROFILE]);
        if module == THINKER {
            compile.args(["--config", "profile.wasm.opt-level=3"]);
        }
        step(&format!("page: compile {module}"), compile.env("CARGO_ENCODED_RUSTFLAGS", flags()))?;
    }
    step("page: the packer", &mut cargo(&["build", "--package", "page", "--profile", PACKER_PROFILE]))?;
    let target = target_folder()?;
    let modules = target.join(TARGET).join(PROFILE);
    let packer = target.join(PACKER_PROFILE).join(format!("page{}", std::env::consts::EXE_SUFFIX));
    let crates = root().join("crates");
    let page = target.join("page");
    let mut sources = vec![packer.clone(), crates.join("web").join("art")];
    for module in MODULES {
        sources.push(modules.join(module).with_extension("wasm"));
        let folders = ["static", "style"].map(|folder| crates.join(module).join(folder));
        sources.extend(folders.into_iter().filter(|folder| folder.is_dir()));
    }
    if is_older(&page.join("service-worker.js"), &sources)? {
        step("page: pack", Command::new(packer).arg(modules).arg(crates).arg(&page))?;
    }
    Ok(page)
}

/// What the compiler is told besides, as cargo wants it: with a separator that no path has in it.
fn flags() -> String {
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
pub(crate) fn weight(page: &Path) -> Result<u64, Failure> {
    sum(page, |name| !["club", THINKER, BOARD3D].iter().any(|later| name.starts_with(later)))
}

/// How many bytes of the board in space travel.
pub(crate) fn weight_of_board3d(page: &Path) -> Result<u64, Failure> {
    sum(page, |name| name.starts_with(BOARD3D))
}

/// How many bytes of the engine in its worker travel.
pub(crate) fn weight_of_thinker(page: &Path) -> Result<u64, Failure> {
    sum(page, |name| name.starts_with(THINKER))
}

fn sum(page: &Path, is_counted: impl Fn(&str) -> bool) -> Result<u64, Failure> {
    let mut sum = 0;
    for file in tree(page)? {
        let compressed = file.extension().is_some_and(|ending| ending == "br" || ending == "gz");
        let is_counted = file.file_name().is_some_and(|name| is_counted(&name.to_string_lossy()));
        if file.is_file() && !compressed && is_counted {
            let mut brotli = file.as_os_str().to_owned();
            brotli.push(".br");
            let sent = if Path::new(&brotli).is_file() { PathBuf::from(brotli) } else { file };
            sum += fs::metadata(&sent).map_err(|error| failed(&sent, &error))?.len();
        }
    }
    Ok(sum)
}

/// Whether a file is missing, or older than anything in the sources. Folders have an age as well: it tells when a file
/// was taken away.
fn is_older(file: &Path, sources: &[PathBuf]) -> Result<bool, Failure> {
    let Ok(made) = age(file) else { return Ok(true) };
    for source in sources {
        for path in tree(source)? {
            if age(&path)? > made {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn age(path: &Path) -> Result<SystemTime, Failure> {
    fs::metadata(path).and_then(|data| data.modified()).map_err(|error| failed(path, &error))
}

/// A path and, if it is a folder, all that is in it.
fn tree(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = vec![path.to_owned()];
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(|error| failed(path, &error))? {
            found.append(&mut tree(&entry.map_err(|error| failed(path, &error))?.path())?);
        }
    }
    Ok(found)
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure(format!("{}: {error}", path.display()))
}
