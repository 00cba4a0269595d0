//! The online pages. Their texts are in the catalogue `club`, which the first web page does not load.

use std::fmt::Display;

use protocol::http::RatingRules;
use texts::ClubMessageKey;

use super::Locale;

impl Locale {
    /// A message without placeholders.
    #[must_use]
    pub fn club_message(self, key: ClubMessageKey) -> &'static str {
        self.club_text(key.key())
    }

    /// Numbers of connected players and of games in progress.
    #[must_use]
    pub fn online_counts(self, players: u32, games: u32) -> String {
        self.club_fill("lobby.crowd", &[("players", &players), ("games", &games)])
    }

    /// Number of spectators.
    #[must_use]
    pub fn spectator_count(self, count: u32) -> String {
        self.club_fill("play.watchers", &[("count", &count)])
    }

    /// A pairing: "Ann – Ben".
    #[must_use]
    pub fn pairing(self, white: &str, black: &str) -> String {
        self.club_fill("play.against", &[("white", &white), ("black", &black)])
    }

    /// The date of registration.
    #[must_use]
    pub fn account_since(self, date: &str) -> String {
        self.club_fill("account.since", &[("date", &date)])
    }

    /// A session: its device, and when it was opened and last used.
    #[must_use]
    pub fn session(self, device: &str, opened: &str, date: &str) -> String {
        let device = if device.is_empty() { self.club_text("account.unknown-device") } else { device };
        self.club_fill("account.last-seen", &[("device", &device), ("opened", &opened), ("date", &date)])
    }

    /// The conditions under which a rated game counts.
    #[must_use]
    pub fn rating_rules(self, rules: RatingRules) -> String {
        self.club_fill("invite.rating-rules", &[("moves", &rules.moves), ("games", &rules.games)])
    }

    /// The length of a game in moves.
    #[must_use]
    pub fn game_length(self, count: u32) -> String {
        let category = (self.language.plural_rule().category)(u64::from(count));
        texts::fill(texts::club(self.language).plural("archive.moves", category), &[("count", &count)])
    }

    pub(super) fn club_text(self, key: &'static str) -> &'static str {
        texts::club(self.language).text(key)
    }

    pub(super) fn club_fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        texts::fill(self.club_text(key), values)
    }
}
