//! The sentences of the client in all languages.

#![allow(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

#[path = "locale/club.rs"]
mod club;
#[path = "locale/errors.rs"]
mod errors;
#[path = "locale/lessons.rs"]
mod lesson_sentences;
#[path = "locale/play.rs"]
mod play;
#[path = "locale/refusals.rs"]
mod refusals;
#[path = "locale/reviews.rs"]
mod reviews;

use client::{Language, Locale};

const ENGLISH: Locale = Locale::new(Language::English);
const KOREAN: Locale = Locale::new(Language::Korean);

/// Compares a text in both languages.
#[track_caller]
fn check(say: impl Fn(Locale) -> String, english: &str, korean: &str) {
    for (words, expected) in [(ENGLISH, english), (KOREAN, korean)] {
        let said = say(words);
        assert_eq!(said, expected);
        check_finished(&said);
    }
}

/// Checks that no placeholder, alternating particle or key is left.
#[track_caller]
fn check_finished(said: &str) {
    let particles = ["을(를)", "이(가)", "은(는)", "와(과)", "(으)로"];
    assert!(!said.is_empty());
    assert!(!said.contains(['{', '}']), "{said}");
    assert!(!particles.into_iter().any(|particle| said.contains(particle)), "{said}");
    let is_key = !said.contains(' ') && said.split('.').filter(|word| !word.is_empty()).count() > 1;
    assert!(!is_key, "{said}");
}
