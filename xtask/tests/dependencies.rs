//! Rules about the sources of dependencies, read from the lock file (like `cargo deny check sources bans`).
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

/// The only allowed registry.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Banned crates, also as indirect dependencies, with the reason.
const BANNED: &[(&str, &str)] = &[
    ("openssl-sys", "needs a system library"),
    ("native-tls", "needs a system library"),
    ("libgit2-sys", "needs a system library"),
    ("atty", "unmaintained"),
    ("dotenv", "unmaintained"),
];

/// A package of the lock file.
struct LockedPackage {
    name: String,
    source: Option<String>,
    checksum: Option<String>,
}

#[test]
fn dependencies_come_from_crates_io_with_a_checksum() {
    let own = workspace_crates();
    let locked = locked_packages();
    assert!(locked.len() > own.len());
    for library in locked {
        match &library.source {
            None => assert!(own.contains(&library.name), "{} has no source", library.name),
            Some(source) => {
                assert_eq!(source, REGISTRY, "{}", library.name);
                assert_eq!(library.checksum.as_ref().map(String::len), Some(64), "{}", library.name);
            }
        }
    }
}

#[test]
fn banned_crates_are_not_in_the_lock_file() {
    for library in locked_packages() {
        let ban = BANNED.iter().find(|(name, _)| *name == library.name);
        assert_eq!(ban, None, "see `cargo tree --invert {}`", library.name);
    }
}

#[test]
fn manifests_have_no_wildcard_or_git_dependencies() {
    for manifest in manifests() {
        let text = std::fs::read_to_string(&manifest).unwrap();
        for line in text.lines() {
            assert!(!line.contains("\"*\""), "{}: {line}", manifest.display());
            assert!(!line.contains("git = "), "{}: {line}", manifest.display());
        }
    }
}

fn locked_packages() -> Vec<LockedPackage> {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.map(|rest| rest.trim_end_matches('"').to_owned())
    };
    let blocks = text.split("[[package]]\n").skip(1);
    let read = |block: &str| LockedPackage {
        name: value(block, "name").unwrap(),
        source: value(block, "source"),
        checksum: value(block, "checksum"),
    };
    blocks.map(read).collect()
}

/// Package names of the workspace.
fn workspace_crates() -> Vec<String> {
    let name = |manifest: &std::path::PathBuf| {
        let text = std::fs::read_to_string(manifest).unwrap();
        let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        name.unwrap().to_owned()
    };
    manifests().iter().map(name).collect()
}

fn manifests() -> Vec<std::path::PathBuf> {
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().path().join("Cargo.toml"));
    crates.chain([root().join("xtask").join("Cargo.toml")]).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
