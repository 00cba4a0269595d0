//! The catalogues of all languages have the same keys and placeholders, and every key is used.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use texts::{
    AnalysisMessageKey, Catalogue, ClubMessageKey, ComputerMessageKey, EditorMessageKey, Language,
    LearnMessageKey, MessageKey, PluralCategory, PracticeMessageKey, PuzzleMessageKey, ServerMessageKey,
    TerminalMessageKey,
};

const CATALOGUES: [&str; 8] =
    ["analysis", "base", "club", "learn", "lessons", "puzzles", "server", "terminal"];

const PLURAL_CATEGORIES: [PluralCategory; 6] = [
    PluralCategory::Zero,
    PluralCategory::One,
    PluralCategory::Two,
    PluralCategory::Few,
    PluralCategory::Many,
    PluralCategory::Other,
];

/// The default language, which the others are compared with.
const REFERENCE: Language = Language::ALL[0];

fn file(language: Language, catalogue: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages").join(language.code());
    fs::read_to_string(folder.join(format!("{catalogue}.txt"))).unwrap()
}

/// The lines of a catalogue as keys and texts; fails where a line is neither an entry nor a note.
fn entries(file: &str) -> Vec<(&str, &str)> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries: Vec<_> = lines
        .map(|line| line.split_once(" = ").unwrap_or_else(|| panic!("not an entry: {line}")))
        .inspect(|(key, text)| {
            assert!(key.split('.').all(is_key_part), "not a key: {key}");
            assert!(!text.is_empty() && text.trim() == *text, "blanks: {key}");
        })
        .collect();
    let distinct: BTreeSet<_> = entries.iter().map(|(key, _)| key).collect();
    assert_eq!(distinct.len(), entries.len(), "a key occurs twice");
    entries
}

/// The key without the category of a plural form, and that category.
fn split_plural(key: &str) -> (&str, Option<PluralCategory>) {
    let split = PLURAL_CATEGORIES
        .into_iter()
        .find_map(|category| Some((key.strip_suffix(category.name())?.strip_suffix('.')?, Some(category))));
    split.unwrap_or((key, None))
}

/// The messages of a catalogue in order, plural forms joined, and the categories of those forms.
fn messages<'a>(entries: &[(&'a str, &str)]) -> Vec<(&'a str, Vec<PluralCategory>)> {
    let mut messages: Vec<(&str, Vec<PluralCategory>)> = Vec::new();
    for (key, category) in entries.iter().map(|(key, _)| split_plural(key)) {
        match messages.last_mut() {
            Some((last, forms)) if *last == key => forms.extend(category),
            _ => messages.push((key, category.into_iter().collect())),
        }
    }
    messages
}

#[test]
fn catalogues_have_the_same_keys_in_the_same_order() {
    for catalogue in CATALOGUES {
        let reference = file(REFERENCE, catalogue);
        let expected: Vec<_> = messages(&entries(&reference)).into_iter().map(|(key, _)| key).collect();
        for language in Language::ALL {
            let text = file(language, catalogue);
            let keys: Vec<_> = messages(&entries(&text)).into_iter().map(|(key, _)| key).collect();
            assert_eq!(keys, expected, "{language:?} {catalogue}");
        }
    }
}

#[test]
fn plural_messages_have_every_form_of_the_language() {
    for (language, catalogue) in all() {
        let text = file(language, catalogue);
        for (key, forms) in messages(&entries(&text)) {
            assert!(forms.is_empty() || forms == language.plural_rule().categories, "{language:?} {key}");
        }
    }
}

#[test]
fn catalogues_have_the_same_placeholders() {
    for catalogue in CATALOGUES {
        let reference = file(REFERENCE, catalogue);
        let expected = placeholders_by_message(&reference);
        for language in Language::ALL {
            assert_eq!(placeholders_by_message(&file(language, catalogue)), expected, "{language:?}");
        }
    }
}

/// All placeholders of a message: a single form may leave some out ("one move").
fn placeholders_by_message(file: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (key, text) in entries(file) {
        found.entry(split_plural(key).0.to_owned()).or_default().extend(placeholders(text));
    }
    found
}

fn placeholders(text: &str) -> Vec<String> {
    let names: Vec<_> =
        text.split('{').skip(1).map(|part| part.split_once('}').unwrap().0.to_owned()).collect();
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase())), "{text}");
    names
}

#[test]
fn every_message_key_has_a_text() {
    let check = |catalogue: fn(Language) -> &'static Catalogue, key: &'static str| {
        for language in Language::ALL {
            assert!(catalogue(language).get(key).is_some(), "{language:?} {key}");
        }
    };
    MessageKey::ALL.iter().for_each(|key| check(texts::base, key.key()));
    ClubMessageKey::ALL.iter().for_each(|key| check(texts::club, key.key()));
    ComputerMessageKey::ALL.iter().for_each(|key| check(texts::club, key.key()));
    AnalysisMessageKey::ALL.iter().for_each(|key| check(texts::analysis, key.key()));
    LearnMessageKey::ALL.iter().for_each(|key| check(texts::learn, key.key()));
    EditorMessageKey::ALL.iter().for_each(|key| check(texts::learn, key.key()));
    PracticeMessageKey::ALL.iter().for_each(|key| check(texts::learn, key.key()));
    PuzzleMessageKey::ALL.iter().for_each(|key| check(texts::puzzles, key.key()));
    ServerMessageKey::ALL.iter().for_each(|key| check(texts::server, key.key()));
    TerminalMessageKey::ALL.iter().for_each(|key| check(texts::terminal, key.key()));
}

#[test]
fn puzzle_server_and_terminal_keys_are_those_of_their_catalogues() {
    let check = |catalogue: &str, known: Vec<&str>| {
        let file = file(REFERENCE, catalogue);
        assert_eq!(entries(&file).into_iter().map(|(key, _)| key).collect::<Vec<_>>(), known);
    };
    check("puzzles", PuzzleMessageKey::ALL.iter().map(|key| key.key()).collect());
    check("server", ServerMessageKey::ALL.iter().map(|key| key.key()).collect());
    check("terminal", TerminalMessageKey::ALL.iter().map(|key| key.key()).collect());
}

/// Every key of the other catalogues stands in the code as a whole, so that it can be found by searching for it.
#[test]
fn every_key_is_used_and_defined() {
    let files = ["analysis", "base", "club", "learn"].map(|catalogue| file(REFERENCE, catalogue));
    let defined: BTreeSet<&str> =
        files.iter().flat_map(|file| messages(&entries(file)).into_iter().map(|(key, _)| key)).collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources = vec![
        crates.join("client/src/locale.rs"),
        crates.join("client/src/locale"),
        crates.join("client/src/settings"),
    ];
    sources.extend(
        ["analysis", "base", "club", "computer", "editor", "learn", "practice"]
            .map(|name| crates.join(format!("texts/src/keys/{name}.rs"))),
    );
    let code: String = sources.iter().map(read_sources).collect();
    let used: BTreeSet<&str> = code.split('"').filter(|word| looks_like_a_key(word)).collect();
    let unused: Vec<_> = defined.difference(&used).collect();
    let missing: Vec<_> = used.difference(&defined).collect();
    assert!(unused.is_empty(), "texts that no code uses: {unused:?}");
    assert!(missing.is_empty(), "keys without a text: {missing:?}");
}

fn read_sources(path: &PathBuf) -> String {
    if path.is_file() {
        return fs::read_to_string(path).unwrap();
    }
    fs::read_dir(path).unwrap().map(|entry| read_sources(&entry.unwrap().path())).collect()
}

/// A particle is chosen right behind a value, so both forms must not be written anywhere else.
#[test]
fn alternating_particles_follow_placeholders_only() {
    for catalogue in CATALOGUES {
        for (key, text) in entries(&file(Language::Korean, catalogue)) {
            for particle in ["을(를)", "이(가)", "은(는)", "와(과)", "(으)로"] {
                for (at, _) in text.match_indices(particle) {
                    assert!(text[..at].ends_with('}'), "{key}: {particle}");
                }
            }
            for wrong in [
                "를(을)", "가(이)", "는(은)", "과(와)", "}을 ", "}를 ", "}이 ", "}가 ", "}은 ", "}는 ",
                "}로 ",
            ] {
                assert!(!text.contains(wrong), "{key}: {wrong}");
            }
        }
    }
}

fn all() -> impl Iterator<Item = (Language, &'static str)> {
    Language::ALL.into_iter().flat_map(|language| CATALOGUES.map(|catalogue| (language, catalogue)))
}

fn is_key_part(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn looks_like_a_key(word: &str) -> bool {
    word.contains('.') && word.split('.').all(is_key_part)
}
