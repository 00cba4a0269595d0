//! Play against the computer: its opponents and what is said around the board.

use texts::ComputerMessageKey;

use super::Locale;
use crate::review::MistakeReason;

impl Locale {
    /// A text that is always the same.
    #[must_use]
    pub fn computer_message(self, key: ComputerMessageKey) -> &'static str {
        self.club_text(key.key())
    }

    /// The name of an opponent by the word that stands for it; the word itself if nobody has it.
    #[must_use]
    pub fn computer_opponent(self, word: &str) -> String {
        self.opponent_text(word, "").map_or_else(|| word.to_owned(), str::to_owned)
    }

    /// What kind of player an opponent is.
    #[must_use]
    pub fn computer_opponent_about(self, word: &str) -> &'static str {
        self.opponent_text(word, "-about").unwrap_or_default()
    }

    /// A move cost much, what happened, and what would have been better.
    #[must_use]
    pub fn mistake_advice(self, played: &str, reason: Option<&MistakeReason>, better: &str) -> String {
        let cost = self.club_fill("computer.lesson", &[("played", &played)]);
        let sentences =
            [Some(cost), reason.map(|reason| self.review_reason(reason)), Some(self.better_move(better))];
        sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn opponent_text(self, word: &str, what: &str) -> Option<&'static str> {
        let is_meant = |phrase: &&ComputerMessageKey| {
            let rest = phrase.key().strip_prefix("opponent.").and_then(|rest| rest.strip_prefix(word));
            rest == Some(what)
        };
        ComputerMessageKey::ALL.iter().find(is_meant).map(|&phrase| self.computer_message(phrase))
    }
}
