//! The open seeks, and who goes with whom.

use std::net::IpAddr;

use game::{Millis, Timestamp};
use protocol::{ActionError, ActionId, ColorPreference, GameSetup, PlayerInfo, Seat, Seek, SeekId};

use super::SeekRequest;
use crate::identity::ConnectionId;

/// The open seeks, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct SeekPool(Vec<OpenSeek>);

#[derive(Clone, Debug)]
struct OpenSeek {
    seek: Seek,
    request_id: ActionId,
    owner: ConnectionId,
    network: IpAddr,
    since: Timestamp,
}

/// Two who will play.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    /// The seeks that are open no more.
    pub(crate) closed: Vec<SeekId>,
    /// From where the one who waited came.
    pub(crate) network: IpAddr,
    /// What they play.
    pub(crate) terms: GameSetup,
    /// The one who waited.
    pub(crate) first: PairedPlayer,
    /// The one who came.
    pub(crate) second: PairedPlayer,
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct PairedPlayer {
    /// Where they sit.
    pub(crate) seat: Seat,
    /// Who.
    pub(crate) player: PlayerInfo,
    /// What they had wished for.
    pub(crate) request_id: ActionId,
}

/// What becomes of a wish.
#[derive(Clone, Debug)]
pub(crate) enum PostResult {
    /// Nobody wants the same yet.
    NoMatch,
    /// It is in the list already, under this name.
    Duplicate(SeekId),
    /// Somebody wants the same.
    Paired(Box<Pairing>),
}

/// So many seeks one player may have, all from one address, and all together. The whole list goes to everybody in one
/// message.
const MAX_PER_PLAYER: usize = 3;
const MAX_PER_NETWORK: usize = 40;
const MAX_TOTAL: usize = 200;

/// How far apart ratings may be when one has just come, and how much more with every second of waiting.
const INITIAL_RATING_GAP: u32 = 150;
const RATING_GAP_PER_SECOND: u32 = 50;

impl SeekPool {
    /// The list for everybody.
    pub(crate) fn list(&self) -> Vec<Seek> {
        self.0.iter().map(|open| open.seek.clone()).collect()
    }

    /// Somebody looks for a game: with the best of those who look for the same it begins, or else the seek is open.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn post(
        &mut self,
        wanted: SeekRequest,
        id: SeekId,
        lot: u64,
        now: Timestamp,
    ) -> Result<PostResult, ActionError> {
        let SeekRequest { request_id: wish, owner, network, player, terms, side } = wanted;
        let is_same = |open: &&mut OpenSeek| open.request_id == wish && open.seek.player.id == player.id;
        if let Some(open) = self.0.iter_mut().find(is_same) {
            // It came again over another connection, and ends with that one now.
            open.owner = owner;
            return Ok(PostResult::Duplicate(open.seek.id));
        }
        let new =
            OpenSeek { seek: Seek { id, player, terms, side }, request_id: wish, owner, network, since: now };
        let best = (0..self.0.len())
            .filter_map(|index| Some((rating_gap(&self.0[index], &new, now)?, index)))
            .min_by_key(|&(gap, index)| (gap, index));
        if let Some((_, index)) = best {
            let waiting = self.0.remove(index);
            return Ok(PostResult::Paired(Box::new(self.make_pairing(&waiting, &new, lot))));
        }
        let own = self.0.iter().filter(|open| open.seek.player.id == new.seek.player.id).count();
        let near = self.0.iter().filter(|open| open.network == network).count();
        if own >= MAX_PER_PLAYER || near >= MAX_PER_NETWORK || self.0.len() >= MAX_TOTAL {
            return Err(ActionError::TooMany);
        }
        self.0.push(new);
        Ok(PostResult::NoMatch)
    }

    /// Somebody chooses a seek from the list, whatever the ratings.
    ///
    /// # Errors
    /// If it is open no more, or their own.
    pub(crate) fn join(
        &mut self,
        player: PlayerInfo,
        wish: ActionId,
        id: SeekId,
        lot: u64,
    ) -> Result<Pairing, ActionError> {
        let index = self.0.iter().position(|open| open.seek.id == id).ok_or(ActionError::NoSeek)?;
        if self.0[index].seek.player.id == player.id {
            return Err(ActionError::YourSeek);
        }
        if !may_play(&player, &self.0[index].seek.terms) {
            return Err(ActionError::AccountNeeded);
        }
        let waiting = self.0.remove(index);
        let seek = Seek { player, side: ColorPreference::Random, ..waiting.seek.clone() };
        let second = OpenSeek { seek, request_id: wish, ..waiting.clone() };
        Ok(self.make_pairing(&waiting, &second, lot))
    }

    /// Those who have waited long enough to take each other.
    pub(crate) fn pair_waiting(&mut self, lot: u64, now: Timestamp) -> Option<Pairing> {
        let pairs =
            (0..self.0.len()).flat_map(|first| (first + 1..self.0.len()).map(move |second| (first, second)));
        let best = pairs
            .filter_map(|(first, second)| {
                Some((rating_gap(&self.0[first], &self.0[second], now)?, first, second))
            })
            .min()?;
        let second = self.0.remove(best.2);
        let first = self.0.remove(best.1);
        Some(self.make_pairing(&first, &second, lot))
    }

    /// One closes a seek of their own.
    pub(crate) fn cancel(&mut self, owner: ConnectionId, id: SeekId) -> Option<SeekId> {
        self.remove_where(|open| open.owner == owner && open.seek.id == id).pop()
    }

    /// The seeks of a connection that is gone.
    pub(crate) fn remove_connection(&mut self, owner: ConnectionId) -> Vec<SeekId> {
        self.remove_where(|open| open.owner == owner)
    }

    /// All seeks.
    pub(crate) fn close_all(&mut self) -> Vec<SeekId> {
        self.remove_where(|_| true)
    }

    /// Two have found each other: whatever else they looked for, they look no more.
    fn make_pairing(&mut self, first: &OpenSeek, second: &OpenSeek, lot: u64) -> Pairing {
        let mut pair = pairing(first, second, lot);
        let both = [first.seek.player.id, second.seek.player.id];
        pair.closed.extend(self.remove_where(|open| both.contains(&open.seek.player.id)));
        pair
    }

    fn remove_where(&mut self, which: impl Fn(&OpenSeek) -> bool) -> Vec<SeekId> {
        let closed = self.0.extract_if(.., |open| which(open));
        closed.map(|open| open.seek.id).collect()
    }
}

/// How far apart two seekers are, if they may be paired now.
fn rating_gap(waiting: &OpenSeek, new: &OpenSeek, now: Timestamp) -> Option<u32> {
    let (a, b) = (&waiting.seek, &new.seek);
    let same = a.terms == b.terms && a.player.id != b.player.id;
    let clash = a.side == b.side && a.side != ColorPreference::Random;
    if !same || clash {
        return None;
    }
    let ratings = a.player.rating.zip(b.player.rating);
    // Of somebody whose strength is not known nobody can say that it is too different.
    let gap = ratings.map_or(0, |(a, b)| u32::from(a.value.abs_diff(b.value)));
    let waited = now.since(waiting.since).max(now.since(new.since));
    (gap <= allowed_gap(waited)).then_some(gap)
}

fn allowed_gap(waited: Millis) -> u32 {
    let seconds = u32::try_from(waited.0 / 1_000).unwrap_or(u32::MAX);
    RATING_GAP_PER_SECOND.saturating_mul(seconds).saturating_add(INITIAL_RATING_GAP)
}

fn pairing(first: &OpenSeek, second: &OpenSeek, lot: u64) -> Pairing {
    let seat = match (first.seek.side, second.seek.side) {
        (ColorPreference::White, _) | (ColorPreference::Random, ColorPreference::Black) => Seat::White,
        (ColorPreference::Black, _) | (ColorPreference::Random, ColorPreference::White) => Seat::Black,
        (ColorPreference::Random, ColorPreference::Random) => Seat::ALL[lot as usize % 2],
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

/// Whether somebody may play on these terms at all.
pub(crate) fn may_play(player: &PlayerInfo, terms: &GameSetup) -> bool {
    terms.stakes == protocol::RatingMode::Casual || player.standing == protocol::PlayerKind::Account
}

#[cfg(test)]
mod tests;
