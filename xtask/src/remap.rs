//! Compiler flags that remove this machine's folders from panic messages, so that builds elsewhere give the same bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{TaskError, output, root, target_folder};

/// One flag for each folder of sources: the registry, the repository, the generated files and the standard library. The
/// last flag that matches a path wins.
pub(crate) fn flags() -> Result<Vec<String>, TaskError> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let registries = fs::read_dir(home.join("registry").join("src")).into_iter().flatten().flatten();
    let mut flags: Vec<String> = registries.map(|entry| remap(&entry.path(), "")).collect();
    flags.push(remap(root(), ""));
    flags.push(remap(&target_folder()?, "target"));
    let (sources, name) = standard_library()?;
    flags.push(remap(&sources, &name));
    Ok(flags)
}

fn remap(folder: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}={to}", folder.display())
}

/// Folder of the standard library's sources, and its name in builds where the component `rust-src` is not installed.
fn standard_library() -> Result<(PathBuf, String), TaskError> {
    let rustc = |args: &[&str]| output(Command::new("rustc").args(args).current_dir(root()));
    let sysroot = PathBuf::from(rustc(&["--print", "sysroot"])?.trim());
    let version = rustc(&["--version", "--verbose"])?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
    Ok((sysroot.join("lib").join("rustlib").join("src").join("rust"), format!("/rustc/{commit}")))
}
