//! Online games: connection, absent opponents, chat, and refusals of the server.

use game::{Millis, Timestamp};
use protocol::{
    ActionError, ChatContent, ChatMessage, ChatPhrase, CloseReason, OfferKind, PlayerInfo, PlayerKind,
    PublicRating, RatingStatus,
};
use rules::Color;

use super::Locale;
use crate::online::{ConnectionStatus, DisconnectCause, OnlineGame, OnlineState, OpponentAbsence};

impl Locale {
    /// All messages about the connection; empty while it is up.
    #[must_use]
    pub fn connection_messages(self, online: &OnlineState, now: Timestamp) -> Vec<String> {
        let connection = online.connection().status(now);
        let Some(told) = self.connection_state(connection) else { return Vec::new() };
        let mut said = vec![told];
        // The clocks stop only if the server announced its shutdown.
        let is_counted = matches!(connection, ConnectionStatus::Lost { cause: DisconnectCause::Unknown, .. });
        if is_counted && online.game().is_some_and(OnlineGame::is_own_clock_running) {
            said.push(self.club_text("online.own-time").to_owned());
        }
        said.extend(self.unconfirmed(online.outbox().unconfirmed_count()).map(str::to_owned));
        said
    }

    /// The state of the connection; `None` while it is up or off.
    #[must_use]
    pub fn connection_state(self, connection: ConnectionStatus) -> Option<String> {
        Some(match connection {
            ConnectionStatus::Disconnected | ConnectionStatus::Connected { .. } => return None,
            ConnectionStatus::Connecting => self.club_text("online.connecting").to_owned(),
            ConnectionStatus::Lost { cause: DisconnectCause::Restart, .. } => {
                self.club_text("online.restarting").to_owned()
            }
            ConnectionStatus::Lost { retry_in: Some(wait), .. } if wait > Millis::ZERO => {
                self.club_fill("online.lost", &[("time", &self.time(wait))])
            }
            ConnectionStatus::Lost { .. } => self.club_text("online.reconnecting").to_owned(),
            ConnectionStatus::ClosedByServer(Some(CloseReason::Flood)) => {
                self.club_text("online.ended-flood").to_owned()
            }
            ConnectionStatus::ClosedByServer(Some(CloseReason::Banned)) => {
                self.club_text("online.ended-banned").to_owned()
            }
            ConnectionStatus::ClosedByServer(_) => self.club_text("online.ended").to_owned(),
        })
    }

    /// Says that unconfirmed moves will be sent; `None` if there are none.
    #[must_use]
    pub fn unconfirmed(self, count: usize) -> Option<&'static str> {
        (count > 0).then(|| self.club_text("online.unconfirmed"))
    }

    /// Says that the server has not confirmed an action yet.
    #[must_use]
    pub fn confirmation_delayed(self) -> &'static str {
        self.club_text("online.late")
    }

    /// Says that the opponent is away, and when the win can be claimed.
    #[must_use]
    pub fn opponent_absence(self, absence: OpponentAbsence) -> String {
        match absence.claim_in {
            None => self.club_text("online.away").to_owned(),
            Some(Millis::ZERO) => self.club_text("online.away-claim-now").to_owned(),
            Some(wait) => self.club_fill("online.away-claim", &[("time", &self.time(wait))]),
        }
    }

    /// The time for the next move before the game is aborted.
    #[must_use]
    pub fn first_move_in(self, color: Color, wait: Millis) -> String {
        self.club_fill("online.first-move", &[("color", &self.color(color)), ("time", &self.time(wait))])
    }

    /// The name of a player; guests and deleted accounts have a general one.
    #[must_use]
    pub fn player_name(self, player: &PlayerInfo) -> String {
        match (&player.name, player.standing) {
            (Some(name), PlayerKind::Computer) => {
                self.club_fill("online.computer", &[("name", &self.computer_opponent(name.as_str()))])
            }
            (Some(name), _) => name.to_string(),
            (None, PlayerKind::Gone) => self.club_text("online.gone").to_owned(),
            (None, PlayerKind::Guest | PlayerKind::Account | PlayerKind::Computer) => {
                self.club_text("online.guest").to_owned()
            }
        }
    }

    /// Says who invites the user to a game.
    #[must_use]
    pub fn invited_by(self, host: &PlayerInfo) -> String {
        self.club_fill("invite.by", &[("name", &self.player_name(host))])
    }

    /// Spoken name of the featured game: a short one instead of 64 squares.
    #[must_use]
    pub fn featured_game(self, white: &str, black: &str) -> String {
        self.club_fill("lobby.featured", &[("white", &white), ("black", &black)])
    }

    /// Says who has declined an offer.
    #[must_use]
    pub fn declined_offer(self, by: Color, offer: OfferKind) -> String {
        offer.to_game_offer().map_or_else(|| self.rematch_declined(by), |offer| self.declined(by, offer))
    }

    /// A rating; a provisional one is marked.
    #[must_use]
    pub fn rating(self, rating: PublicRating) -> String {
        match rating.trust {
            RatingStatus::Established => rating.value.to_string(),
            RatingStatus::Provisional => self.club_fill("rating.provisional", &[("rating", &rating.value)]),
        }
    }

    /// A chat message with its author.
    #[must_use]
    pub fn chat_line(self, line: &ChatMessage) -> String {
        let speech = match &line.speech {
            ChatContent::Text(text) => text.as_str(),
            ChatContent::Phrase(phrase) => self.chat_phrase(*phrase),
        };
        self.club_fill("chat.line", &[("name", &self.player_name(&line.from)), ("speech", &speech)])
    }

    /// A quick reply.
    #[must_use]
    pub fn chat_phrase(self, phrase: ChatPhrase) -> &'static str {
        self.club_text(match phrase {
            ChatPhrase::Hello => "chat.hello",
            ChatPhrase::GoodLuck => "chat.good-luck",
            ChatPhrase::HaveFun => "chat.have-fun",
            ChatPhrase::WellPlayed => "chat.well-played",
            ChatPhrase::GoodGame => "chat.good-game",
            ChatPhrase::ThankYou => "chat.thank-you",
            ChatPhrase::MustGo => "chat.must-go",
            ChatPhrase::Goodbye => "chat.goodbye",
        })
    }

    /// Explains a refusal of the server.
    #[must_use]
    pub fn server_refusal(self, refusal: ActionError) -> &'static str {
        self.club_text(match refusal {
            ActionError::NoGame => "denied.no-game",
            ActionError::NotSeated => "denied.not-seated",
            ActionError::Seated => "denied.seated",
            ActionError::Full => "denied.full",
            ActionError::NotBegun => "denied.not-begun",
            ActionError::Over => "denied.over",
            ActionError::NotOver => "denied.not-over",
            ActionError::NotYourTurn => "denied.not-your-turn",
            ActionError::Stale => "denied.stale",
            ActionError::IllegalMove => "denied.illegal-move",
            ActionError::TimeOut => "denied.time-out",
            ActionError::TooLateToAbort => return self.text("act.too-late-to-abort"),
            ActionError::MayNotOffer { offer: OfferKind::Draw } => {
                return self.text("act.may-not-offer.draw");
            }
            ActionError::MayNotOffer { offer: OfferKind::Takeback } => {
                return self.text("act.may-not-offer.takeback");
            }
            ActionError::MayNotOffer { offer: OfferKind::Rematch } => "denied.may-not-offer.rematch",
            ActionError::NoOffer { offer: OfferKind::Draw } => return self.text("act.no-offer.draw"),
            ActionError::NoOffer { offer: OfferKind::Takeback } => return self.text("act.no-offer.takeback"),
            ActionError::NoOffer { offer: OfferKind::Rematch } => "denied.no-offer.rematch",
            ActionError::WrongClaim => "denied.wrong-claim",
            ActionError::NotGone => "denied.not-gone",
            ActionError::NoClock => "denied.no-clock",
            ActionError::TooMuchTime => "denied.too-much-time",
            ActionError::AccountNeeded => "denied.account-needed",
            ActionError::CannotBeRated => "denied.cannot-be-rated",
            ActionError::BadStart => "denied.bad-start",
            ActionError::NoSeek => "denied.no-seek",
            ActionError::YourSeek => "denied.your-seek",
            ActionError::NoPlayer => "denied.no-player",
            ActionError::NoChallenge => "denied.no-challenge",
            ActionError::SelfChallenge => "denied.self-challenge",
            ActionError::TooManyChallenges => "denied.too-many-challenges",
            ActionError::BotsForbidden => "denied.bots-forbidden",
            ActionError::NotWithBot => "denied.not-with-bot",
            ActionError::TooMany => "denied.too-many",
            ActionError::RatingOutOfRange => "denied.rating-out-of-range",
            ActionError::ArchiveFull => "denied.archive-full",
            ActionError::ComputerBusy => "denied.computer-busy",
            ActionError::NotWithComputer => "denied.not-with-computer",
            ActionError::TooFast => "denied.too-fast",
            ActionError::WrongRoom => "denied.wrong-room",
            ActionError::Malformed => "denied.malformed",
            ActionError::Newer => "denied.newer",
            ActionError::Storage => "denied.storage",
            ActionError::Closing => "denied.closing",
            ActionError::Unknown => "denied.unknown",
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

    /// Says how long the server was down.
    #[must_use]
    pub fn server_interruption(self, away: Millis) -> String {
        self.club_fill("online.interrupted", &[("time", &self.time(away))])
    }
}
