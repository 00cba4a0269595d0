//! Generates the table of embedded files from the folder named by `HANPAN_PAGE`; without it the table is
//! empty.
//!
//! A file `x` may have precompressed siblings `x.br` and `x.gz`.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "HANPAN_PAGE";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={FOLDER}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut table = String::from("static EMBEDDED: &[AssetFile] = &[\n");
    if let Some(folder) = env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", folder.display());
        if !folder.join("index.html").is_file() {
            return Err(format!("{FOLDER}={}: there is no index.html", folder.display()).into());
        }
        for file in files(&folder)? {
            entry(&folder, &file, &mut table)?;
        }
    }
    table.push_str("];\n");
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    fs::write(Path::new(&out).join("assets.rs"), table)?;
    Ok(())
}

/// Lists all files below a folder in alphabetical order, without the precompressed ones.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut files(&path)?);
        } else if !path.extension().is_some_and(|ending| ending == "br" || ending == "gz") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn entry(folder: &Path, file: &Path, table: &mut String) -> Result<(), Box<dyn Error>> {
    let inside = file.strip_prefix(folder)?.to_str().ok_or("a file's name is not UTF-8")?.replace('\\', "/");
    let path = if inside == "index.html" { "/".to_owned() } else { format!("/{inside}") };
    let compressed = |ending: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        let path = PathBuf::from(name);
        if path.is_file() { format!("Some(include_bytes!({path:?}))") } else { "None".to_owned() }
    };
    writeln!(
        table,
        "    AssetFile {{ path: {path:?}, plain: include_bytes!({file:?}), brotli: {}, gzip: {} }},",
        compressed(".br"),
        compressed(".gz"),
    )?;
    Ok(())
}
