//! Announcements for screen readers.

use super::{Locale, MessageKey};
use crate::Announcement;

impl Locale {
    /// The text of an announcement.
    #[must_use]
    pub fn announcement(self, announcement: &Announcement) -> String {
        match announcement {
            Announcement::OfferedRematch(by) => self.rematch_offered(*by),
            Announcement::DeclinedRematch(by) => self.rematch_declined(*by),
            Announcement::TimeGiven(color, amount) => self.time_given(*color, *amount),
            Announcement::Interrupted(away) => self.server_interruption(*away),
            Announcement::ChatReceived(line) => self.chat_line(line),
            Announcement::Challenge(news) => self.challenge_news(news),
            local => self.local_announcement(local),
        }
    }

    /// The text of an announcement in a game on one device, from the catalogue `base` only; empty for any other.
    #[must_use]
    pub fn local_announcement(self, announcement: &Announcement) -> String {
        match announcement {
            Announcement::GameStarted(first) => {
                self.fill("announce.begun", &[("color", &self.color(*first))])
            }
            Announcement::Moved { piece, m, .. } => self.announce_move(piece.color, *m, None),
            Announcement::Check(color) => self.fill("announce.check", &[("color", &self.color(*color))]),
            Announcement::GameEnded(outcome) => self.ending(*outcome),
            Announcement::MoveRejected(rejected) => self.refusal(&rejected.reason),
            Announcement::IllegalMove => self.message(MessageKey::IllegalMove).to_owned(),
            Announcement::PositionShown(Some((color, m))) => self.announce_move(*color, *m, None),
            Announcement::PositionShown(None) => self.message(MessageKey::ToStart).to_owned(),
            Announcement::GameOpened(names) => self.opened_game(&names.white, &names.black),
            Announcement::Selected(piece, square) => {
                self.fill("announce.selected", &[("piece", &self.piece(*piece)), ("square", square)])
            }
            Announcement::PremovesQueued(count) => self.premove_count(*count),
            Announcement::ChoosePromotion(square) => self.fill("announce.promotion", &[("square", square)]),
            Announcement::TakenBack(0) => self.text("announce.all-taken-back").to_owned(),
            Announcement::TakenBack(_) => self.text("announce.taken-back").to_owned(),
            Announcement::Offered(by, offer) => self.offer(*by, *offer),
            Announcement::Declined(by, offer) => self.declined(*by, *offer),
            Announcement::OfferedRematch(_)
            | Announcement::DeclinedRematch(_)
            | Announcement::TimeGiven(..)
            | Announcement::Interrupted(_)
            | Announcement::ChatReceived(_)
            | Announcement::Challenge(_) => String::new(),
            Announcement::LowTime(color) => self.low_time(*color),
            Announcement::Paused => self.message(MessageKey::ClocksPaused).to_owned(),
            Announcement::Resumed => self.text("announce.resumed").to_owned(),
        }
    }
}
