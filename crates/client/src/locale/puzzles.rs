//! Puzzles. Their texts are in the catalogue `puzzles`, which the first web page does not load.

use std::fmt::Display;

use texts::PuzzleMessageKey;

use super::Locale;

impl Locale {
    /// A message without placeholders.
    #[must_use]
    pub fn puzzle_message(self, key: PuzzleMessageKey) -> &'static str {
        texts::puzzles(self.language).text(key.key())
    }

    /// A message with its placeholders replaced.
    ///
    /// ```
    /// use client::{Language, Locale, PuzzleMessageKey};
    /// let text = Locale::new(Language::English).puzzle_sentence(PuzzleMessageKey::Best, &[("count", &12)]);
    /// assert_eq!(text, "Best: 12");
    /// ```
    #[must_use]
    pub fn puzzle_sentence(self, key: PuzzleMessageKey, values: &[(&str, &dyn Display)]) -> String {
        texts::fill(self.puzzle_message(key), values)
    }
}
