//! The pages of the club, where people meet, and whatever else is said about a server: a catalogue of its own.

use std::fmt::Display;

use texts::ClubMessageKey;

use super::Locale;

impl Locale {
    /// A text that is always the same.
    #[must_use]
    pub fn club_message(self, key: ClubMessageKey) -> &'static str {
        self.club_text(key.key())
    }

    /// How many people are connected and how many games are being played.
    #[must_use]
    pub fn online_counts(self, players: u32, games: u32) -> String {
        self.club_fill("lobby.crowd", &[("players", &players), ("games", &games)])
    }

    /// How many watch a game.
    #[must_use]
    pub fn spectator_count(self, count: u32) -> String {
        self.club_fill("play.watchers", &[("count", &count)])
    }

    /// Who plays whom.
    #[must_use]
    pub fn pairing(self, white: &str, black: &str) -> String {
        self.club_fill("play.against", &[("white", &white), ("black", &black)])
    }

    /// Since when somebody has an account.
    #[must_use]
    pub fn account_since(self, date: &str) -> String {
        self.club_fill("account.since", &[("date", &date)])
    }

    /// A device on which somebody is logged in, and when it was last used.
    #[must_use]
    pub fn last_seen(self, device: &str, date: &str) -> String {
        self.club_fill("account.last-seen", &[("device", &device), ("date", &date)])
    }

    /// How long a game was.
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
