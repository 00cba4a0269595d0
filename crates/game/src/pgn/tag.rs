//! Tag pairs: `[White "Hou Yifan"]`.

pub(super) mod lex;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use super::encoding::decode;

/// A tag as it is in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTag<'a> {
    /// The name.
    pub name: &'a str,
    /// Value between the quotation marks with its escapes.
    pub escaped: &'a [u8],
}

/// The tags of a game in their order.
///
/// ```
/// use hanpan_game::pgn::Tags;
/// let mut tags = Tags::default();
/// tags.insert("White", "Byrne")?;
/// tags.insert("White", "Byrne, Donald")?;
/// assert_eq!(tags.get("White"), Some("Byrne, Donald"));
/// assert!(tags.insert("not a name", "").is_err());
/// # Ok::<(), hanpan_game::pgn::TagNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

/// Not a tag name: empty, or with a character that is not visible ASCII or is one of `"[](){};%`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagNameError;

/// The seven tag roster, in the order of the export format.
pub const SEVEN_TAG_ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

impl RawTag<'_> {
    /// Decoded value: UTF-8, or Latin-1 if it is not valid UTF-8. `\"` and `\\` are unescaped; other
    /// backslashes are kept.
    #[must_use]
    pub fn value(&self) -> Cow<'_, str> {
        let text = decode(self.escaped);
        if !text.contains('\\') {
            return text;
        }
        let mut value = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let meant = if c == '\\' { rest.next_if(|&next| next == '"' || next == '\\') } else { None };
            value.push(meant.unwrap_or(c));
        }
        Cow::Owned(value)
    }
}

impl Tags {
    /// Value of the first tag with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(n, _)| n == name).map(|(_, value)| value)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Number of tags.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are no tags.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets a tag, appending it if it is new. Line breaks in the value become spaces.
    ///
    /// # Errors
    /// The name is not a valid tag name.
    pub fn insert(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        if !is_tag_name(name.as_bytes()) {
            return Err(TagNameError);
        }
        let value = value.replace(['\n', '\r'], " ");
        match self.0.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
        Ok(())
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(n, _)| n == name)?;
        Some(self.0.remove(index).1)
    }

    /// Appends a tag from a text; repeated names are kept.
    pub(super) fn push(&mut self, tag: RawTag<'_>) {
        self.0.push((tag.name.to_owned(), tag.value().into_owned()));
    }

    /// Keeps the first of repeated tags.
    pub(super) fn remove_repeated(&mut self) {
        // The type of map that the writer has, so that a program contains it once.
        let mut seen: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let is_first = |(name, value)| {
            let values = seen.entry(name).or_default();
            values.push(value);
            values.len() == 1
        };
        let first: Vec<bool> = self.iter().map(is_first).collect();
        let mut first = first.into_iter();
        self.0.retain(|_| first.next().unwrap_or(true));
    }
}

impl fmt::Display for TagNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no tag can have this name")
    }
}

impl Error for TagNameError {}

pub(super) fn is_tag_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|&byte| is_tag_name_byte(byte))
}

#[inline(always)]
fn is_tag_name_byte(byte: u8) -> bool {
    // Letters first, because they are most frequent.
    byte.is_ascii_alphanumeric() || byte.is_ascii_graphic() && !br#""[](){};%"#.contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_unescaped() {
        let check = |escaped: &[u8], value: &str| {
            assert_eq!(RawTag { name: "A", escaped }.value(), value);
        };
        check(b"", "");
        check(b"plain", "plain");
        check(br#"a \"b\" \\ c"#, r#"a "b" \ c"#);
        check(br"C:\new\\", r"C:\new\");
        check(b"caf\xE9", "café");
    }

    #[test]
    fn the_first_of_repeated_tags_stays() {
        let mut tags = Tags::default();
        for (name, escaped) in [("B", b"1"), ("A", b"2"), ("B", b"3"), ("C", b"4"), ("A", b"5")] {
            tags.push(RawTag { name, escaped });
        }
        tags.remove_repeated();
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("B", "1"), ("A", "2"), ("C", "4")]);
    }

    #[test]
    fn tags_keep_their_order() {
        let mut tags = Tags::default();
        for (name, value) in [("B", "1"), ("A", "two\nlines"), ("B", "3")] {
            tags.insert(name, value).unwrap();
        }
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("B", "3"), ("A", "two lines")]);
        assert_eq!(tags.remove("B").as_deref(), Some("3"));
        assert_eq!(tags.remove("B"), None);
        assert_eq!(tags.len(), 1);
        for name in ["", "a b", "a\"", "[", "%clk", "é"] {
            assert_eq!(tags.insert(name, ""), Err(TagNameError), "{name}");
        }
    }
}
