//! The texts of a language by key. `build.rs` turns the files in `languages/` into a list of sorted keys, which all languages
//! share, and a list of texts in the same order.
//!
//! In the files a line is `key = text`; blanks around both are dropped. Empty lines and lines that begin with `#` are
//! notes. The tests reject lines without `=` and keys that occur twice.

use std::sync::LazyLock;

use crate::{Language, PluralCategory};

include!(concat!(env!("OUT_DIR"), "/catalogues.rs"));

/// Texts sorted by key.
#[derive(Debug)]
pub struct Catalogue(Vec<(&'static str, &'static str)>);

impl Catalogue {
    /// The text under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'static str> {
        let index = self.0.binary_search_by(|(other, _)| (*other).cmp(key)).ok()?;
        self.0.get(index).map(|&(_, text)| text)
    }

    /// The text under a key, or the key itself if there is none, which the tests rule out.
    #[must_use]
    pub fn text(&self, key: &'static str) -> &'static str {
        self.get(key).unwrap_or(key)
    }

    /// The plural form of a message for a number: the text under `key.one`, `key.other` and so on.
    #[must_use]
    pub fn plural(&self, key: &'static str, category: PluralCategory) -> &'static str {
        let find = |category: PluralCategory| self.get(&[key, ".", category.name()].concat());
        find(category).or_else(|| find(PluralCategory::Other)).unwrap_or(key)
    }

    /// The lines of sorted keys with the lines of their texts; an empty text is none.
    fn new(keys: &'static str, texts: &'static str) -> Catalogue {
        Catalogue(keys.lines().zip(texts.lines()).filter(|(_, text)| !text.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_by_key() {
        let catalogue =
            Catalogue::new("a\nb\nc.few\nc.one\nc.other\n", "1\na = b\n\n1 move\n{count} moves\n");
        assert_eq!(catalogue.get("a"), Some("1"));
        assert_eq!(catalogue.text("b"), "a = b");
        assert_eq!(catalogue.text("missing"), "missing");
        assert_eq!(catalogue.plural("c", PluralCategory::One), "1 move");
        assert_eq!(catalogue.plural("c", PluralCategory::Few), "{count} moves");
    }
}
