//! `docs/hosting.md` explains every message that the server logs.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn hosting_md_lists_every_log_message() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/hosting.md")).unwrap();
    let listed: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| line.split(" | ").next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    let is_listed = |message: &str| {
        listed.iter().any(|known| match known.strip_suffix(" …") {
            Some(start) => message.starts_with(start),
            None => message == *known,
        })
    };
    let messages: BTreeSet<String> =
        sources(&root.join("crates/server/src")).iter().flat_map(messages_of).collect();
    assert!(messages.len() > 40, "{messages:?}");
    let missing: Vec<&String> = messages.iter().filter(|message| !is_listed(message)).collect();
    assert!(missing.is_empty(), "not in docs/hosting.md: {missing:#?}");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The message of a `tracing` macro is its last literal.
fn messages_of(source: &PathBuf) -> Vec<String> {
    let text = fs::read_to_string(source).unwrap();
    let calls = ["tracing::error!(", "tracing::warn!(", "tracing::info!("];
    let starts = calls.iter().flat_map(|call| text.match_indices(call).map(|(at, call)| at + call.len()));
    starts.filter_map(|start| last_literal(&text[start..])).collect()
}

/// The last string literal before the closing parenthesis.
fn last_literal(arguments: &str) -> Option<String> {
    let (mut depth, mut literal, mut last) = (1, None::<String>, None);
    let mut chars = arguments.chars();
    while let Some(char) = chars.next() {
        match (&mut literal, char) {
            (Some(_), '"') => last = literal.take(),
            // A literal over several lines.
            (Some(_), '\\') => {
                let rest = chars.as_str();
                chars = rest.strip_prefix('\n').map_or(rest, str::trim_start).chars();
            }
            (Some(text), char) => text.push(char),
            (None, '"') => literal = Some(String::new()),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
        if depth == 0 {
            break;
        }
    }
    last
}
