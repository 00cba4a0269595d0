//! The pages for learning. Their texts are in the catalogue `learn`, which the first web page does not load.

use texts::LearnMessageKey;

use super::Locale;

impl Locale {
    /// A message without placeholders.
    #[must_use]
    pub fn learn_message(self, key: LearnMessageKey) -> &'static str {
        texts::learn(self.language).text(key.key())
    }
}
