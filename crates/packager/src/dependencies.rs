//! The libraries in the shipped programs, from `cargo tree`, `cargo metadata` and the lock file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::error::{PackageError, read_text};

/// Crates that are linked into a download, and their targets. The modules of the page are part of every program.
const ROOTS: [(&str, &str); 6] = [
    ("hanpan", "x86_64-unknown-linux-musl"),
    ("hanpan", "aarch64-unknown-linux-musl"),
    ("hanpan", "x86_64-pc-windows-gnu"),
    ("web", PAGE_TARGET),
    ("engine-worker", PAGE_TARGET),
    ("board3d", PAGE_TARGET),
];

const PAGE_TARGET: &str = "wasm32-unknown-unknown";

/// Name and version of a crate.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct CrateId {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// A crate in the shipped programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Library {
    /// SPDX expression.
    pub(crate) licence: String,
    pub(crate) authors: Vec<String>,
    /// Folder of its sources.
    pub(crate) folder: PathBuf,
    /// SHA-256 of the package in the registry; `None` for crates of this repository.
    pub(crate) checksum: Option<String>,
    /// Crates that it is linked with directly.
    pub(crate) uses: BTreeSet<CrateId>,
}

/// Lists all crates that are linked into the downloads; build tools and procedural macros are not.
pub(crate) fn libraries(root: &Path) -> Result<BTreeMap<CrateId, Library>, PackageError> {
    let mut edges = BTreeMap::new();
    for (package, target) in ROOTS {
        let mut tree = cargo(root, &["tree", "--locked", "--package", package, "--target", target]);
        tree.args(["--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", " {p}"]);
        read_tree(&run(&mut tree)?, &mut edges)?;
    }
    let mut libraries = BTreeMap::new();
    let mut packages = packages(root)?;
    for (id, uses) in edges {
        let about = packages.remove(&id);
        let about = about.ok_or_else(|| PackageError::new(format!("{} has no metadata", id.name)))?;
        libraries.insert(id, Library { uses, ..about });
    }
    Ok(libraries)
}

/// Adds the edges of a tree whose lines are `DEPTH NAME vVERSION …`.
fn read_tree(tree: &str, edges: &mut BTreeMap<CrateId, BTreeSet<CrateId>>) -> Result<(), PackageError> {
    let mut path: Vec<CrateId> = Vec::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let mut word = || words.next().ok_or_else(|| PackageError::new(format!("cargo tree: {line}")));
        let depth: usize = word()?.parse().map_err(|_| PackageError::new(format!("cargo tree: {line}")))?;
        let id = CrateId { name: word()?.to_owned(), version: word()?.trim_start_matches('v').to_owned() };
        path.truncate(depth);
        if let Some(parent) = path.last() {
            edges.entry(parent.clone()).or_default().insert(id.clone());
        }
        edges.entry(id.clone()).or_default();
        path.push(id);
    }
    Ok(())
}

/// All packages of the workspace and the lock file, without their edges.
fn packages(root: &Path) -> Result<BTreeMap<CrateId, Library>, PackageError> {
    let text = run(&mut cargo(root, &["metadata", "--locked", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&text).map_err(PackageError::new)?;
    let checksums = checksums(&read_text(&root.join("Cargo.lock"))?);
    let mut packages = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let id = CrateId { name: text("name"), version: text("version") };
        let authors = package["authors"].as_array().into_iter().flatten();
        let library = Library {
            licence: text("license").replace('/', " OR "),
            authors: authors.filter_map(Value::as_str).map(str::to_owned).collect(),
            folder: PathBuf::from(text("manifest_path")).parent().map(Path::to_owned).unwrap_or_default(),
            checksum: checksums.get(&id).cloned(),
            uses: BTreeSet::new(),
        };
        packages.insert(id, library);
    }
    Ok(packages)
}

/// Checksums in a lock file.
fn checksums(lock: &str) -> BTreeMap<CrateId, String> {
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.map(|rest| rest.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]\n").skip(1);
    let read = |block: &str| {
        let id = CrateId { name: value(block, "name")?, version: value(block, "version")? };
        Some((id, value(block, "checksum")?))
    };
    blocks.filter_map(read).collect()
}

fn cargo(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root);
    command
}

/// Runs a command and returns its standard output.
pub(crate) fn run(command: &mut Command) -> Result<String, PackageError> {
    let output = command.output().map_err(|error| PackageError::new(format!("{command:?}: {error}")))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(PackageError::new(format!("{command:?}: {why}")));
    }
    String::from_utf8(output.stdout).map_err(PackageError::new)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn id(name: &str) -> CrateId {
        CrateId { name: name.to_owned(), version: "1.0.0".to_owned() }
    }

    #[test]
    fn tree_becomes_edges() {
        let mut edges = BTreeMap::new();
        let tree = "0 a v1.0.0 (folder)\n1 b v1.0.0\n2 c v1.0.0\n1 c v1.0.0 (*)\n";
        read_tree(tree, &mut edges).unwrap();
        let expected =
            [(id("a"), [id("b"), id("c")].into()), (id("b"), [id("c")].into()), (id("c"), [].into())];
        assert_eq!(edges, BTreeMap::from(expected));
        assert!(read_tree("a v1.0.0", &mut edges).is_err());
    }

    #[test]
    fn lock_file_has_checksums_of_registry_packages() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"12\"\n\n[[package]]\nname = \"own\"\nversion = \"1.0.0\"\n";
        assert_eq!(checksums(lock), BTreeMap::from([(id("a"), "12".to_owned())]));
    }
}
