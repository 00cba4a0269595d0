//! The files themselves: the same keys and braces in both, all used, none missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use client::{AnalysisMessageKey, ClubMessageKey, ComputerMessageKey, Language, Locale, MessageKey};

use super::check_finished;

/// Every catalogue in both languages.
const CATALOGUES: [(&str, &str); 2] = [
    (include_str!("../../texts/en.txt"), include_str!("../../texts/ko.txt")),
    (include_str!("../../texts/club/en.txt"), include_str!("../../texts/club/ko.txt")),
];

#[test]
fn catalogues_have_the_same_keys_and_placeholders() {
    for (english, korean) in CATALOGUES {
        let (english, korean) = (read(english), read(korean));
        assert_eq!(english.keys().collect::<Vec<_>>(), korean.keys().collect::<Vec<_>>());
        for (key, text) in &english {
            assert_eq!(placeholders(text), placeholders(korean[key]), "{key}");
        }
    }
}

#[test]
fn catalogues_list_keys_in_the_same_order() {
    let keys = |file: &'static str| {
        let texts = file.lines().filter(|line| !line.starts_with('#'));
        texts.filter_map(|line| line.split_once(" = ")).map(|(key, _)| key)
    };
    assert!(CATALOGUES.into_iter().all(|(english, korean)| keys(english).eq(keys(korean))));
}

#[test]
fn every_message_key_has_a_text() {
    let mut keys = BTreeSet::new();
    let mut check = |key: &'static str, say: &dyn Fn(Locale) -> &'static str| {
        assert!(keys.insert(key), "{key} is said twice");
        for language in Language::ALL {
            let said = say(Locale::new(language));
            assert_ne!(said, key);
            check_finished(said);
        }
    };
    for &phrase in MessageKey::ALL {
        check(phrase.key(), &|words| words.message(phrase));
    }
    for &phrase in ComputerMessageKey::ALL {
        check(phrase.key(), &|words| words.computer_message(phrase));
    }
    for &phrase in AnalysisMessageKey::ALL {
        check(phrase.key(), &|words| words.analysis_message(phrase));
    }
    for &phrase in ClubMessageKey::ALL {
        check(phrase.key(), &|words| words.club_message(phrase));
    }
}

/// Every key stands in the code as a whole, so that it can be found by looking for it.
#[test]
fn every_key_is_used_and_defined() {
    let texts: BTreeSet<&str> =
        CATALOGUES.into_iter().flat_map(|(english, _)| read(english).into_keys()).collect();
    let mut code = fs::read_to_string(source("words.rs")).unwrap();
    for file in fs::read_dir(source("words")).unwrap() {
        code.push_str(&fs::read_to_string(file.unwrap().path()).unwrap());
    }
    let named: BTreeSet<&str> = code.split('"').filter(|word| looks_like_a_key(word)).collect();
    let unused: Vec<_> = texts.difference(&named).collect();
    let missing: Vec<_> = named.difference(&texts).collect();
    assert!(unused.is_empty(), "texts that nothing says: {unused:?}");
    assert!(missing.is_empty(), "keys without a text: {missing:?}");
}

/// A particle is chosen only behind a value, so it must not be left to choose anywhere else.
#[test]
fn alternating_particles_follow_placeholders_only() {
    for (key, text) in CATALOGUES.into_iter().flat_map(|(_, korean)| read(korean)) {
        for particle in ["을(를)", "이(가)", "은(는)", "와(과)", "(으)로"] {
            for (at, _) in text.match_indices(particle) {
                assert!(text[..at].ends_with('}'), "{key}: {particle}");
            }
        }
        for wrong in
            ["를(을)", "가(이)", "는(은)", "과(와)", "}을 ", "}를 ", "}이 ", "}가 ", "}은 ", "}는 ", "}로 "]
        {
            assert!(!text.contains(wrong), "{key}: {wrong}");
        }
    }
}

/// The texts of a file by key; fails where a line is neither a text nor a note.
fn read(file: &str) -> BTreeMap<&str, &str> {
    let mut texts = BTreeMap::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("not a text: {line}"));
        assert!(looks_like_a_key(key), "not a key: {line}");
        assert!(!text.is_empty() && text.trim() == text, "blanks: {line}");
        assert!(texts.insert(key, text).is_none(), "twice: {key}");
    }
    texts
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    let names: Vec<_> = text.split('{').skip(1).map(|part| part.split_once('}').unwrap().0).collect();
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase())), "{text}");
    names.into_iter().collect()
}

fn looks_like_a_key(word: &str) -> bool {
    let is_name = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    word.contains('.') && word.split('.').all(is_name)
}

fn source(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name)
}
