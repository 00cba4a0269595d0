//! Lobby: open seeks, the user's own seek, and pairing.

use game::{Millis, Timestamp};
use protocol::{ActionId, ColorPreference, GameSetup, LobbyStats, PlayerName, Seek, SeekId, ToServer};

/// The lobby as received from the server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lobby {
    seeks: Vec<Seek>,
    stats: Option<LobbyStats>,
    own_seek: Option<OwnSeek>,
    pending_join: Option<PendingJoin>,
    turns: u32,
}

/// A seek of another player that the user accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PendingJoin {
    id: ActionId,
    seek: SeekId,
    name: Option<PlayerName>,
    retry: Retry,
}

/// Repetition of a request after transient errors: the server could not store it, or not the game that it led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Retry {
    failures: u32,
    /// Time at which the request is sent again.
    at: Option<Timestamp>,
}

/// Transient errors after which a request is given up: half a minute.
const MAX_FAILURES: u32 = 5;

/// Delay after the first error; each further one doubles it.
const FIRST_DELAY: Millis = Millis::seconds(1);

impl Retry {
    /// Plans the repetition after a transient error; false if there were too many.
    fn plan(&mut self, now: Timestamp) -> bool {
        self.at = (self.failures < MAX_FAILURES).then(|| now + Millis(FIRST_DELAY.0 << self.failures));
        self.failures += 1;
        self.at.is_some()
    }

    /// Returns true once the time has come.
    fn take_due(&mut self, now: Timestamp) -> bool {
        self.at.take_if(|at| *at <= now).is_some()
    }
}

/// Fate of a rejected request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyRejection {
    /// It is sent again later.
    WillRetry,
    /// It was dropped.
    Dropped,
    /// The request is not one of this client.
    Unknown,
}

/// The user's own seek. The server closes it with the connection, so it is sent again after reconnecting,
/// with the same id: it may already have led to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnSeek {
    /// Setup of the game.
    pub terms: GameSetup,
    /// Color preference.
    pub side: ColorPreference,
    /// Display name of a guest.
    pub name: Option<PlayerName>,
    /// Id in the list, once listed.
    pub listed: Option<SeekId>,
    id: ActionId,
    retry: Retry,
}

impl OwnSeek {
    fn to_message(&self) -> ToServer {
        let OwnSeek { id, terms, side, name, .. } = self.clone();
        ToServer::Seek { id, terms, side, name }
    }
}

impl PendingJoin {
    fn to_message(&self) -> ToServer {
        ToServer::Join { id: self.id, seek: self.seek, name: self.name.clone() }
    }
}

impl Lobby {
    /// All open seeks, oldest first, including the user's own.
    #[must_use]
    pub fn seeks(&self) -> &[Seek] {
        &self.seeks
    }

    /// Open seeks of other players, oldest first.
    pub fn seeks_of_others(&self) -> impl Iterator<Item = &Seek> {
        let own = self.own_seek.as_ref().and_then(|own| own.listed);
        self.seeks.iter().filter(move |seek| Some(seek.id) != own)
    }

    /// Statistics; `None` before they are received.
    #[must_use]
    pub fn stats(&self) -> Option<LobbyStats> {
        self.stats
    }

    /// Number of moves that opponents have made in games of the user since the lobby was entered.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The user's own seek.
    #[must_use]
    pub fn own_seek(&self) -> Option<&OwnSeek> {
        self.own_seek.as_ref()
    }

    /// True if a pairing may arrive: the user has a seek or accepts one.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        self.own_seek.is_some() || self.pending_join.is_some()
    }

    pub(crate) fn set(&mut self, seeks: Vec<Seek>, stats: LobbyStats) {
        (self.seeks, self.stats) = (seeks, Some(stats));
    }

    pub(crate) fn set_stats(&mut self, stats: LobbyStats) {
        self.stats = Some(stats);
    }

    /// An opponent has moved in a game of the user.
    pub(crate) fn on_turn(&mut self) {
        self.turns = self.turns.wrapping_add(1);
    }

    pub(crate) fn add_seek(&mut self, seek: Seek) {
        self.remove_seek(seek.id);
        self.seeks.push(seek);
    }

    pub(crate) fn remove_seek(&mut self, seek: SeekId) {
        self.seeks.retain(|open| open.id != seek);
    }

    pub(crate) fn seek(
        &mut self,
        id: ActionId,
        terms: GameSetup,
        side: ColorPreference,
        name: Option<PlayerName>,
    ) -> ToServer {
        let seek = OwnSeek { terms, side, name, listed: None, id, retry: Retry::default() };
        self.own_seek.insert(seek).to_message()
    }

    pub(crate) fn join(&mut self, id: ActionId, seek: SeekId, name: Option<PlayerName>) -> ToServer {
        self.pending_join.insert(PendingJoin { id, seek, name, retry: Retry::default() }).to_message()
    }

    /// The seek was listed under this id. Returns a message that closes it if it is no longer wanted.
    pub(crate) fn on_listed(&mut self, id: ActionId, seek: SeekId) -> Option<ToServer> {
        match self.own_seek.as_mut().filter(|own| own.id == id) {
            Some(own) => {
                own.listed = Some(seek);
                None
            }
            None => Some(ToServer::Cancel { seek }),
        }
    }

    /// Cancels the user's seek; returns the message for the server if the seek is listed.
    pub(crate) fn cancel_seek(&mut self) -> Option<ToServer> {
        let listed = self.own_seek.take()?.listed?;
        Some(ToServer::Cancel { seek: listed })
    }

    /// A request was rejected for good: it is dropped.
    pub(crate) fn on_rejected(&mut self, id: ActionId) -> LobbyRejection {
        let was_joining = self.pending_join.take_if(|joining| joining.id == id).is_some();
        let was_seeking = self.own_seek.take_if(|own| own.id == id).is_some();
        if was_joining || was_seeking { LobbyRejection::Dropped } else { LobbyRejection::Unknown }
    }

    /// A request met a transient error, even after the seek was listed: the server no longer has it.
    pub(crate) fn on_transient_error(&mut self, id: ActionId, now: Timestamp) -> LobbyRejection {
        let own = self.own_seek.as_mut().filter(|own| own.id == id);
        let own = own.map(|own| {
            own.listed = None;
            &mut own.retry
        });
        let joining = self.pending_join.as_mut().filter(|joining| joining.id == id);
        let retry = own.or(joining.map(|joining| &mut joining.retry));
        if retry.is_some_and(|retry| retry.plan(now)) {
            LobbyRejection::WillRetry
        } else {
            self.on_rejected(id)
        }
    }

    /// Messages that repeat requests after transient errors, now.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> Vec<ToServer> {
        let join = self.pending_join.as_mut();
        let join = join.and_then(|joining| joining.retry.take_due(now).then(|| joining.to_message()));
        let own = self.own_seek.as_mut();
        let own = own.and_then(|own| own.retry.take_due(now).then(|| own.to_message()));
        join.into_iter().chain(own).collect()
    }

    /// Time of the next repetition.
    pub(crate) fn next_retry(&self) -> Option<Timestamp> {
        let join = self.pending_join.as_ref().and_then(|joining| joining.retry.at);
        let own = self.own_seek.as_ref().and_then(|own| own.retry.at);
        join.into_iter().chain(own).min()
    }

    /// The user was paired.
    pub(crate) fn on_paired(&mut self) {
        (self.own_seek, self.pending_join) = (None, None);
    }

    /// Messages that repeat pending requests after reconnecting.
    pub(crate) fn resend(&mut self) -> Vec<ToServer> {
        if let Some(joining) = &mut self.pending_join {
            joining.retry.at = None;
        }
        if let Some(own) = &mut self.own_seek {
            (own.listed, own.retry.at) = (None, None);
        }
        let join = self.pending_join.iter().map(PendingJoin::to_message);
        join.chain(self.own_seek.iter().map(OwnSeek::to_message)).collect()
    }
}

#[cfg(test)]
mod tests {
    use protocol::{OnlineTimeControl, RatingMode, StartPosition, Visibility};

    use super::*;

    #[test]
    fn a_seek_is_resent_after_reconnecting() {
        let control = OnlineTimeControl::new(game::TimeControl::Unlimited).unwrap();
        let (stakes, visibility) = (RatingMode::default(), Visibility::default());
        let terms = GameSetup { start: StartPosition::Standard, control, stakes, visibility };
        let (first, second, listed) = (ActionId::from_bits(1), ActionId::from_bits(2), SeekId::from_bits(3));
        let mut lobby = Lobby::default();
        assert_eq!(lobby.resend(), []);
        lobby.seek(first, terms.clone(), ColorPreference::White, None);
        assert_eq!(
            lobby.on_listed(second, listed),
            Some(ToServer::Cancel { seek: listed }),
            "an earlier one"
        );
        assert_eq!(lobby.own_seek().unwrap().listed, None);
        assert_eq!(lobby.on_listed(first, listed), None);
        assert_eq!(lobby.own_seek().unwrap().listed, Some(listed));
        let player = protocol::PlayerInfo {
            id: None,
            name: None,
            standing: protocol::PlayerKind::Guest,
            rating: None,
            bot: false,
        };
        lobby.add_seek(Seek {
            id: listed,
            player,
            terms: terms.clone(),
            side: ColorPreference::White,
            lasting: false,
        });
        assert_eq!(
            (lobby.seeks().len(), lobby.seeks_of_others().count()),
            (1, 0),
            "the own seek is not offered"
        );
        let again = ToServer::Seek { id: first, terms, side: ColorPreference::White, name: None };
        assert_eq!(lobby.resend(), [again]);
        assert_eq!(lobby.own_seek().unwrap().listed, None);
        assert_eq!(lobby.cancel_seek(), None, "the server does not know of it yet");
        assert!(!lobby.is_seeking());
        let join = lobby.join(second, listed, None);
        assert_eq!(lobby.resend(), [join], "the join may not have arrived");
    }

    #[test]
    fn a_request_that_the_server_could_not_store_is_sent_again_and_given_up_at_last() {
        let mut lobby = Lobby::default();
        let (id, seek) = (ActionId::from_bits(1), SeekId::from_bits(3));
        let join = lobby.join(id, seek, None);
        assert_eq!(lobby.on_transient_error(ActionId::from_bits(2), Timestamp(0)), LobbyRejection::Unknown);
        let mut now = Timestamp(0);
        for delay in [1_000, 2_000, 4_000, 8_000, 16_000] {
            assert_eq!(lobby.on_transient_error(id, now), LobbyRejection::WillRetry);
            assert_eq!(lobby.next_retry(), Some(now + Millis(delay)));
            assert_eq!(lobby.take_due(now + Millis(delay - 1)), []);
            now = now + Millis(delay);
            assert_eq!(lobby.take_due(now), std::slice::from_ref(&join));
            assert_eq!((lobby.take_due(now), lobby.next_retry()), (vec![], None), "once");
        }
        assert_eq!(lobby.on_transient_error(id, now), LobbyRejection::Dropped);
        assert!(!lobby.is_seeking());
    }
}
