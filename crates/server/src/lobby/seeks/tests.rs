//! Pairing of seeks.

use game::{Allowance, Bonus, TimeControl};
use protocol::{
    OnlineTimeControl, PlayerId, PlayerKind, PlayerName, PublicRating, RatingMode, RatingStatus,
    StartPosition, Visibility,
};

use super::*;

fn terms(minutes: u32) -> GameSetup {
    let side = Allowance::new(Millis::minutes(minutes), Bonus::None).unwrap();
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(TimeControl::same(side)).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

fn request(who: u64, rating: Option<u16>, minutes: u32, side: ColorPreference) -> SeekRequest {
    let rating = rating.map(|value| PublicRating { value, trust: RatingStatus::Established });
    let id = Some(PlayerId::from_bits(who.into()));
    let player = PlayerInfo { id, name: None, standing: PlayerKind::Account, rating, bot: false };
    // A new request each time.
    let request_id = crate::random::id();
    SeekRequest {
        request_id,
        owner: ConnectionId(who.into()),
        token: None,
        expires: None,
        network: network(who),
        player,
        terms: terms(minutes),
        side,
        rating_range: None,
    }
}

/// Twenty players share an address.
fn network(who: u64) -> IpAddr {
    std::net::Ipv4Addr::from_bits((who / 20) as u32).into()
}

fn id(bits: u128) -> SeekId {
    SeekId::from_bits(bits)
}

fn request_id() -> ActionId {
    ActionId::from_bits(0)
}

fn pair_of(found: Result<PostResult, ActionError>) -> Option<Pairing> {
    match found.unwrap() {
        PostResult::Paired(pairing) => Some(*pairing),
        PostResult::NoMatch { .. } => None,
        PostResult::Duplicate(seek) => panic!("{seek} is there already"),
    }
}

/// Posts seeks at the same time; the last one must be paired with `partner`, if any.
#[track_caller]
fn check(posts: &[(Option<u16>, u32, ColorPreference)], partner: Option<u64>) -> Option<Pairing> {
    let mut seeks = SeekPool::default();
    let mut found = None;
    for (index, &(rating, minutes, side)) in posts.iter().enumerate() {
        let request = request(index as u64, rating, minutes, side);
        found = pair_of(seeks.post(request, id(index as u128), 0, Timestamp(0)));
        assert!(index + 1 == posts.len() || found.is_none(), "{index} was paired");
    }
    let expected = partner.map(|partner| PlayerId::from_bits(partner.into()));
    assert_eq!(found.as_ref().map(|pairing| pairing.first.player.id), expected.map(Some));
    found
}

#[test]
fn matching_terms_are_paired() {
    let any = ColorPreference::Random;
    check(&[(None, 3, any), (None, 3, any)], Some(0));
    check(&[(None, 3, any), (None, 5, any)], None);
    check(&[(None, 5, any), (None, 3, any), (Some(1_500), 3, any)], Some(1));
}

#[test]
fn the_nearest_rating_is_preferred() {
    let any = ColorPreference::Random;
    check(&[(Some(1_500), 3, any), (Some(1_800), 3, any), (Some(1_700), 3, any)], Some(1));
    check(&[(Some(1_500), 3, any), (Some(1_900), 3, any)], None);
}

#[test]
fn side_preferences_are_respected() {
    let seats = |a, b| {
        check(&[(None, 3, a), (None, 3, b)], Some(0)).map(|pairing| (pairing.first.seat, pairing.second.seat))
    };
    assert_eq!(seats(ColorPreference::White, ColorPreference::Random), Some((Seat::White, Seat::Black)));
    assert_eq!(seats(ColorPreference::Black, ColorPreference::White), Some((Seat::Black, Seat::White)));
    assert_eq!(seats(ColorPreference::Random, ColorPreference::White), Some((Seat::Black, Seat::White)));
    check(&[(None, 3, ColorPreference::White), (None, 3, ColorPreference::White)], None);
}

#[test]
fn the_allowed_rating_gap_grows_while_waiting() {
    let mut seeks = SeekPool::default();
    let any = ColorPreference::Random;
    for (who, rating) in [(1, 1_500), (2, 1_900)] {
        let request = request(who, Some(rating), 3, any);
        assert!(pair_of(seeks.post(request, id(who.into()), 0, Timestamp(0))).is_none());
    }
    assert!(seeks.pair_waiting(0, Timestamp(4_999)).is_none());
    let pairing = seeks.pair_waiting(0, Timestamp(5_000)).unwrap();
    assert_eq!(pairing.closed, [id(1), id(2)]);
    assert!(seeks.list().is_empty());
}

#[test]
fn a_player_is_never_paired_with_themself() {
    let mut seeks = SeekPool::default();
    for n in 1..=3 {
        let request = request(1, None, 3, ColorPreference::Random);
        assert!(pair_of(seeks.post(request, id(n), 0, Timestamp(0))).is_none());
    }
    let more = seeks.post(request(1, None, 3, ColorPreference::Random), id(4), 0, Timestamp(0));
    assert_eq!(more.map(|_| ()), Err(ActionError::TooMany));
    let me = request(1, None, 3, ColorPreference::Random).player;
    assert_eq!(seeks.join(me, request_id(), id(1), 0).map(|_| ()), Err(ActionError::YourSeek));
    let you = request(2, None, 3, ColorPreference::Random).player;
    assert_eq!(seeks.join(you.clone(), request_id(), id(9), 0).map(|_| ()), Err(ActionError::NoSeek));
    let closed = seeks.join(you, request_id(), id(2), 0).map(|pairing| pairing.closed);
    assert_eq!(closed, Ok(vec![id(2), id(2), id(1), id(3)]), "paired players have no open seeks");
    assert!(seeks.list().is_empty());
}

#[test]
fn seeks_are_limited_per_network() {
    let mut seeks = SeekPool::default();
    let mut post = |who: u64, number: u32| {
        // All terms differ.
        let request = request(who, None, 1 + number, ColorPreference::Random);
        seeks.post(request, id(number.into()), 0, Timestamp(0)).map(|_| ())
    };
    let mut number = 0;
    for who in 0..14 {
        for _ in 0..MAX_PER_PLAYER {
            number += 1;
            assert_eq!(post(who, number).is_ok(), number <= MAX_PER_NETWORK as u32, "{number}");
        }
    }
    assert_eq!(post(20, 100), Ok(()), "another network is not limited");
}

#[test]
fn a_full_lobby_makes_room_for_networks_with_fewer_seeks() {
    let mut seeks = SeekPool::default();
    let mut post = |network: &str, number: u32| {
        // All terms and players differ.
        let request = request(number.into(), None, 1 + number % 180, ColorPreference::White);
        let request = SeekRequest { network: network.parse().unwrap(), ..request };
        seeks.post(request, id(number.into()), 0, Timestamp(0))
    };
    for number in 0..200 {
        post(&format!("10.0.0.{}", 1 + number / 40), number).unwrap();
    }
    for number in 200..240 {
        let PostResult::NoMatch { displaced } = post("10.0.1.1", number).unwrap() else { panic!("paired") };
        let displaced = displaced.expect("the list was full").bits();
        assert!(displaced < 200, "{displaced} is of the newcomer");
        if number >= 230 {
            break;
        }
    }
    assert_eq!(seeks.list().len(), MAX_TOTAL);
    let left = |from: u32| {
        (from..from + 40).filter(|&n| seeks.list().iter().any(|seek| seek.id == id(n.into()))).count()
    };
    assert_eq!([left(0), left(40), left(80), left(120), left(160)].iter().max(), Some(&34));
    assert_eq!([left(0), left(40), left(80), left(120), left(160)].iter().min(), Some(&33));
}

#[test]
fn the_longest_list_fits_the_write_buffer() {
    let mut seeks = SeekPool::default();
    let name = PlayerName::new(&"\u{10FFFD}".repeat(PlayerName::MAX_CHARS))
        .or_else(|_| PlayerName::new(&"\u{1F600}".repeat(PlayerName::MAX_CHARS)));
    for who in 0..2 * MAX_TOTAL as u64 {
        let mut request = request(who, Some(u16::MAX), 180, ColorPreference::Random);
        request.player.name = name.clone().ok();
        // All want White, so none are paired.
        request.side = ColorPreference::White;
        request.terms.start = StartPosition::FromPosition {
            fen: "r1b1k1b1/1p1p1p1p/n1q1b1n1/1p1p1p1p/P1P1P1P1/1N1B1Q1N/P1P1P1P1/R1B1K1B1 w KQkq - 99 9999"
                .to_owned()
                .try_into()
                .unwrap(),
        };
        request.network = std::net::Ipv4Addr::from_bits(who as u32).into();
        let outcome = seeks.post(request, id(u128::MAX - u128::from(who)), 0, Timestamp(0));
        assert!(outcome.is_ok() || who >= MAX_TOTAL as u64);
        assert_eq!(seeks.list().len(), MAX_TOTAL.min(who as usize + 1));
    }
    let crowd = protocol::LobbyStats { players: u32::MAX, games: u32::MAX, liveliest: None };
    let message = protocol::ToClient::Lobby { seeks: seeks.list(), crowd };
    let bytes = serde_json::to_vec(&message).unwrap().len();
    assert!(bytes < crate::socket::MAX_WRITE_BUFFER / 2, "{bytes}");
}

#[test]
fn a_retried_seek_moves_to_the_new_connection() {
    let mut seeks = SeekPool::default();
    let first = request(1, None, 3, ColorPreference::Random);
    seeks.post(first.clone(), id(1), 0, Timestamp(0)).unwrap();
    let again = SeekRequest { owner: ConnectionId(7), ..first };
    let found = seeks.post(again, id(2), 0, Timestamp(9)).unwrap();
    assert!(matches!(found, PostResult::Duplicate(seek) if seek == id(1)), "{found:?}");
    assert!(
        seeks.remove_owner(SeekOwner::Connection(ConnectionId(1))).is_empty(),
        "the old connection owns no seek"
    );
    assert_eq!(seeks.remove_owner(SeekOwner::Connection(ConnectionId(7))), [id(1)]);
}

#[test]
fn only_the_owner_can_cancel() {
    let mut seeks = SeekPool::default();
    seeks.post(request(1, None, 3, ColorPreference::Random), id(1), 0, Timestamp(0)).unwrap();
    let [one, two] = [1, 2].map(PlayerId::from_bits);
    assert_eq!(seeks.cancel(ConnectionId(2), one, id(1)), None, "another window of the player");
    assert_eq!(seeks.cancel(ConnectionId(2), two, id(1)), None);
    assert_eq!(seeks.cancel(ConnectionId(1), one, id(1)), Some(id(1)));
    seeks.post(request(1, None, 3, ColorPreference::Random), id(2), 0, Timestamp(0)).unwrap();
    assert_eq!(seeks.remove_owner(SeekOwner::Connection(ConnectionId(1))), [id(2)]);
    assert!(seeks.close_all().is_empty());
}

#[test]
fn lasting_seeks_expire_and_are_cancelled_by_every_connection_of_the_player() {
    let lasting = |who, number: u128, expires| {
        let request = request(who, None, number as u32, ColorPreference::Random);
        SeekRequest { expires: Some(Timestamp(expires)), ..request }
    };
    let mut seeks = SeekPool::default();
    for (number, expires) in [(1, 50), (2, 70), (3, 90)] {
        seeks.post(lasting(1, number, expires), id(number), 0, Timestamp(0)).unwrap();
    }
    assert!(seeks.list().iter().all(|seek| seek.lasting));
    let [one, two] = [1, 2].map(PlayerId::from_bits);
    assert_eq!(seeks.cancel(ConnectionId(9), two, id(3)), None, "of another player");
    assert_eq!(seeks.cancel(ConnectionId(9), one, id(3)), Some(id(3)));
    assert!(!seeks.has_expired(Timestamp(49)) && seeks.has_expired(Timestamp(50)));
    assert_eq!(seeks.remove_expired(Timestamp(50)), [id(1)]);
    assert_eq!(seeks.list().len(), 1);
}

#[test]
fn seeks_are_for_opponents_in_their_range() {
    let check = |waiting: (u16, &str), new: (Option<u16>, &str), expected: bool| {
        let mut seeks = SeekPool::default();
        let seek = |who, rating, range: &str| SeekRequest {
            rating_range: range.parse().ok(),
            ..request(who, rating, 3, ColorPreference::Random)
        };
        seeks.post(seek(1, Some(waiting.0), waiting.1), id(1), 0, Timestamp(0)).unwrap();
        let joined = seeks.clone().join(seek(2, new.0, "").player, request_id(), id(1), 0);
        let is_wanted =
            waiting.1.parse::<RatingRange>().is_ok_and(|range| range.includes(&seek(2, new.0, "").player));
        assert_eq!(joined.is_ok(), is_wanted || waiting.1.is_empty(), "join {waiting:?} {new:?}");
        // Long enough for any difference of ratings.
        let found = seeks.post(seek(2, new.0, new.1), id(2), 0, Timestamp(100_000));
        assert_eq!(pair_of(found).is_some(), expected, "{waiting:?} {new:?}");
    };
    check((1_500, ""), (Some(1_900), ""), true);
    check((1_500, "1400-1600"), (Some(1_600), ""), true);
    check((1_500, "1400-1600"), (Some(1_601), ""), false);
    check((1_500, ""), (Some(1_900), "1800-2000"), false);
    check((1_850, "1800-2000"), (Some(1_900), "1800-2000"), true);
    check((1_500, "0-4000"), (None, ""), false);
}
