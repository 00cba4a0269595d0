//! Challenges from and to the user.

use game::Timestamp;
use protocol::{
    ActionError, ActionId, Challenge, ChallengeAnswer, ChallengeOutcome, ColorPreference, DeclineReason,
    GameId, GameSetup, PlayerId, PlayerInfo, PlayerName, ToServer, UnixMillis,
};

use super::ServerTime;

/// Open challenges as received from the server, and the requests of the user about them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Challenges {
    open: Vec<Challenge>,
    pending: Vec<PendingRequest>,
    /// Challenges sent in this window, which goes to the game once they are accepted.
    sent_here: Vec<GameId>,
    /// The last one of them, until the server has sent it in full.
    unlisted: Option<GameId>,
    news: Option<Box<ChallengeNews>>,
    refusal: Option<ActionError>,
}

/// A request that the server has not answered. It is sent again after reconnecting.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PendingRequest {
    Send { id: ActionId, player: PlayerName, terms: GameSetup, side: ColorPreference },
    Answer { id: ActionId, challenge: GameId, answer: ChallengeAnswer },
}

/// Something that happened to a challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeNews {
    /// The challenge.
    pub challenge: Challenge,
    /// The other player.
    pub opponent: PlayerInfo,
    /// Change of the challenge.
    pub kind: ChallengeNewsKind,
}

/// Kinds of news.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChallengeNewsKind {
    /// The user was challenged.
    Received,
    /// The opponent has accepted; the game has the id of the challenge.
    Accepted,
    /// The opponent has declined.
    Declined(DeclineReason),
    /// The opponent has withdrawn the challenge.
    Canceled,
    /// The challenge that the user sent has expired.
    SentExpired,
    /// The challenge that the user received has expired.
    ReceivedExpired,
}

impl PendingRequest {
    fn id(&self) -> ActionId {
        match self {
            PendingRequest::Send { id, .. } | PendingRequest::Answer { id, .. } => *id,
        }
    }

    fn to_message(&self) -> ToServer {
        match self.clone() {
            PendingRequest::Send { id, player, terms, side } => {
                ToServer::Challenge { id, player, terms, side }
            }
            PendingRequest::Answer { id, challenge, answer } => {
                ToServer::AnswerChallenge { id, challenge, answer }
            }
        }
    }
}

impl Challenges {
    /// All open challenges, oldest first.
    #[must_use]
    pub fn open(&self) -> &[Challenge] {
        &self.open
    }

    /// Challenges to a player, oldest first, without those that the user is answering.
    pub fn received(&self, me: Option<PlayerId>) -> impl Iterator<Item = &Challenge> {
        self.open.iter().filter(move |challenge| {
            me.is_some() && challenge.challenged.id == me && !self.is_answering(challenge.id)
        })
    }

    /// Challenges from a player, oldest first, without those that the user is withdrawing.
    pub fn sent(&self, me: Option<PlayerId>) -> impl Iterator<Item = &Challenge> {
        self.open.iter().filter(move |challenge| {
            me.is_some() && challenge.challenger.id == me && !self.is_answering(challenge.id)
        })
    }

    /// The end of the last challenge, until the user has read it or another one is made.
    #[must_use]
    pub fn news(&self) -> Option<&ChallengeNews> {
        self.news.as_deref()
    }

    /// Reason of the last refusal, until the next request.
    #[must_use]
    pub fn refusal(&self) -> Option<ActionError> {
        self.refusal
    }

    /// True if a challenge that the user has sent is neither refused nor among the open ones yet.
    #[must_use]
    pub fn is_sending(&self) -> bool {
        let is_send = |request: &PendingRequest| matches!(request, PendingRequest::Send { .. });
        self.unlisted.is_some() || self.pending.iter().any(is_send)
    }

    fn is_answering(&self, id: GameId) -> bool {
        let is_same = |request: &PendingRequest| matches!(request, PendingRequest::Answer { challenge, .. } if *challenge == id);
        self.pending.iter().any(is_same)
    }

    /// A new connection: the server sends the open challenges, if there are any. Returns messages that repeat requests.
    pub(crate) fn on_reconnected(&mut self) -> Vec<ToServer> {
        self.open.clear();
        self.unlisted = None;
        self.pending.iter().map(PendingRequest::to_message).collect()
    }

    /// Another identity: nothing is left of the earlier one.
    pub(crate) fn clear(&mut self) {
        *self = Challenges::default();
    }

    pub(crate) fn dismiss_news(&mut self) {
        self.news = None;
    }

    pub(crate) fn send(
        &mut self,
        id: ActionId,
        player: PlayerName,
        terms: GameSetup,
        side: ColorPreference,
    ) -> ToServer {
        self.news = None;
        self.push(PendingRequest::Send { id, player, terms, side })
    }

    pub(crate) fn answer(&mut self, id: ActionId, challenge: GameId, answer: ChallengeAnswer) -> ToServer {
        self.push(PendingRequest::Answer { id, challenge, answer })
    }

    fn push(&mut self, request: PendingRequest) -> ToServer {
        self.refusal = None;
        let message = request.to_message();
        self.pending.push(request);
        message
    }

    pub(crate) fn set(&mut self, open: Vec<Challenge>) {
        self.unlisted.take_if(|id| open.iter().any(|challenge| challenge.id == *id));
        self.open = open;
    }

    /// A challenge was opened or prolonged. Returns news if it is a new one to the user.
    pub(crate) fn on_opened(&mut self, challenge: Challenge, me: Option<PlayerId>) -> Option<ChallengeNews> {
        if let Some(known) = self.open.iter_mut().find(|known| known.id == challenge.id) {
            *known = challenge;
            return None;
        }
        self.unlisted.take_if(|id| *id == challenge.id);
        let is_received = me.is_some() && challenge.challenged.id == me;
        self.open.push(challenge.clone());
        is_received.then(|| news(challenge, me, ChallengeNewsKind::Received))
    }

    /// The server has opened a challenge that was sent here.
    pub(crate) fn on_sent(&mut self, id: ActionId, challenge: GameId) {
        if self.take_pending(id).is_some() {
            self.sent_here.push(challenge);
            self.unlisted = self.open.iter().all(|open| open.id != challenge).then_some(challenge);
        }
    }

    /// The server has carried out a request; returns the game of an accepted challenge.
    pub(crate) fn on_confirmed(&mut self, id: ActionId) -> Option<GameId> {
        let PendingRequest::Answer { challenge, answer, .. } = self.take_pending(id)? else { return None };
        self.open.retain(|open| open.id != challenge);
        (answer == ChallengeAnswer::Accept).then_some(challenge)
    }

    /// A request was refused; returns false if it is not one of these. A challenge that is gone is removed.
    pub(crate) fn on_rejected(&mut self, id: ActionId, reason: ActionError) -> bool {
        let Some(request) = self.take_pending(id) else { return false };
        self.refusal = Some(reason);
        if let (PendingRequest::Answer { challenge, .. }, ActionError::NoChallenge) = (request, reason) {
            self.open.retain(|open| open.id != challenge);
        }
        true
    }

    fn take_pending(&mut self, id: ActionId) -> Option<PendingRequest> {
        let index = self.pending.iter().position(|request| request.id() == id)?;
        Some(self.pending.remove(index))
    }

    /// A challenge was answered or withdrawn. Returns what is news to the user: not what the user has done.
    pub(crate) fn on_closed(
        &mut self,
        id: GameId,
        outcome: ChallengeOutcome,
        me: Option<PlayerId>,
    ) -> Option<ChallengeNews> {
        self.unlisted.take_if(|unlisted| *unlisted == id);
        let challenge = self.remove(id)?;
        let is_sent = me.is_some() && challenge.challenger.id == me;
        let kind = match outcome {
            ChallengeOutcome::Accepted if is_sent => ChallengeNewsKind::Accepted,
            ChallengeOutcome::Declined { reason } if is_sent => ChallengeNewsKind::Declined(reason),
            ChallengeOutcome::Canceled if !is_sent => ChallengeNewsKind::Canceled,
            _ => return None,
        };
        Some(news(challenge, me, kind))
    }

    /// True once for a challenge that was sent in this window.
    pub(crate) fn take_sent_here(&mut self, id: GameId) -> bool {
        let before = self.sent_here.len();
        self.sent_here.retain(|sent| *sent != id);
        self.sent_here.len() < before
    }

    /// Removes challenges that have expired.
    pub(crate) fn take_expired(
        &mut self,
        time: ServerTime,
        now: Timestamp,
        me: Option<PlayerId>,
    ) -> Vec<ChallengeNews> {
        let is_over = |expires: UnixMillis| time.to_local(expires).is_some_and(|at| at <= now);
        let expired: Vec<GameId> =
            self.open.iter().filter(|open| is_over(open.expires)).map(|open| open.id).collect();
        self.sent_here.retain(|id| !expired.contains(id));
        let removed = expired.into_iter().filter_map(|id| self.remove(id));
        let kind = |challenge: &Challenge| match challenge.challenger.id == me {
            true => ChallengeNewsKind::SentExpired,
            false => ChallengeNewsKind::ReceivedExpired,
        };
        removed.map(|challenge| (kind(&challenge), challenge)).map(|(kind, c)| news(c, me, kind)).collect()
    }

    /// Shows news until they are dismissed.
    pub(crate) fn show_news(&mut self, news: ChallengeNews) {
        self.news = Some(Box::new(news));
    }

    /// Time at which the next challenge expires.
    pub(crate) fn next_expiry(&self, time: ServerTime) -> Option<Timestamp> {
        self.open.iter().filter_map(|open| time.to_local(open.expires)).min()
    }

    fn remove(&mut self, id: GameId) -> Option<Challenge> {
        let index = self.open.iter().position(|open| open.id == id)?;
        Some(self.open.remove(index))
    }
}

fn news(challenge: Challenge, me: Option<PlayerId>, kind: ChallengeNewsKind) -> ChallengeNews {
    let is_sent = me.is_some() && challenge.challenger.id == me;
    let opponent = if is_sent { challenge.challenged.clone() } else { challenge.challenger.clone() };
    ChallengeNews { challenge, opponent, kind }
}
