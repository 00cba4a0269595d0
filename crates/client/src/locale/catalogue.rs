//! A language's texts by key, read from its file once.
//!
//! A line is `key = text`; blanks around both are dropped. Lines that are empty or begin with `#` are notes. A line
//! without `=` is skipped, and of two texts under one key either may be found: the tests see that there are none.

use std::sync::LazyLock;

use crate::Language;

/// Texts sorted by key.
#[derive(Debug)]
pub(super) struct Catalogue(Vec<(&'static str, &'static str)>);

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::parse(include_str!("../../texts/en.txt")));
static KOREAN: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::parse(include_str!("../../texts/ko.txt")));

static ENGLISH_CLUB: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::parse(include_str!("../../texts/club/en.txt")));
static KOREAN_CLUB: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::parse(include_str!("../../texts/club/ko.txt")));

/// The catalogue of a language for play with people elsewhere. It stands apart, so that a program without it does not
/// carry it.
pub(super) fn club(language: Language) -> &'static Catalogue {
    match language {
        Language::English => &ENGLISH_CLUB,
        Language::Korean => &KOREAN_CLUB,
    }
}

/// The catalogue of a language.
pub(super) fn base(language: Language) -> &'static Catalogue {
    match language {
        Language::English => &ENGLISH,
        Language::Korean => &KOREAN,
    }
}

impl Catalogue {
    pub(super) fn get(&self, key: &str) -> Option<&'static str> {
        let index = self.0.binary_search_by(|(other, _)| (*other).cmp(key)).ok()?;
        self.0.get(index).map(|&(_, text)| text)
    }

    fn parse(file: &'static str) -> Catalogue {
        let mut texts: Vec<_> = file
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'))
            .filter_map(|line| line.split_once('='))
            .map(|(key, text)| (key.trim(), text.trim()))
            .collect();
        texts.sort_unstable();
        Catalogue(texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_key_value_lines_and_skips_comments() {
        let catalogue = Catalogue::parse("# Note = no\n\n B =  a = b \r\nnonsense\nA=1\n  # C = c");
        assert_eq!(catalogue.get("A"), Some("1"));
        assert_eq!(catalogue.get("B"), Some("a = b"));
        for key in ["# Note", "Note", "nonsense", "C", ""] {
            assert_eq!(catalogue.get(key), None, "{key:?}");
        }
    }
}
