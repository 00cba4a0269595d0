//! Server clocks, deadlines and presence.

use client::online::{ConnectionStatus, DisconnectCause, NetworkEvent, OpponentAbsence};
use client::{Announcement, BoardCommand, Event, Language, Locale};
use game::{Allowance, Bonus, Millis, Ruleset, TimeControl, Timestamp};
use protocol::*;
use rules::Color;

use crate::player::TestPlayer;
use crate::server::{ANN, BEN, FakeServer, GAME, player};

/// Server time at local time 0, less the delay of the first message.
const SERVER: u64 = 1_000_000;

fn span(seconds: u64) -> DurationMillis {
    DurationMillis(seconds * 1_000)
}

fn clocks(white: u64, black: u64, running: Option<Seat>) -> Option<ClockTimes> {
    Some(ClockTimes { white: span(white), black: span(black), running, delay: None })
}

/// Ann in a three-minute game after two moves, with her clock running.
fn ann() -> TestPlayer {
    let mut ann = TestPlayer::to_play(ANN, 1);
    ann.welcome(&FakeServer::new());
    ann.receive();
    let allowance = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
    let played = |uci: &str| MoveRecord {
        uci: WireMove(rules::UciMove::parse(uci.as_bytes()).unwrap()),
        spent: None,
        lag: None,
        left: Some(span(180)),
    };
    let rated = |who| PlayerInfo {
        rating: Some(PublicRating { value: 1_500, trust: RatingStatus::Provisional }),
        ..player(who)
    };
    let state = GameState {
        number: EventNumber(4),
        about: GameInfo {
            ruleset: Ruleset::Standard,
            fen: rules::Setup::start().to_string(),
            control: OnlineTimeControl::new(TimeControl::same(allowance)).unwrap(),
            stakes: RatingMode::Rated,
            visibility: Visibility::Public,
            rematch_of: None,
        },
        opened: UnixMillis(SERVER),
        seats: BySeat { white: Some(rated(ANN)), black: Some(rated(BEN)) },
        moves: vec![played("e2e4"), played("e7e5")],
        clocks: clocks(180, 180, Some(Seat::White)),
        first_move_by: None,
        offers: Vec::new(),
        result: None,
        ratings: None,
        rematch: None,
    };
    let you = Some(Seat::White);
    deliver(&mut ann, ToClient::State { game: GAME, now: UnixMillis(SERVER), you, state: Box::new(state) });
    ann
}

fn deliver(user: &mut TestPlayer, message: ToClient) {
    user.coming.push_back(message);
    user.receive();
}

fn deliver_event(user: &mut TestPlayer, number: u32, at: u64, kind: GameEventKind) {
    let event =
        GameEvent { number: EventNumber(number), at: UnixMillis(SERVER + at), first_move_by: None, kind };
    let now = UnixMillis(SERVER + user.now.0);
    deliver(user, ToClient::Events { game: GAME, now, events: vec![event] });
}

fn left(user: &TestPlayer, color: Color) -> u64 {
    user.view().clock(color).unwrap().left.0
}

#[test]
fn clocks_run_locally_and_follow_the_server() {
    let mut ann = ann();
    ann.advance(1_500);
    assert_eq!((left(&ann, Color::White), left(&ann, Color::Black)), (178_500, 180_000));
    ann.play("Nf3");
    ann.advance(300);
    assert_eq!(left(&ann, Color::White), 178_200, "only the server stops it");
    let played = MoveRecord {
        uci: WireMove(rules::UciMove::parse(b"g1f3").unwrap()),
        spent: Some(DurationMillis(1_500)),
        lag: Some(DurationMillis(200)),
        left: Some(DurationMillis(180_500)),
    };
    let clocks = Some(ClockTimes {
        white: DurationMillis(180_500),
        black: span(180),
        running: Some(Seat::Black),
        delay: None,
    });
    deliver_event(&mut ann, 5, 1_700, GameEventKind::Moved { ply: game::Ply(2), played, clocks });
    assert_eq!(left(&ann, Color::White), 180_500);
    assert_eq!(left(&ann, Color::Black), 179_900, "it runs since the move, not since the message");
    ann.advance(2_000);
    assert_eq!(left(&ann, Color::Black), 177_900);
    let pgn = ann.view().local_game().pgn().to_string();
    assert!(pgn.contains("[%clk 0:03:00.5]"), "{pgn}");
}

#[test]
fn only_the_server_ends_a_game_on_time() {
    let mut ann = ann();
    ann.advance(15_000);
    deliver(&mut ann, ToClient::Beat { now: UnixMillis(SERVER + 15_000), lag: Some(DurationMillis(40)) });
    for _ in 0..20 {
        ann.advance(10_000);
        let now = UnixMillis(SERVER + ann.now.0);
        deliver(&mut ann, ToClient::Beat { now, lag: None });
    }
    assert_eq!(left(&ann, Color::White), 0);
    assert_eq!(ann.view().local_game().game().outcome(), None);
    let outcome = game::Outcome::new(Some(Color::Black), game::Ending::Timeout).unwrap();
    let result = GameResult(outcome);
    deliver_event(&mut ann, 5, 180_000, GameEventKind::Ended { result, clocks: clocks(0, 180, None) });
    assert_eq!(ann.view().local_game().game().outcome(), Some(outcome));
    let rating = |value| PublicRating { value, trust: RatingStatus::Provisional };
    let ratings = BySeat { white: rating(1_492), black: rating(1_508) };
    deliver_event(&mut ann, 6, 180_000, GameEventKind::Rated { ratings });
    assert_eq!(ann.view().online().game().unwrap().rating_change(Seat::White), Some((rating(1_492), -8)));
    assert_eq!(ann.view().next_flag_at(), None, "no clock runs");
}

#[test]
fn disconnecting_pauses_the_clocks_and_clears_presence() {
    let check = |lose: fn(&mut TestPlayer), cause: DisconnectCause| {
        let mut ann = ann();
        let players = BySeat { white: SeatPresence::Here, black: SeatPresence::Here };
        deliver(&mut ann, ToClient::Presence { game: GAME, players, watchers: 0 });
        ann.advance(10_000);
        lose(&mut ann);
        let connection = ann.view().online().connection().status(ann.now);
        assert!(
            matches!(connection, ConnectionStatus::Lost { cause: received, .. } if received == cause),
            "{connection:?}"
        );
        for _ in 0..100 {
            ann.advance(10_000);
        }
        assert_eq!((left(&ann, Color::White), left(&ann, Color::Black)), (170_000, 180_000));
        assert!(!ann.heard.iter().any(|heard| matches!(heard, Announcement::LowTime(_))));
        assert_eq!(ann.view().online().game().unwrap().presence_of(Seat::Black), SeatPresence::Unasked);
        // Reconnected: nothing was missed, and the server's clock has run on.
        while ann.socket.is_none() {
            ann.advance(100);
        }
        deliver(&mut ann, ToClient::Welcome { you: player(ANN), now: UnixMillis(SERVER + 20_000) });
        assert!(ann.view().online().connection().is_connected());
        deliver(
            &mut ann,
            ToClient::Events { game: GAME, now: UnixMillis(SERVER + 20_000), events: Vec::new() },
        );
        assert_eq!(left(&ann, Color::White), 160_000);
        ann.advance(1_000);
        assert_eq!(left(&ann, Color::White), 159_000, "it runs");
    };
    let farewell = |ann: &mut TestPlayer| {
        let (reason, retry) = (CloseReason::Closing, Some(DurationMillis(1_000)));
        deliver(ann, ToClient::Farewell { reason, retry });
    };
    check(TestPlayer::disconnect, DisconnectCause::Unknown);
    check(|ann| ann.send(Event::Network(NetworkEvent::Offline)), DisconnectCause::Unknown);
    check(farewell, DisconnectCause::Restart);
}

#[test]
fn disconnecting_on_own_time_is_reported() {
    let said = |ann: &TestPlayer| {
        Locale::new(Language::English).connection_messages(ann.view().online(), ann.now)[1..].join(" ")
    };
    let mut ann = ann();
    assert!(Locale::new(Language::English).connection_messages(ann.view().online(), ann.now).is_empty());
    ann.disconnect();
    assert_eq!(said(&ann), "Your clock may be running.");
    ann.play("Nf3");
    assert_eq!(said(&ann), "Your clock may be running. Your move is saved and will be sent.");
    let mut received = self::ann();
    deliver(
        &mut received,
        ToClient::Farewell { reason: CloseReason::Closing, retry: Some(DurationMillis(1_000)) },
    );
    assert_eq!(said(&received), "", "the server has said that it stops the clocks");
}

#[test]
fn an_interruption_is_reported_for_a_while() {
    let mut ann = ann();
    let received = |ann: &TestPlayer| {
        let online = ann.view().online();
        online.game().unwrap().interruption(online.server_time(), ann.now)
    };
    assert_eq!(received(&ann), None);
    ann.advance(5_000);
    deliver_event(
        &mut ann,
        5,
        5_000,
        GameEventKind::Interrupted { away: span(42), clocks: clocks(170, 180, None) },
    );
    assert_eq!(received(&ann), Some(Millis::seconds(42)));
    ann.advance(14_000);
    assert!(received(&ann).is_some());
    ann.advance(2_000);
    assert_eq!(received(&ann), None);
}

#[test]
fn reconnecting_is_frequent_while_a_clock_runs() {
    let mut ann = ann();
    let mut tries = 0;
    for _ in 0..600 {
        if ann.socket.is_some() {
            tries += 1;
            ann.disconnect();
        }
        ann.advance(100);
    }
    assert!((20..=40).contains(&tries), "{tries} in a minute");
}

#[test]
fn online_clocks_cannot_be_paused() {
    let mut ann = ann();
    let actions = ann.view().actions();
    assert!(!actions.pause && !actions.resume && !actions.abort && actions.resign.white);
    ann.send(Event::Command(BoardCommand::Pause));
    ann.advance(1_000);
    assert_eq!(left(&ann, Color::White), 179_000);
}

#[test]
fn a_win_can_be_claimed_after_the_opponent_left() {
    let mut ann = ann();
    let presence = |black| ToClient::Presence {
        game: GAME,
        players: BySeat { white: SeatPresence::Here, black },
        watchers: 2,
    };
    let absence = |ann: &TestPlayer| {
        let online = ann.view().online();
        online.game().unwrap().opponent_absence(online.server_time(), ann.now)
    };
    deliver(&mut ann, presence(SeatPresence::Here));
    assert_eq!(absence(&ann), None);
    assert_eq!(ann.view().online().game().unwrap().watchers(), 2);
    deliver(&mut ann, presence(SeatPresence::Away { claim: Some(UnixMillis(SERVER + 30_000)) }));
    ann.advance(10_000);
    assert_eq!(absence(&ann), Some(OpponentAbsence { claim_in: Some(Millis::seconds(20)) }));
    deliver(&mut ann, ToClient::Beat { now: UnixMillis(SERVER + 10_000), lag: None });
    ann.advance(19_000);
    deliver(&mut ann, ToClient::Beat { now: UnixMillis(SERVER + 29_000), lag: None });
    ann.advance(2_000);
    assert_eq!(absence(&ann), Some(OpponentAbsence { claim_in: Some(Millis::ZERO) }));
    deliver(&mut ann, presence(SeatPresence::Away { claim: None }));
}

#[test]
fn the_first_move_deadline_is_shown() {
    let mut ann = ann();
    let kind = GameEventKind::TakenBack { plies: 2, clocks: clocks(180, 180, None) };
    let by = Some(UnixMillis(SERVER + 30_000));
    let event = GameEvent { number: EventNumber(5), at: UnixMillis(SERVER), first_move_by: by, kind };
    deliver(&mut ann, ToClient::Events { game: GAME, now: UnixMillis(SERVER), events: vec![event] });
    ann.now = Timestamp(10_000);
    let online = ann.view().online();
    let left = online.game().unwrap().time_to_first_move(online.server_time(), ann.now);
    assert_eq!(left, Some(Millis::seconds(20)));
    assert!(ann.view().clock(Color::White).is_some_and(|face| !face.is_running));
}
