//! Rules about files: length, paths, CI script, documentation, decisions.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

/// Maximum length of a source file in lines.
const MAX_LINES: usize = 800;

/// Tables of numbers, exempt from the limit.
const EXEMPT_FILES: &[&str] = &["crates/rules/src/zobrist/keys.rs"];

#[test]
fn files_stay_within_the_line_limit() {
    for (path, text) in files_with_extensions(&["rs"]) {
        if !EXEMPT_FILES.contains(&path.as_str()) {
            let lines = text.lines().count();
            assert!(lines <= MAX_LINES, "{path} has {lines} lines, more than {MAX_LINES}: split it");
        }
    }
}

/// The sources must build on any machine. The patterns are concatenated here so that this file does not
/// contain them.
#[test]
fn files_contain_no_machine_specific_paths() {
    let patterns = [["/ho", "me/"], ["/ro", "ot/"], ["/wo", "rk/"], ["/tm", "p/"], ["../sha", "red"]];
    let patterns = patterns.map(|parts| parts.concat());
    for (path, text) in files_with_extensions(&["rs", "md", "toml", "sh", "yml", "yaml", "run"]) {
        for (number, line) in text.lines().enumerate() {
            let found = patterns.iter().find(|pattern| line.contains(pattern.as_str()));
            assert_eq!(found, None, "{path}:{}", number + 1);
        }
    }
}

#[test]
fn ci_runs_only_cargo_xtask_test() {
    let script = read(".ci/run");
    let commands: Vec<&str> =
        script.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(commands, ["set -euo pipefail", r#"cd "$(dirname "$0")/..""#, "cargo xtask test"]);
}

/// `cargo xtask help` lists the tasks, so a document that names another one is out of date.
#[test]
fn docs_name_only_existing_tasks() {
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_xtask")).arg("help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let tasks: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|word| !word.is_empty())
        .collect();
    assert_eq!(
        tasks,
        [
            "play",
            "test",
            "test",
            "test",
            "chaos",
            "chaos",
            "lag",
            "clock",
            "flood",
            "clients",
            "bench",
            "dist",
            "dist",
            "check-puzzles",
            "page",
            "audit-web",
            "screenshots"
        ]
    );
    for (page, text) in files_with_extensions(&["md"]) {
        for mention in text.split("cargo xtask ").skip(1) {
            let task = mention.split(|c: char| !(c.is_ascii_alphabetic() || c == '-')).next().unwrap();
            assert!(tasks.contains(&task), "{page} names `cargo xtask {task}`");
        }
    }
    for (page, task) in [("README.md", "play"), ("README.md", "test"), ("README.ko.md", "play")] {
        assert!(read(page).contains(&format!("cargo xtask {task}")), "{page} does not name {task}");
    }
}

/// Both READMEs have the same headings at the same depth and the same commands.
#[test]
fn both_readmes_have_the_same_headings_and_commands() {
    let shape = |page: &str| {
        let text = read(page);
        let headings = text
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| line.chars().take_while(|&c| c == '#').count());
        let commands = text.lines().filter(|line| line.starts_with("$ ")).map(str::to_owned);
        (headings.collect::<Vec<_>>(), commands.collect::<Vec<_>>())
    };
    assert_eq!(shape("README.md"), shape("README.ko.md"));
}

#[test]
fn decisions_are_numbered_without_gaps() {
    let mut names: Vec<String> = std::fs::read_dir(root().join("docs/decisions"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for (index, name) in names.iter().enumerate() {
        assert!(name.starts_with(&format!("{:04}-", index + 1)) && name.ends_with(".md"), "{name}");
    }
}

/// All files with these extensions, with paths relative to the root. Build output is skipped.
fn files_with_extensions(extensions: &[&str]) -> Vec<(String, String)> {
    let mut folders = vec![root().to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let extension = name.rsplit('.').next().unwrap();
            if path.is_dir() {
                if !["target", ".git"].contains(&name) {
                    folders.push(path);
                }
            } else if extensions.contains(&extension) {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned(), text));
            }
        }
    }
    found
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
