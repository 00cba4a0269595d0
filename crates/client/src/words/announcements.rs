//! What is said aloud when something happens.

use super::{Phrase, Words};
use crate::Announcement;

impl Words {
    /// What to say to those who do not see the board.
    #[must_use]
    pub fn announcement(self, announcement: &Announcement) -> String {
        match announcement {
            Announcement::Begun(first) => self.fill("announce.begun", &[("color", &self.color(*first))]),
            Announcement::Moved { piece, m, .. } => self.announce_move(piece.color, *m, None),
            Announcement::Check(color) => self.fill("announce.check", &[("color", &self.color(*color))]),
            Announcement::Ended(outcome) => self.ending(*outcome),
            Announcement::Refused(slip) => self.refusal(&slip.refusal),
            Announcement::Impossible => self.phrase(Phrase::IllegalMove).to_owned(),
            Announcement::Shown(Some((color, m))) => self.announce_move(*color, *m, None),
            Announcement::Shown(None) => self.phrase(Phrase::ToStart).to_owned(),
            Announcement::Opened(names) => self.opened(&names.white, &names.black),
            Announcement::Selected(piece, square) => {
                self.fill("announce.selected", &[("piece", &self.piece(*piece)), ("square", square)])
            }
            Announcement::Premoves(count) => self.premoves(*count),
            Announcement::ChoosePromotion(square) => self.fill("announce.promotion", &[("square", square)]),
            Announcement::TakenBack(0) => self.text("announce.all-taken-back").to_owned(),
            Announcement::TakenBack(_) => self.text("announce.taken-back").to_owned(),
            Announcement::Offered(by, offer) => self.offer(*by, *offer),
            Announcement::Declined(by, offer) => self.declined(*by, *offer),
            #[cfg(feature = "online")]
            Announcement::OfferedRematch(by) => self.rematch_offered(*by),
            #[cfg(feature = "online")]
            Announcement::DeclinedRematch(by) => self.rematch_declined(*by),
            #[cfg(feature = "online")]
            Announcement::TimeGiven(color, amount) => self.time_given(*color, *amount),
            #[cfg(feature = "online")]
            Announcement::Interrupted(away) => self.interrupted(*away),
            #[cfg(feature = "online")]
            Announcement::Said(line) => self.said(line),
            Announcement::LowTime(color) => self.low_time(*color),
            Announcement::Paused => self.phrase(Phrase::ClocksPaused).to_owned(),
            Announcement::Resumed => self.text("announce.resumed").to_owned(),
        }
    }
}
