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
mod tests {
    use game::{Allowance, Bonus, TimeControl};
    use protocol::{Control, Name, PlayerId, Rating, Stakes, Standing, Start, Trust, Visibility};

    use super::*;

    fn terms(minutes: u32) -> Terms {
        let side = Allowance::new(Millis::minutes(minutes), Bonus::None).unwrap();
        Terms {
            start: Start::Standard,
            control: Control::new(TimeControl::same(side)).unwrap(),
            stakes: Stakes::Casual,
            visibility: Visibility::Public,
        }
    }

    fn wanted(who: u64, rating: Option<u16>, minutes: u32, side: Side) -> Wanted {
        let rating = rating.map(|value| Rating { value, trust: Trust::Established });
        let id = Some(PlayerId::from_bits(who.into()));
        let player = Player { id, name: None, standing: Standing::Account, rating };
        // Each wish is another one.
        let wish = crate::random::id();
        Wanted { wish, owner: ConnectionId(who), network: network(who), player, terms: terms(minutes), side }
    }

    /// Twenty players share an address.
    fn network(who: u64) -> IpAddr {
        std::net::Ipv4Addr::from_bits((who / 20) as u32).into()
    }

    fn id(bits: u128) -> SeekId {
        SeekId::from_bits(bits)
    }

    fn wish() -> ActId {
        ActId::from_bits(0)
    }

    fn pair_of(found: Result<Found, Refusal>) -> Option<Pair> {
        match found.unwrap() {
            Found::Somebody(pair) => Some(*pair),
            Found::Nobody => None,
            Found::Itself(seek) => panic!("{seek} is there already"),
        }
    }

    /// Posts seeks one after another at the same moment; the last one finds the first one named, or nobody.
    #[track_caller]
    fn check(posts: &[(Option<u16>, u32, Side)], partner: Option<u64>) -> Option<Pair> {
        let mut seeks = Seeks::default();
        let mut found = None;
        for (index, &(rating, minutes, side)) in posts.iter().enumerate() {
            let wanted = wanted(index as u64, rating, minutes, side);
            found = pair_of(seeks.post(wanted, id(index as u128), 0, Timestamp(0)));
            assert!(index + 1 == posts.len() || found.is_none(), "{index} was paired");
        }
        let expected = partner.map(|partner| PlayerId::from_bits(partner.into()));
        assert_eq!(found.as_ref().map(|pair| pair.first.player.id), expected.map(Some));
        found
    }

    #[test]
    fn the_same_wish_makes_a_pair() {
        let any = Side::Random;
        check(&[(None, 3, any), (None, 3, any)], Some(0));
        check(&[(None, 3, any), (None, 5, any)], None);
        check(&[(None, 5, any), (None, 3, any), (Some(1_500), 3, any)], Some(1));
    }

    #[test]
    fn the_nearest_rating_is_preferred() {
        let any = Side::Random;
        check(&[(Some(1_500), 3, any), (Some(1_800), 3, any), (Some(1_700), 3, any)], Some(1));
        check(&[(Some(1_500), 3, any), (Some(1_900), 3, any)], None);
    }

    #[test]
    fn seats_are_as_they_were_wished() {
        let seats = |a, b| {
            check(&[(None, 3, a), (None, 3, b)], Some(0)).map(|pair| (pair.first.seat, pair.second.seat))
        };
        assert_eq!(seats(Side::White, Side::Random), Some((Seat::White, Seat::Black)));
        assert_eq!(seats(Side::Black, Side::White), Some((Seat::Black, Seat::White)));
        assert_eq!(seats(Side::Random, Side::White), Some((Seat::Black, Seat::White)));
        check(&[(None, 3, Side::White), (None, 3, Side::White)], None);
    }

    #[test]
    fn who_waits_takes_others_too() {
        let mut seeks = Seeks::default();
        let any = Side::Random;
        for (who, rating) in [(1, 1_500), (2, 1_900)] {
            let wanted = wanted(who, Some(rating), 3, any);
            assert!(pair_of(seeks.post(wanted, id(who.into()), 0, Timestamp(0))).is_none());
        }
        assert!(seeks.settle(0, Timestamp(4_999)).is_none());
        let pair = seeks.settle(0, Timestamp(5_000)).unwrap();
        assert_eq!(pair.closed, [id(1), id(2)]);
        assert!(seeks.list().is_empty());
    }

    #[test]
    fn nobody_plays_with_themselves() {
        let mut seeks = Seeks::default();
        for n in 1..=3 {
            let wanted = wanted(1, None, 3, Side::Random);
            assert!(pair_of(seeks.post(wanted, id(n), 0, Timestamp(0))).is_none());
        }
        let more = seeks.post(wanted(1, None, 3, Side::Random), id(4), 0, Timestamp(0));
        assert_eq!(more.map(|_| ()), Err(Refusal::TooMany));
        let me = wanted(1, None, 3, Side::Random).player;
        assert_eq!(seeks.join(me, wish(), id(1), 0).map(|_| ()), Err(Refusal::YourSeek));
        let you = wanted(2, None, 3, Side::Random).player;
        assert_eq!(seeks.join(you.clone(), wish(), id(9), 0).map(|_| ()), Err(Refusal::NoSeek));
        let closed = seeks.join(you, wish(), id(2), 0).map(|pair| pair.closed);
        assert_eq!(closed, Ok(vec![id(2), id(2), id(1), id(3)]), "who plays looks no more");
        assert!(seeks.list().is_empty());
    }

    #[test]
    fn one_address_does_not_fill_the_list() {
        let mut seeks = Seeks::default();
        let mut post = |who: u64, number: u32| {
            // No two want the same.
            let wanted = wanted(who, None, 1 + number, Side::Random);
            seeks.post(wanted, id(number.into()), 0, Timestamp(0)).map(|_| ())
        };
        let mut number = 0;
        for who in 0..14 {
            for _ in 0..EACH {
                number += 1;
                assert_eq!(post(who, number).is_ok(), number <= NEAR as u32, "{number}");
            }
        }
        assert_eq!(post(20, 100), Ok(()), "from elsewhere there is room");
    }

    #[test]
    fn the_longest_list_can_be_sent() {
        let mut seeks = Seeks::default();
        let name =
            Name::new(&"\u{10FFFD}".repeat(Name::MAX)).or_else(|_| Name::new(&"\u{1F600}".repeat(Name::MAX)));
        for who in 0..2 * ALL as u64 {
            let mut wanted = wanted(who, Some(u16::MAX), 180, Side::Random);
            wanted.player.name = name.clone().ok();
            // Nobody takes another's, whose side is the same.
            wanted.side = Side::White;
            wanted.terms.start = Start::FromPosition {
                fen:
                    "r1b1k1b1/1p1p1p1p/n1q1b1n1/1p1p1p1p/P1P1P1P1/1N1B1Q1N/P1P1P1P1/R1B1K1B1 w KQkq - 99 9999"
                        .to_owned()
                        .try_into()
                        .unwrap(),
            };
            wanted.network = std::net::Ipv4Addr::from_bits(who as u32).into();
            let posted = seeks.post(wanted, id(u128::MAX - u128::from(who)), 0, Timestamp(0));
            assert_eq!(posted.is_ok(), who < ALL as u64);
        }
        let crowd = protocol::Crowd { players: u32::MAX, games: u32::MAX, liveliest: None };
        let message = protocol::ToClient::Lobby { seeks: seeks.list(), crowd };
        let bytes = serde_json::to_vec(&message).unwrap().len();
        assert!(bytes < crate::socket::WRITE_BUFFER / 2, "{bytes}");
    }

    #[test]
    fn a_wish_that_is_sent_again_is_listed_once_and_stays_with_the_newer_connection() {
        let mut seeks = Seeks::default();
        let first = wanted(1, None, 3, Side::Random);
        seeks.post(first.clone(), id(1), 0, Timestamp(0)).unwrap();
        let again = Wanted { owner: ConnectionId(7), ..first };
        let found = seeks.post(again, id(2), 0, Timestamp(9)).unwrap();
        assert!(matches!(found, Found::Itself(seek) if seek == id(1)), "{found:?}");
        assert!(seeks.gone(ConnectionId(1)).is_empty(), "the old connection has nothing any more");
        assert_eq!(seeks.gone(ConnectionId(7)), [id(1)]);
    }

    #[test]
    fn only_the_owner_cancels() {
        let mut seeks = Seeks::default();
        seeks.post(wanted(1, None, 3, Side::Random), id(1), 0, Timestamp(0)).unwrap();
        assert_eq!(seeks.cancel(ConnectionId(2), id(1)), None);
        assert_eq!(seeks.cancel(ConnectionId(1), id(1)), Some(id(1)));
        seeks.post(wanted(1, None, 3, Side::Random), id(2), 0, Timestamp(0)).unwrap();
        assert_eq!(seeks.gone(ConnectionId(1)), [id(2)]);
        assert!(seeks.close_all().is_empty());
    }
}
