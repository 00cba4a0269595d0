//! Lobby: open seeks, the user's own seek, and pairing.

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
        self.own_seek = Some(OwnSeek { terms: terms.clone(), side, name: name.clone(), listed: None, id });
        ToServer::Seek { id, terms, side, name }
    }

    pub(crate) fn join(&mut self, id: ActionId, seek: SeekId, name: Option<PlayerName>) -> ToServer {
        self.pending_join = Some(PendingJoin { id, seek, name: name.clone() });
        ToServer::Join { id, seek, name }
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

    /// A request was rejected; returns true if it was a seek or join of this client.
    pub(crate) fn on_rejected(&mut self, id: ActionId) -> bool {
        let was_joining = self.pending_join.take_if(|joining| joining.id == id).is_some();
        self.own_seek.take_if(|own| own.id == id).is_some() || was_joining
    }

    /// The user was paired.
    pub(crate) fn on_paired(&mut self) {
        (self.own_seek, self.pending_join) = (None, None);
    }

    /// Messages that repeat pending requests after reconnecting.
    pub(crate) fn resend(&mut self) -> Vec<ToServer> {
        let join =
            self.pending_join.clone().map(|PendingJoin { id, seek, name }| ToServer::Join { id, seek, name });
        let own = self.own_seek.take();
        let seek = own.map(|OwnSeek { id, terms, side, name, .. }| self.seek(id, terms, side, name));
        join.into_iter().chain(seek).collect()
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
        };
        lobby.add_seek(Seek { id: listed, player, terms: terms.clone(), side: ColorPreference::White });
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
}
