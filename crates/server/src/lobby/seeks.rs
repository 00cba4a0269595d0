//! Open seeks and pairing.

use std::collections::HashSet;
use std::net::IpAddr;

use game::{Millis, Timestamp};
use protocol::{
    ActionError, ActionId, ColorPreference, GameId, GameSetup, PlayerId, PlayerInfo, Seat, Seek, SeekId,
};

use super::{RatingRange, SeekRequest};
use crate::games::EndedTokens;
use crate::limits::Shares;
use crate::socket::ConnectionId;
use crate::store::{ApiTokenId, NodeId, StoredPairing};

/// Open seeks, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeekPool(Vec<OpenSeek>);

/// A seek with its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenSeek {
    pub(super) seek: Seek,
    pub(super) request_id: ActionId,
    pub(super) owner: ConnectionId,
    pub(super) token: Option<ApiTokenId>,
    pub(super) expires: Option<Timestamp>,
    pub(super) network: IpAddr,
    pub(super) since: Timestamp,
    pub(super) rating_range: Option<RatingRange>,
}

impl OpenSeek {
    /// Returns true if the player's rating is one that the seek is for.
    fn accepts(&self, player: &PlayerInfo) -> bool {
        self.rating_range.is_none_or(|range| range.includes(player))
    }

    fn has_expired(&self, now: Timestamp) -> bool {
        self.expires.is_some_and(|expires| expires <= now)
    }
}

/// Owner of seeks, which end with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SeekOwner {
    Connection(ConnectionId),
    Tokens(PlayerId, EndedTokens),
}

impl SeekOwner {
    fn owns(self, open: &OpenSeek) -> bool {
        match self {
            SeekOwner::Connection(owner) => open.owner == owner,
            SeekOwner::Tokens(player, tokens) => {
                open.seek.player.id == Some(player) && open.token.is_some_and(|token| tokens.contains(token))
            }
        }
    }
}

/// Two paired players.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    /// Seeks closed by this pairing.
    pub(crate) closed: Vec<SeekId>,
    /// Network of the player who waited.
    pub(crate) network: IpAddr,
    pub(crate) terms: GameSetup,
    /// The player who waited.
    pub(crate) first: PairedPlayer,
    /// The player who came.
    pub(crate) second: PairedPlayer,
}

impl Pairing {
    /// The pairing as the store remembers it.
    pub(super) fn to_stored(&self, game: GameId, at: Timestamp) -> Vec<StoredPairing> {
        let stored = |paired: &PairedPlayer| {
            let player = paired.player.id?;
            Some(StoredPairing { player, request: paired.request_id, game, seat: paired.seat, at })
        };
        [&self.first, &self.second].into_iter().filter_map(stored).collect()
    }
}

/// One of two paired players.
#[derive(Clone, Debug)]
pub(crate) struct PairedPlayer {
    pub(crate) seat: Seat,
    pub(crate) player: PlayerInfo,
    /// Idempotency key of the player's seek.
    pub(crate) request_id: ActionId,
}

/// Result of posting a seek.
#[derive(Clone, Debug)]
pub(crate) enum PostResult {
    /// No matching seek; it is listed now, perhaps in the place of another one.
    NoMatch {
        /// Seek that was closed to make room.
        displaced: Option<SeekId>,
    },
    /// The same request is listed already.
    Duplicate(SeekId),
    /// Matched with a waiting seek.
    Paired(Box<Pairing>),
}

/// Limits of open seeks per player, per network and in total. The whole list is sent in one message. When it is full,
/// networks with many seeks give way.
const MAX_PER_PLAYER: usize = 3;
const MAX_PER_NETWORK: usize = 40;
const MAX_TOTAL: usize = 200;

/// Allowed rating difference at first, and its growth per second of waiting.
const INITIAL_RATING_GAP: u32 = 150;
const RATING_GAP_PER_SECOND: u32 = 50;

impl SeekPool {
    /// All open seeks.
    pub(crate) fn list(&self) -> Vec<Seek> {
        self.0.iter().map(|open| open.seek.clone()).collect()
    }

    /// Seeks that are not in another pool, or are different there.
    pub(super) fn difference(&self, other: &SeekPool) -> Vec<OpenSeek> {
        self.0.iter().filter(|open| !other.0.contains(open)).cloned().collect()
    }

    /// Returns true if there are two seeks.
    pub(super) fn has_pair(&self) -> bool {
        self.0.len() > 1
    }

    /// Nodes that have seeks, other than `own`.
    pub(super) fn nodes_other_than(&self, own: NodeId) -> HashSet<NodeId> {
        self.0.iter().map(|open| open.owner.node()).filter(|&node| node != own).collect()
    }

    /// Removes the seeks of nodes that have died.
    pub(super) fn remove_nodes(&mut self, is_dead: impl Fn(NodeId) -> bool) -> Vec<SeekId> {
        self.remove_where(|open| is_dead(open.owner.node()))
    }

    /// Pairs a seek with the best match, or lists it.
    ///
    /// # Errors
    ///
    /// Returns `TooMany` if a limit is reached.
    pub(crate) fn post(
        &mut self,
        request: SeekRequest,
        id: SeekId,
        seed: u64,
        now: Timestamp,
    ) -> Result<PostResult, ActionError> {
        let SeekRequest { request_id, owner, token, expires, network, player, terms, side, rating_range } =
            request;
        let is_same =
            |open: &&mut OpenSeek| open.request_id == request_id && open.seek.player.id == player.id;
        if let Some(open) = self.0.iter_mut().find(is_same) {
            // Retried over a new connection, which owns it from now on.
            open.owner = owner;
            return Ok(PostResult::Duplicate(open.seek.id));
        }
        let seek = Seek { id, player, terms, side, lasting: expires.is_some() };
        let new = OpenSeek { seek, request_id, owner, token, expires, network, since: now, rating_range };
        let best = (0..self.0.len())
            .filter_map(|index| Some((rating_gap(&self.0[index], &new, now)?, index)))
            .min_by_key(|&(gap, index)| (gap, index));
        if let Some((_, index)) = best {
            let waiting = self.0.remove(index);
            return Ok(PostResult::Paired(Box::new(self.make_pairing(&waiting, &new, seed))));
        }
        let own = self.0.iter().filter(|open| open.seek.player.id == new.seek.player.id).count();
        let near = self.0.iter().filter(|open| open.network == network).count();
        if own >= MAX_PER_PLAYER || near >= MAX_PER_NETWORK {
            return Err(ActionError::TooMany);
        }
        let displaced = if self.0.len() < MAX_TOTAL { None } else { Some(self.displace(network)?) };
        self.0.push(new);
        Ok(PostResult::NoMatch { displaced })
    }

    /// Closes the newest seek of the network that holds most, to make room for another network.
    ///
    /// # Errors
    ///
    /// Returns `TooMany` if that network holds no more than the newcomer's.
    fn displace(&mut self, newcomer: IpAddr) -> Result<SeekId, ActionError> {
        let shares: Shares = self.0.iter().map(|open| open.network).collect();
        let holders = (0..self.0.len()).filter(|&index| shares.gives_way(self.0[index].network, newcomer));
        let index = holders.max_by_key(|&index| (shares.weight(self.0[index].network), index));
        index.map(|index| self.0.remove(index).seek.id).ok_or(ActionError::TooMany)
    }

    /// Joins a listed seek, however different the ratings are within the range of the seek.
    ///
    /// # Errors
    ///
    /// Returns an error if the seek is closed, the player's own, or for other ratings.
    pub(crate) fn join(
        &mut self,
        player: PlayerInfo,
        request_id: ActionId,
        id: SeekId,
        seed: u64,
    ) -> Result<Pairing, ActionError> {
        let index = self.0.iter().position(|open| open.seek.id == id).ok_or(ActionError::NoSeek)?;
        if self.0[index].seek.player.id == player.id {
            return Err(ActionError::YourSeek);
        }
        if !may_play(&player, &self.0[index].seek.terms) {
            return Err(ActionError::AccountNeeded);
        }
        if !self.0[index].accepts(&player) {
            return Err(ActionError::RatingOutOfRange);
        }
        let waiting = self.0.remove(index);
        let seek = Seek { player, side: ColorPreference::Random, ..waiting.seek.clone() };
        let second = OpenSeek { seek, request_id, ..waiting.clone() };
        Ok(self.make_pairing(&waiting, &second, seed))
    }

    /// Pairs the closest two seeks whose allowed gap has grown enough.
    pub(crate) fn pair_waiting(&mut self, seed: u64, now: Timestamp) -> Option<Pairing> {
        let pairs =
            (0..self.0.len()).flat_map(|first| (first + 1..self.0.len()).map(move |second| (first, second)));
        let best = pairs
            .filter_map(|(first, second)| {
                Some((rating_gap(&self.0[first], &self.0[second], now)?, first, second))
            })
            .min()?;
        let second = self.0.remove(best.2);
        let first = self.0.remove(best.1);
        Some(self.make_pairing(&first, &second, seed))
    }

    /// Cancels a seek of this connection, or a lasting one of the player.
    pub(crate) fn cancel(&mut self, owner: ConnectionId, player: PlayerId, id: SeekId) -> Option<SeekId> {
        let is_own =
            |open: &OpenSeek| open.owner == owner || open.seek.lasting && open.seek.player.id == Some(player);
        self.remove_where(|open| open.seek.id == id && is_own(open)).pop()
    }

    /// Returns true if a lasting seek has expired.
    pub(super) fn has_expired(&self, now: Timestamp) -> bool {
        self.0.iter().any(|open| open.has_expired(now))
    }

    /// Removes the lasting seeks that have expired.
    pub(super) fn remove_expired(&mut self, now: Timestamp) -> Vec<SeekId> {
        self.remove_where(|open| open.has_expired(now))
    }

    /// Removes the seeks of an owner that has ended.
    pub(super) fn remove_owner(&mut self, owner: SeekOwner) -> Vec<SeekId> {
        self.remove_where(|open| owner.owns(open))
    }

    /// Removes all seeks.
    pub(crate) fn close_all(&mut self) -> Vec<SeekId> {
        self.remove_where(|_| true)
    }

    /// Builds the pairing and closes all other seeks of both players.
    fn make_pairing(&mut self, first: &OpenSeek, second: &OpenSeek, seed: u64) -> Pairing {
        let mut pairing = pairing(first, second, seed);
        let both = [first.seek.player.id, second.seek.player.id];
        pairing.closed.extend(self.remove_where(|open| both.contains(&open.seek.player.id)));
        pairing
    }

    fn remove_where(&mut self, which: impl Fn(&OpenSeek) -> bool) -> Vec<SeekId> {
        let closed = self.0.extract_if(.., |open| which(open));
        closed.map(|open| open.seek.id).collect()
    }
}

impl FromIterator<OpenSeek> for SeekPool {
    fn from_iter<I: IntoIterator<Item = OpenSeek>>(seeks: I) -> SeekPool {
        SeekPool(seeks.into_iter().collect())
    }
}

/// Rating gap of two seeks, if they may be paired now.
fn rating_gap(waiting: &OpenSeek, new: &OpenSeek, now: Timestamp) -> Option<u32> {
    let (a, b) = (&waiting.seek, &new.seek);
    let same = a.terms == b.terms && a.player.id != b.player.id;
    let clash = a.side == b.side && a.side != ColorPreference::Random;
    let is_wanted = waiting.accepts(&b.player) && new.accepts(&a.player);
    if !same || clash || !is_wanted {
        return None;
    }
    let ratings = a.player.rating.zip(b.player.rating);
    // Players without a rating match anyone.
    let gap = ratings.map_or(0, |(a, b)| u32::from(a.value.abs_diff(b.value)));
    let waited = now.since(waiting.since).max(now.since(new.since));
    (gap <= allowed_gap(waited)).then_some(gap)
}

fn allowed_gap(waited: Millis) -> u32 {
    let seconds = u32::try_from(waited.0 / 1_000).unwrap_or(u32::MAX);
    RATING_GAP_PER_SECOND.saturating_mul(seconds).saturating_add(INITIAL_RATING_GAP)
}

fn pairing(first: &OpenSeek, second: &OpenSeek, seed: u64) -> Pairing {
    let seat = match (first.seek.side, second.seek.side) {
        (ColorPreference::White, _) | (ColorPreference::Random, ColorPreference::Black) => Seat::White,
        (ColorPreference::Black, _) | (ColorPreference::Random, ColorPreference::White) => Seat::Black,
        (ColorPreference::Random, ColorPreference::Random) => Seat::ALL[seed as usize % 2],
    };
    Pairing {
        closed: vec![first.seek.id, second.seek.id],
        network: first.network,
        terms: first.seek.terms.clone(),
        first: PairedPlayer { seat, player: first.seek.player.clone(), request_id: first.request_id },
        second: PairedPlayer {
            seat: seat.other(),
            player: second.seek.player.clone(),
            request_id: second.request_id,
        },
    }
}

/// Returns true if the player may play on these terms: rated games need an account.
pub(crate) fn may_play(player: &PlayerInfo, terms: &GameSetup) -> bool {
    terms.stakes == protocol::RatingMode::Casual || player.standing == protocol::PlayerKind::Account
}

#[cfg(test)]
mod tests;
