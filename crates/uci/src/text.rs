//! Free text within a line, which cannot contain a line break.

use std::fmt;

/// Text of one line, without control characters and surrounding whitespace.
///
/// ```
/// use hanpan_uci::Text;
/// assert_eq!(Text::new(" Deep\nThought\u{1b}[31m ").as_str(), "Deep Thought [31m");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Text(String);

/// An option name: at least one word, none of them `value` or `type`, which would end the name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionName(Text);

impl Text {
    /// Replaces control characters by spaces and trims.
    #[must_use]
    pub fn new(text: &str) -> Text {
        let kept = text.replace(|letter: char| letter.is_control(), " ");
        Text(kept.trim().to_owned())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the empty text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl OptionName {
    /// Parses a name; `None` if it is empty or contains a keyword.
    #[must_use]
    pub fn new(name: &str) -> Option<OptionName> {
        let name = Text::new(name);
        let tokens: Vec<&str> = name.as_str().split_whitespace().collect();
        let is_clear = !tokens.is_empty() && !tokens.iter().any(|word| ["value", "type"].contains(word));
        is_clear.then(|| OptionName(Text(tokens.join(" "))))
    }

    /// The name as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Compares ignoring case, as the protocol demands.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.as_str().eq_ignore_ascii_case(name)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_names_exclude_keywords() {
        for (name, expected) in [
            ("Hash", Some("Hash")),
            ("  Clear \t Hash ", Some("Clear Hash")),
            ("", None),
            (" \n", None),
            ("Knight value", None),
            ("a type of", None),
            ("Valued", Some("Valued")),
        ] {
            assert_eq!(OptionName::new(name).as_ref().map(OptionName::as_str), expected, "{name:?}");
        }
    }
}
