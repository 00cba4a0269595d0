//! The page: its WebAssembly compiled, and packed for the program to embed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::step::{Failure, cargo, root, step, target_folder};

/// The build of `hanpan` embeds the page in the folder that this variable names.
pub(crate) const PAGE: &str = "HANPAN_PAGE";

/// What browsers run. It has to be there before [`page`] is called.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The profile in the root's manifest that makes it small.
const PROFILE: &str = "wasm";

/// Builds the page, as far as anything has changed. Gives the folder it is in.
pub(crate) fn page() -> Result<PathBuf, Failure> {
    step(
        "page: compile",
        &mut cargo(&["build", "--package", "web", "--lib", "--target", TARGET, "--profile", PROFILE]),
    )?;
    step("page: the packer", &mut cargo(&["build", "--package", "page"]))?;
    let target = target_folder()?;
    let wasm = target.join(TARGET).join(PROFILE).join("web.wasm");
    let packer = target.join("debug").join(format!("page{}", std::env::consts::EXE_SUFFIX));
    let web = root().join("crates").join("web");
    let page = target.join("page");
    let mut sources = vec![wasm.clone(), packer.clone()];
    sources.extend(["art", "static", "style"].map(|folder| web.join(folder)));
    if is_older(&page.join("service-worker.js"), &sources)? {
        step("page: pack", Command::new(packer).arg(wasm).arg(web).arg(&page))?;
    }
    Ok(page)
}

/// How many bytes of the page travel, compressed with Brotli where that is shorter.
pub(crate) fn weight(page: &Path) -> Result<u64, Failure> {
    let mut sum = 0;
    for file in tree(page)? {
        let compressed = file.extension().is_some_and(|ending| ending == "br" || ending == "gz");
        if file.is_file() && !compressed {
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
