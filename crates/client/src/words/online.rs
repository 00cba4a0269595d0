//! Playing on a server: the connection, the opponent who is away, what is said beside the board, and why something was not
//! done.

use game::{Millis, Timestamp};
use protocol::{Farewell, Line, Phrase, Player, Rating, Refusal, Speech, Standing, Trust};
use rules::Color;

use super::Words;
use crate::online::{Absence, Cause, Connection, Online, Remote};

impl Words {
    /// Everything there is to say about the connection, sentence by sentence; nothing while it is as it should be.
    #[must_use]
    pub fn link(self, online: &Online, now: Timestamp) -> Vec<String> {
        let connection = online.link().connection(now);
        let Some(told) = self.connection(connection) else { return Vec::new() };
        let mut said = vec![told];
        // Only a server that takes its leave says that it stops the clocks.
        let is_counted = matches!(connection, Connection::Lost { cause: Cause::Unknown, .. });
        if is_counted && online.game().is_some_and(Remote::is_on_own_time) {
            said.push(self.club_text("online.own-time").to_owned());
        }
        said.extend(self.unconfirmed(online.outbox().unconfirmed()).map(str::to_owned));
        said
    }

    /// The truth about the connection; nothing if there is nothing to say.
    #[must_use]
    pub fn connection(self, connection: Connection) -> Option<String> {
        Some(match connection {
            Connection::Off | Connection::Up { .. } => return None,
            Connection::Connecting => self.club_text("online.connecting").to_owned(),
            Connection::Lost { cause: Cause::Restart, .. } => self.club_text("online.restarting").to_owned(),
            Connection::Lost { retry_in: Some(wait), .. } if wait > Millis::ZERO => {
                self.club_fill("online.lost", &[("time", &self.time(wait))])
            }
            Connection::Lost { .. } => self.club_text("online.reconnecting").to_owned(),
            Connection::Ended(Some(Farewell::Flood)) => self.club_text("online.ended-flood").to_owned(),
            Connection::Ended(Some(Farewell::Banned)) => self.club_text("online.ended-banned").to_owned(),
            Connection::Ended(_) => self.club_text("online.ended").to_owned(),
        })
    }

    /// So many moves wait for the server: what the player would like to know while there is no connection.
    #[must_use]
    pub fn unconfirmed(self, count: usize) -> Option<&'static str> {
        (count > 0).then(|| self.club_text("online.unconfirmed"))
    }

    /// An act has waited for its confirmation for a while, though the connection seems to be there.
    #[must_use]
    pub fn late(self) -> &'static str {
        self.club_text("online.late")
    }

    /// The opponent is not there.
    #[must_use]
    pub fn absence(self, absence: Absence) -> String {
        match absence.claim_in {
            None => self.club_text("online.away").to_owned(),
            Some(Millis::ZERO) => self.club_text("online.away-claim-now").to_owned(),
            Some(wait) => self.club_fill("online.away-claim", &[("time", &self.time(wait))]),
        }
    }

    /// How long the next move may take before the game is called off.
    #[must_use]
    pub fn first_move_in(self, color: Color, wait: Millis) -> String {
        self.club_fill("online.first-move", &[("color", &self.color(color)), ("time", &self.time(wait))])
    }

    /// What somebody is called: the name, or that there is none.
    #[must_use]
    pub fn person(self, player: &Player) -> String {
        match (&player.name, player.standing) {
            (Some(name), Standing::Computer) => {
                self.club_fill("online.computer", &[("name", &self.opponent(name.as_str()))])
            }
            (Some(name), _) => name.to_string(),
            (None, Standing::Gone) => self.club_text("online.gone").to_owned(),
            (None, Standing::Guest | Standing::Account | Standing::Computer) => {
                self.club_text("online.guest").to_owned()
            }
        }
    }

    /// A rating; one that few games stand behind is marked.
    #[must_use]
    pub fn rating(self, rating: Rating) -> String {
        match rating.trust {
            Trust::Established => rating.value.to_string(),
            Trust::Provisional => self.club_fill("rating.provisional", &[("rating", &rating.value)]),
        }
    }

    /// A line of talk: who says what.
    #[must_use]
    pub fn said(self, line: &Line) -> String {
        let speech = match &line.speech {
            Speech::Text(text) => text.as_str(),
            Speech::Phrase(phrase) => self.chat_phrase(*phrase),
        };
        self.club_fill("chat.line", &[("name", &self.person(&line.from)), ("speech", &speech)])
    }

    /// A ready phrase.
    #[must_use]
    pub fn chat_phrase(self, phrase: Phrase) -> &'static str {
        self.club_text(match phrase {
            Phrase::Hello => "chat.hello",
            Phrase::GoodLuck => "chat.good-luck",
            Phrase::HaveFun => "chat.have-fun",
            Phrase::WellPlayed => "chat.well-played",
            Phrase::GoodGame => "chat.good-game",
            Phrase::ThankYou => "chat.thank-you",
            Phrase::MustGo => "chat.must-go",
            Phrase::Goodbye => "chat.goodbye",
        })
    }

    /// Why the server has not done what it was asked.
    #[must_use]
    pub fn denied(self, refusal: Refusal) -> &'static str {
        use protocol::Offer;
        self.club_text(match refusal {
            Refusal::NoGame => "denied.no-game",
            Refusal::NotSeated => "denied.not-seated",
            Refusal::Seated => "denied.seated",
            Refusal::Full => "denied.full",
            Refusal::NotBegun => "denied.not-begun",
            Refusal::Over => "denied.over",
            Refusal::NotOver => "denied.not-over",
            Refusal::NotYourTurn => "denied.not-your-turn",
            Refusal::Stale => "denied.stale",
            Refusal::IllegalMove => "denied.illegal-move",
            Refusal::TimeOut => "denied.time-out",
            Refusal::TooLateToAbort => return self.text("act.too-late-to-abort"),
            Refusal::MayNotOffer { offer: Offer::Draw } => return self.text("act.may-not-offer.draw"),
            Refusal::MayNotOffer { offer: Offer::Takeback } => {
                return self.text("act.may-not-offer.takeback");
            }
            Refusal::MayNotOffer { offer: Offer::Rematch } => "denied.may-not-offer.rematch",
            Refusal::NoOffer { offer: Offer::Draw } => return self.text("act.no-offer.draw"),
            Refusal::NoOffer { offer: Offer::Takeback } => return self.text("act.no-offer.takeback"),
            Refusal::NoOffer { offer: Offer::Rematch } => "denied.no-offer.rematch",
            Refusal::WrongClaim => "denied.wrong-claim",
            Refusal::NotGone => "denied.not-gone",
            Refusal::NoClock => "denied.no-clock",
            Refusal::TooMuchTime => "denied.too-much-time",
            Refusal::AccountNeeded => "denied.account-needed",
            Refusal::CannotBeRated => "denied.cannot-be-rated",
            Refusal::BadStart => "denied.bad-start",
            Refusal::NoSeek => "denied.no-seek",
            Refusal::YourSeek => "denied.your-seek",
            Refusal::TooMany => "denied.too-many",
            Refusal::ComputerBusy => "denied.computer-busy",
            Refusal::NotWithComputer => "denied.not-with-computer",
            Refusal::TooFast => "denied.too-fast",
            Refusal::WrongRoom => "denied.wrong-room",
            Refusal::Malformed => "denied.malformed",
            Refusal::Storage => "denied.storage",
            Refusal::Closing => "denied.closing",
            Refusal::Unknown => "denied.unknown",
        })
    }

    pub(super) fn rematch_offered(self, by: Color) -> String {
        self.club_fill("offer.rematch", &[("color", &self.color(by))])
    }

    pub(super) fn rematch_declined(self, by: Color) -> String {
        self.club_fill("offer.rematch.declined", &[("color", &self.color(by))])
    }

    pub(super) fn time_given(self, to: Color, amount: Millis) -> String {
        self.club_fill("online.time-given", &[("color", &self.color(to)), ("time", &self.time(amount))])
    }

    /// The server was away.
    #[must_use]
    pub fn interrupted(self, away: Millis) -> String {
        self.club_fill("online.interrupted", &[("time", &self.time(away))])
    }
}
