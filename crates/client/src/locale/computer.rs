//! The pages for playing against the computer: opponents and advice.

use rules::{Color, Move};
use texts::ComputerMessageKey;

use super::Locale;
use crate::review::MistakeReason;

impl Locale {
    /// A hint for screen readers.
    #[must_use]
    pub fn hint(self, color: Color, m: Move) -> String {
        self.club_fill("computer.hint-move", &[("move", &self.announce_move(color, m, None))])
    }

    /// A message without placeholders.
    #[must_use]
    pub fn computer_message(self, key: ComputerMessageKey) -> &'static str {
        self.club_text(key.key())
    }

    /// The name of the opponent with this identifier (`otto`); the identifier itself if it is unknown.
    #[must_use]
    pub fn computer_opponent(self, word: &str) -> String {
        self.opponent_text(word, "").map_or_else(|| word.to_owned(), str::to_owned)
    }

    /// A description of the opponent with this identifier.
    #[must_use]
    pub fn computer_opponent_about(self, word: &str) -> &'static str {
        self.opponent_text(word, "-about").unwrap_or_default()
    }

    /// Advice after a costly move: the move, the reason, and the better move.
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
