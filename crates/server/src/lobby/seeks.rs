//! The open seeks, and who goes with whom.

use std::net::IpAddr;

use game::{Millis, Timestamp};
use protocol::{ActId, Player, Refusal, Seat, Seek, SeekId, Side, Terms};

use super::Wanted;
use crate::visitor::ConnectionId;

/// The open seeks, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Seeks(Vec<Open>);

#[derive(Clone, Debug)]
struct Open {
    seek: Seek,
    wish: ActId,
    owner: ConnectionId,
    network: IpAddr,
    since: Timestamp,
}

/// Two who will play.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// The seeks that are open no more.
    pub(crate) closed: Vec<SeekId>,
    /// From where the one who waited came.
    pub(crate) network: IpAddr,
    /// What they play.
    pub(crate) terms: Terms,
    /// The one who waited.
    pub(crate) first: Half,
    /// The one who came.
    pub(crate) second: Half,
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Half {
    /// Where they sit.
    pub(crate) seat: Seat,
    /// Who.
    pub(crate) player: Player,
    /// What they had wished for.
    pub(crate) wish: ActId,
}

/// What becomes of a wish.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// Nobody wants the same yet.
    Nobody,
    /// It is in the list already, under this name.
    Itself(SeekId),
    /// Somebody wants the same.
    Somebody(Box<Pair>),
}

/// So many seeks one player may have, all from one address, and all together. The whole list goes to everybody in one
/// message.
const EACH: usize = 3;
const NEAR: usize = 40;
const ALL: usize = 200;

/// How far apart ratings may be when one has just come, and how much more with every second of waiting.
const GAP: u32 = 150;
const GAP_GROWTH: u32 = 50;

impl Seeks {
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
        wanted: Wanted,
        id: SeekId,
        lot: u64,
        now: Timestamp,
    ) -> Result<Found, Refusal> {
        let Wanted { wish, owner, network, player, terms, side } = wanted;
        let is_same = |open: &&mut Open| open.wish == wish && open.seek.player.id == player.id;
        if let Some(open) = self.0.iter_mut().find(is_same) {
            // It came again over another connection, and ends with that one now.
            open.owner = owner;
            return Ok(Found::Itself(open.seek.id));
        }
        let new = Open { seek: Seek { id, player, terms, side }, wish, owner, network, since: now };
        let best = (0..self.0.len())
            .filter_map(|index| Some((gap(&self.0[index], &new, now)?, index)))
            .min_by_key(|&(gap, index)| (gap, index));
        if let Some((_, index)) = best {
            let waiting = self.0.remove(index);
            return Ok(Found::Somebody(Box::new(self.paired(&waiting, &new, lot))));
        }
        let own = self.0.iter().filter(|open| open.seek.player.id == new.seek.player.id).count();
        let near = self.0.iter().filter(|open| open.network == network).count();
        if own >= EACH || near >= NEAR || self.0.len() >= ALL {
            return Err(Refusal::TooMany);
        }
        self.0.push(new);
        Ok(Found::Nobody)
    }

    /// Somebody chooses a seek from the list, whatever the ratings.
    ///
    /// # Errors
    /// If it is open no more, or their own.
    pub(crate) fn join(
        &mut self,
        player: Player,
        wish: ActId,
        id: SeekId,
        lot: u64,
    ) -> Result<Pair, Refusal> {
        let index = self.0.iter().position(|open| open.seek.id == id).ok_or(Refusal::NoSeek)?;
        if self.0[index].seek.player.id == player.id {
            return Err(Refusal::YourSeek);
        }
        if !may_play(&player, &self.0[index].seek.terms) {
            return Err(Refusal::AccountNeeded);
        }
        let waiting = self.0.remove(index);
        let seek = Seek { player, side: Side::Random, ..waiting.seek.clone() };
        let second = Open { seek, wish, ..waiting.clone() };
        Ok(self.paired(&waiting, &second, lot))
    }

    /// Those who have waited long enough to take each other.
    pub(crate) fn settle(&mut self, lot: u64, now: Timestamp) -> Option<Pair> {
        let pairs =
            (0..self.0.len()).flat_map(|first| (first + 1..self.0.len()).map(move |second| (first, second)));
        let best = pairs
            .filter_map(|(first, second)| Some((gap(&self.0[first], &self.0[second], now)?, first, second)))
            .min()?;
        let second = self.0.remove(best.2);
        let first = self.0.remove(best.1);
        Some(self.paired(&first, &second, lot))
    }

    /// One closes a seek of their own.
    pub(crate) fn cancel(&mut self, owner: ConnectionId, id: SeekId) -> Option<SeekId> {
        self.close(|open| open.owner == owner && open.seek.id == id).pop()
    }

    /// The seeks of a connection that is gone.
    pub(crate) fn gone(&mut self, owner: ConnectionId) -> Vec<SeekId> {
        self.close(|open| open.owner == owner)
    }

    /// All seeks.
    pub(crate) fn close_all(&mut self) -> Vec<SeekId> {
        self.close(|_| true)
    }

    /// Two have found each other: whatever else they looked for, they look no more.
    fn paired(&mut self, first: &Open, second: &Open, lot: u64) -> Pair {
        let mut pair = pair(first, second, lot);
        let both = [first.seek.player.id, second.seek.player.id];
        pair.closed.extend(self.close(|open| both.contains(&open.seek.player.id)));
        pair
    }

    fn close(&mut self, which: impl Fn(&Open) -> bool) -> Vec<SeekId> {
        let closed = self.0.extract_if(.., |open| which(open));
        closed.map(|open| open.seek.id).collect()
    }
}

/// How far apart two seekers are, if they may be paired now.
fn gap(waiting: &Open, new: &Open, now: Timestamp) -> Option<u32> {
    let (a, b) = (&waiting.seek, &new.seek);
    let same = a.terms == b.terms && a.player.id != b.player.id;
    let clash = a.side == b.side && a.side != Side::Random;
    if !same || clash {
        return None;
    }
    let ratings = a.player.rating.zip(b.player.rating);
    // Of somebody whose strength is not known nobody can say that it is too different.
    let gap = ratings.map_or(0, |(a, b)| u32::from(a.value.abs_diff(b.value)));
    let waited = now.since(waiting.since).max(now.since(new.since));
    (gap <= allowed(waited)).then_some(gap)
}

fn allowed(waited: Millis) -> u32 {
    let seconds = u32::try_from(waited.0 / 1_000).unwrap_or(u32::MAX);
    GAP_GROWTH.saturating_mul(seconds).saturating_add(GAP)
}

fn pair(first: &Open, second: &Open, lot: u64) -> Pair {
    let seat = match (first.seek.side, second.seek.side) {
        (Side::White, _) | (Side::Random, Side::Black) => Seat::White,
        (Side::Black, _) | (Side::Random, Side::White) => Seat::Black,
        (Side::Random, Side::Random) => Seat::ALL[lot as usize % 2],
    };
    Pair {
        closed: vec![first.seek.id, second.seek.id],
        network: first.network,
        terms: first.seek.terms.clone(),
        first: Half { seat, player: first.seek.player.clone(), wish: first.wish },
        second: Half { seat: seat.other(), player: second.seek.player.clone(), wish: second.wish },
    }
}

/// Whether somebody may play on these terms at all.
pub(crate) fn may_play(player: &Player, terms: &Terms) -> bool {
    terms.stakes == protocol::Stakes::Casual || player.standing == protocol::Standing::Account
}

#[cfg(test)]
mod tests;
