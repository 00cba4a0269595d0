//! Who looks for a game.

use protocol::{ActId, Crowd, Name, Seek, SeekId, Side, Terms, ToServer};

/// The lobby, as the server tells it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lobby {
    seeks: Vec<Seek>,
    crowd: Option<Crowd>,
    mine: Option<MySeek>,
    joining: Option<Joining>,
}

/// A seek that one has chosen from the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Joining {
    id: ActId,
    seek: SeekId,
    name: Option<Name>,
}

/// What one looks for oneself. It is asked for again whenever the connection comes back, for the server forgets it with
/// the connection; the id is the same, for it may have led to a game that one has not heard of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MySeek {
    /// What to play.
    pub terms: Terms,
    /// The seat.
    pub side: Side,
    /// What a guest wants to be called.
    pub name: Option<Name>,
    /// The name under which it is listed, once it is.
    pub listed: Option<SeekId>,
    id: ActId,
}

impl Lobby {
    /// The open seeks, the oldest first; one's own among them.
    #[must_use]
    pub fn seeks(&self) -> &[Seek] {
        &self.seeks
    }

    /// The open seeks of others, the oldest first.
    pub fn others(&self) -> impl Iterator<Item = &Seek> {
        let mine = self.mine.as_ref().and_then(|mine| mine.listed);
        self.seeks.iter().filter(move |seek| Some(seek.id) != mine)
    }

    /// Who is here; nothing before the server has said.
    #[must_use]
    pub fn crowd(&self) -> Option<Crowd> {
        self.crowd
    }

    /// What one looks for oneself.
    #[must_use]
    pub fn mine(&self) -> Option<&MySeek> {
        self.mine.as_ref()
    }

    /// Whether a game may come to one's table at any moment, because one has asked for it.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.mine.is_some() || self.joining.is_some()
    }

    pub(crate) fn tell_all(&mut self, seeks: Vec<Seek>, crowd: Crowd) {
        (self.seeks, self.crowd) = (seeks, Some(crowd));
    }

    pub(crate) fn count(&mut self, crowd: Crowd) {
        self.crowd = Some(crowd);
    }

    pub(crate) fn opened(&mut self, seek: Seek) {
        self.closed(seek.id);
        self.seeks.push(seek);
    }

    pub(crate) fn closed(&mut self, seek: SeekId) {
        self.seeks.retain(|open| open.id != seek);
    }

    pub(crate) fn seek(&mut self, id: ActId, terms: Terms, side: Side, name: Option<Name>) -> ToServer {
        self.mine = Some(MySeek { terms: terms.clone(), side, name: name.clone(), listed: None, id });
        ToServer::Seek { id, terms, side, name }
    }

    pub(crate) fn join(&mut self, id: ActId, seek: SeekId, name: Option<Name>) -> ToServer {
        self.joining = Some(Joining { id, seek, name: name.clone() });
        ToServer::Join { id, seek, name }
    }

    /// One's own seek is open under this name. If it is not wanted any more, gives what the server has to be told.
    pub(crate) fn listed(&mut self, id: ActId, seek: SeekId) -> Option<ToServer> {
        match self.mine.as_mut().filter(|mine| mine.id == id) {
            Some(mine) => {
                mine.listed = Some(seek);
                None
            }
            None => Some(ToServer::Cancel { seek }),
        }
    }

    /// Looks no more. Gives what the server has to be told, if it knows of a seek.
    pub(crate) fn cancel(&mut self) -> Option<ToServer> {
        let listed = self.mine.take()?.listed?;
        Some(ToServer::Cancel { seek: listed })
    }

    /// What was asked for was refused. Says whether it was ours.
    pub(crate) fn refused(&mut self, id: ActId) -> bool {
        let was_joining = self.joining.take_if(|joining| joining.id == id).is_some();
        self.mine.take_if(|mine| mine.id == id).is_some() || was_joining
    }

    /// A game has been found.
    pub(crate) fn paired(&mut self) {
        (self.mine, self.joining) = (None, None);
    }

    /// The connection is back: what was asked for and is not settled is asked for again.
    pub(crate) fn again(&mut self) -> Vec<ToServer> {
        let join = self.joining.clone().map(|Joining { id, seek, name }| ToServer::Join { id, seek, name });
        let mine = self.mine.take();
        let seek = mine.map(|MySeek { id, terms, side, name, .. }| self.seek(id, terms, side, name));
        join.into_iter().chain(seek).collect()
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Control, Stakes, Start, Visibility};

    use super::*;

    #[test]
    fn a_seek_outlives_the_connection() {
        let control = Control::new(game::TimeControl::Unlimited).unwrap();
        let (stakes, visibility) = (Stakes::default(), Visibility::default());
        let terms = Terms { start: Start::Standard, control, stakes, visibility };
        let (first, second, listed) = (ActId::from_bits(1), ActId::from_bits(2), SeekId::from_bits(3));
        let mut lobby = Lobby::default();
        assert_eq!(lobby.again(), []);
        lobby.seek(first, terms.clone(), Side::White, None);
        assert_eq!(lobby.listed(second, listed), Some(ToServer::Cancel { seek: listed }), "an earlier one");
        assert_eq!(lobby.mine().unwrap().listed, None);
        assert_eq!(lobby.listed(first, listed), None);
        assert_eq!(lobby.mine().unwrap().listed, Some(listed));
        let player =
            protocol::Player { id: None, name: None, standing: protocol::Standing::Guest, rating: None };
        lobby.opened(Seek { id: listed, player, terms: terms.clone(), side: Side::White });
        assert_eq!((lobby.seeks().len(), lobby.others().count()), (1, 0), "nobody plays with oneself");
        let again = ToServer::Seek { id: first, terms, side: Side::White, name: None };
        assert_eq!(lobby.again(), [again]);
        assert_eq!(lobby.mine().unwrap().listed, None);
        assert_eq!(lobby.cancel(), None, "the server does not know of it yet");
        assert!(!lobby.is_waiting());
        let join = lobby.join(second, listed, None);
        assert_eq!(lobby.again(), [join], "nor is it known whether that one arrived");
    }
}
