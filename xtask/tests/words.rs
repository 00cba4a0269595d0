//! Keeps the vocabulary of the sources (see CONTRIBUTING.md): no pronouns instead of nouns, no doc comments that begin with a
//! question word, error types that end in `Error`, and a server whose folders show its architecture.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Words and phrases that stand for a noun of the field, as words and as parts of names.
const PRONOUNS: [&str; 5] = ["so many", "whoever", "somebody", "nobody", "anybody"];

/// Allowed occurrences of the pronouns, for example in quoted interface texts.
const MAX_PRONOUNS: usize = 40;

const QUESTION_WORDS: [&str; 8] = ["What", "Who", "How", "Where", "Whether", "Which", "When", "Why"];

/// Allowed share of doc-comment lines that begin with a question word, in percent.
const MAX_QUESTIONS_PERCENT: usize = 4;

/// Allowed names in `crates/server/src`; `x.rs` and `x/` count once.
const MAX_SERVER_NAMES: usize = 20;

#[test]
fn sources_name_things_instead_of_using_pronouns() {
    let mut found = 0;
    for (path, number, line) in source_lines() {
        let count = pronouns(&line);
        if count > 0 {
            println!("{path}:{number}: {}", line.trim());
        }
        found += count;
    }
    assert!(found <= MAX_PRONOUNS, "{found} pronouns, more than {MAX_PRONOUNS}; they are listed above");
}

#[test]
fn doc_comments_begin_with_a_subject_or_a_verb() {
    let (mut lines, mut questions) = (0, 0);
    for (path, number, line) in source_lines() {
        let Some(text) = doc_comment(&line) else { continue };
        lines += 1;
        if begins_with_question_word(text) {
            println!("{path}:{number}: {}", line.trim());
            questions += 1;
        }
    }
    assert!(
        questions * 100 <= lines * MAX_QUESTIONS_PERCENT,
        "{questions} of {lines} doc-comment lines begin with a question word, more than {MAX_QUESTIONS_PERCENT} %; \
         they are listed above"
    );
}

#[test]
fn error_types_are_not_called_trouble_or_failure() {
    let is_vague =
        |name: &str| ["Trouble", "Failure", "Setback", "Mishap"].iter().any(|end| name.ends_with(end));
    let offenders: Vec<String> = source_lines()
        .filter_map(|(path, number, line)| {
            let name = declared_type(&line)?;
            is_vague(name).then(|| format!("{path}:{number}: {name}"))
        })
        .collect();
    assert!(offenders.is_empty(), "error types end in `Error`:\n{}", offenders.join("\n"));
}

#[test]
fn server_has_few_top_level_names() {
    let entries = std::fs::read_dir(root().join("crates/server/src")).unwrap();
    let names: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().trim_end_matches(".rs").to_owned())
        .collect();
    assert!(
        names.len() <= MAX_SERVER_NAMES,
        "crates/server/src has {} names, more than {MAX_SERVER_NAMES}: {names:?}",
        names.len()
    );
}

#[test]
fn pronouns_are_counted_as_words_and_in_names() {
    let check = |line: &str, expected| assert_eq!(pronouns(line), expected, "{line}");
    check("/// Nobody waits for somebody.", 2);
    check("fn whoever_waits() {}", 1);
    check("fn so_many() {} // so many", 1);
    check("/// Everybody; also many.", 0);
}

#[test]
fn question_words_are_found_at_the_start_of_doc_comments() {
    let check = |line: &str, expected: Option<bool>| {
        assert_eq!(doc_comment(line).map(begins_with_question_word), expected, "{line}");
    };
    check("    /// Whether it is full.", Some(true));
    check("//! What it does.", Some(true));
    check("/// Whatever.", Some(false));
    check("/// The reason why.", Some(false));
    check("// Why not", None);
    check("let x = 1;", None);
}

/// Occurrences of the pronouns in a line, as words or as parts of names, whichever are more.
fn pronouns(line: &str) -> usize {
    let line = line.to_lowercase();
    let is_word_char = |c: char| c.is_alphanumeric() || c == '_';
    let words = PRONOUNS.iter().flat_map(|word| line.match_indices(word)).filter(|&(start, word)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        !before.is_some_and(is_word_char) && !after.is_some_and(is_word_char)
    });
    let in_names = PRONOUNS.iter().map(|word| line.matches(&word.replace(' ', "_")).count());
    words.count().max(in_names.sum())
}

/// Text of a doc comment on this line.
fn doc_comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
    Some(text.strip_prefix(' ').unwrap_or(text))
}

fn begins_with_question_word(text: &str) -> bool {
    let first = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    QUESTION_WORDS.contains(&first)
}

/// Name of the type that is declared on this line.
fn declared_type(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    if !["struct", "enum", "type"].contains(&words.next()?) {
        return None;
    }
    words.next()?.split(|c: char| !c.is_alphanumeric()).next()
}

/// Lines of all Rust sources of the crates with path and line number; text catalogues are left out.
fn source_lines() -> impl Iterator<Item = (String, usize, String)> {
    let mut folders = vec![root().join("crates")];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with("texts") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.into_iter().flat_map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let lines: Vec<_> = text
            .lines()
            .enumerate()
            .map(|(index, line)| (name.clone(), index + 1, line.to_owned()))
            .collect();
        lines
    })
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
