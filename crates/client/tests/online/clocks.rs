//! Clocks that a server keeps, deadlines, and who is there.

use client::online::{Absence, Cause, Connection, Incoming};
use client::{Act as ClientAct, Announcement, Event as ClientEvent, Language, Words};
use game::{Allowance, Bonus, Millis, Ruleset, TimeControl, Timestamp};
use protocol::*;
use rules::Color;

use crate::person::Person;
use crate::server::{ANN, BEN, GAME, Server, player};

/// The server's clock when ours is at 0, less what the first message takes.
const SERVER: u64 = 1_000_000;

fn span(seconds: u64) -> Span {
    Span(seconds * 1_000)
}

fn clocks(white: u64, black: u64, running: Option<Seat>) -> Option<Clocks> {
    Some(Clocks { white: span(white), black: span(black), running, delay: None })
}

/// Ann at a game of three minutes after two moves, her own clock running since `now`.
fn ann() -> Person {
    let mut ann = Person::to_play(ANN, 1);
    ann.welcome(&Server::new());
    ann.receive();
    let allowance = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
    let played = |uci: &str| Played {
        uci: MoveText(rules::UciMove::parse(uci.as_bytes()).unwrap()),
        spent: None,
        lag: None,
        left: Some(span(180)),
    };
    let rated =
        |who| Player { rating: Some(Rating { value: 1_500, trust: Trust::Provisional }), ..player(who) };
    let state = GameState {
        number: 4,
        about: About {
            ruleset: Ruleset::Standard,
            fen: rules::Setup::start().to_string(),
            control: Control::new(TimeControl::same(allowance)).unwrap(),
            stakes: Stakes::Rated,
            visibility: Visibility::Public,
            rematch_of: None,
        },
        opened: Moment(SERVER),
        seats: Both { white: Some(rated(ANN)), black: Some(rated(BEN)) },
        moves: vec![played("e2e4"), played("e7e5")],
        clocks: clocks(180, 180, Some(Seat::White)),
        first_move_by: None,
        offers: Vec::new(),
        result: None,
        ratings: None,
        rematch: None,
    };
    let you = Some(Seat::White);
    tell(&mut ann, ToClient::State { game: GAME, now: Moment(SERVER), you, state: Box::new(state) });
    ann
}

fn tell(person: &mut Person, message: ToClient) {
    person.coming.push_back(message);
    person.receive();
}

fn happens(person: &mut Person, number: u32, at: u64, happening: Happening) {
    let event = Event { number, at: Moment(SERVER + at), first_move_by: None, happening };
    let now = Moment(SERVER + person.now.0);
    tell(person, ToClient::Events { game: GAME, now, events: vec![event] });
}

fn left(person: &Person, color: Color) -> u64 {
    person.view().clock(color).unwrap().left.0
}

#[test]
fn clocks_run_smoothly_and_the_server_has_the_last_word() {
    let mut ann = ann();
    ann.later(1_500);
    assert_eq!((left(&ann, Color::White), left(&ann, Color::Black)), (178_500, 180_000));
    ann.play("Nf3");
    ann.later(300);
    assert_eq!(left(&ann, Color::White), 178_200, "nobody stops it but the server");
    let played = Played {
        uci: MoveText(rules::UciMove::parse(b"g1f3").unwrap()),
        spent: Some(Span(1_500)),
        lag: Some(Span(200)),
        left: Some(Span(180_500)),
    };
    let clocks =
        Some(Clocks { white: Span(180_500), black: span(180), running: Some(Seat::Black), delay: None });
    happens(&mut ann, 5, 1_700, Happening::Moved { ply: 2, played, clocks });
    assert_eq!(left(&ann, Color::White), 180_500);
    assert_eq!(left(&ann, Color::Black), 179_900, "it runs since the move, not since the message");
    ann.later(2_000);
    assert_eq!(left(&ann, Color::Black), 177_900);
    let pgn = ann.view().table().pgn().to_string();
    assert!(pgn.contains("[%clk 0:03:00.5]"), "{pgn}");
}

#[test]
fn a_flag_falls_when_the_server_says_so() {
    let mut ann = ann();
    ann.later(15_000);
    tell(&mut ann, ToClient::Beat { now: Moment(SERVER + 15_000), lag: Some(Span(40)) });
    for _ in 0..20 {
        ann.later(10_000);
        let now = Moment(SERVER + ann.now.0);
        tell(&mut ann, ToClient::Beat { now, lag: None });
    }
    assert_eq!(left(&ann, Color::White), 0);
    assert_eq!(ann.view().table().game().outcome(), None);
    let outcome = game::Outcome::new(Some(Color::Black), game::Ending::Timeout).unwrap();
    let result = GameResult(outcome);
    happens(&mut ann, 5, 180_000, Happening::Ended { result, clocks: clocks(0, 180, None) });
    assert_eq!(ann.view().table().game().outcome(), Some(outcome));
    let rating = |value| Rating { value, trust: Trust::Provisional };
    let ratings = Both { white: rating(1_492), black: rating(1_508) };
    happens(&mut ann, 6, 180_000, Happening::Rated { ratings });
    assert_eq!(ann.view().online().game().unwrap().rating_change(Seat::White), Some((rating(1_492), -8)));
    assert_eq!(ann.view().flags_at(), None, "nothing runs any more");
}

#[test]
fn without_a_connection_the_clocks_stand_and_nobody_is_known_to_be_there() {
    let check = |lose: fn(&mut Person), cause: Cause| {
        let mut ann = ann();
        let players = Both { white: Attendance::Here, black: Attendance::Here };
        tell(&mut ann, ToClient::Presence { game: GAME, players, watchers: 0 });
        ann.later(10_000);
        lose(&mut ann);
        let connection = ann.view().online().link().connection(ann.now);
        assert!(
            matches!(connection, Connection::Lost { cause: told, .. } if told == cause),
            "{connection:?}"
        );
        for _ in 0..100 {
            ann.later(10_000);
        }
        assert_eq!((left(&ann, Color::White), left(&ann, Color::Black)), (170_000, 180_000));
        assert!(!ann.heard.iter().any(|heard| matches!(heard, Announcement::LowTime(_))));
        assert_eq!(ann.view().online().game().unwrap().attendance(Seat::Black), Attendance::Unasked);
        // Back again: nothing was missed, and the server has gone on counting.
        while ann.call.is_none() {
            ann.later(100);
        }
        tell(&mut ann, ToClient::Welcome { you: player(ANN), now: Moment(SERVER + 20_000) });
        assert!(ann.view().online().link().is_up());
        tell(&mut ann, ToClient::Events { game: GAME, now: Moment(SERVER + 20_000), events: Vec::new() });
        assert_eq!(left(&ann, Color::White), 160_000);
        ann.later(1_000);
        assert_eq!(left(&ann, Color::White), 159_000, "it runs");
    };
    let farewell = |ann: &mut Person| {
        let (reason, retry) = (Farewell::Closing, Some(Span(1_000)));
        tell(ann, ToClient::Farewell { reason, retry });
    };
    check(Person::cut, Cause::Unknown);
    check(|ann| ann.happen(ClientEvent::Incoming(Incoming::Unplugged)), Cause::Unknown);
    check(farewell, Cause::Restart);
}

#[test]
fn whoever_is_cut_off_in_their_own_time_is_told() {
    let said = |ann: &Person| Words::new(Language::English).link(ann.view().online(), ann.now)[1..].join(" ");
    let mut ann = ann();
    assert!(Words::new(Language::English).link(ann.view().online(), ann.now).is_empty());
    ann.cut();
    assert_eq!(said(&ann), "Your clock may be running.");
    ann.play("Nf3");
    assert_eq!(said(&ann), "Your clock may be running. Your move is kept and will be sent.");
    let mut told = self::ann();
    tell(&mut told, ToClient::Farewell { reason: Farewell::Closing, retry: Some(Span(1_000)) });
    assert_eq!(said(&told), "", "the server has said that it stops the clocks");
}

#[test]
fn that_the_server_was_away_is_told_for_a_while() {
    let mut ann = ann();
    let told = |ann: &Person| {
        let online = ann.view().online();
        online.game().unwrap().interruption(online.time(), ann.now)
    };
    assert_eq!(told(&ann), None);
    ann.later(5_000);
    happens(&mut ann, 5, 5_000, Happening::Interrupted { away: span(42), clocks: clocks(170, 180, None) });
    assert_eq!(told(&ann), Some(Millis::seconds(42)));
    ann.later(14_000);
    assert!(told(&ann).is_some());
    ann.later(2_000);
    assert_eq!(told(&ann), None);
}

#[test]
fn while_a_clock_runs_a_server_is_tried_often() {
    let mut ann = ann();
    let mut tries = 0;
    for _ in 0..600 {
        if ann.call.is_some() {
            tries += 1;
            ann.cut();
        }
        ann.later(100);
    }
    assert!((20..=40).contains(&tries), "{tries} in a minute");
}

#[test]
fn nobody_pauses_a_server() {
    let mut ann = ann();
    let actions = ann.view().actions();
    assert!(!actions.pause && !actions.resume && !actions.abort && actions.resign.white);
    ann.happen(ClientEvent::Act(ClientAct::Pause));
    ann.later(1_000);
    assert_eq!(left(&ann, Color::White), 179_000);
}

#[test]
fn an_opponent_who_left_can_be_claimed_against_in_time() {
    let mut ann = ann();
    let presence = |black| ToClient::Presence {
        game: GAME,
        players: Both { white: Attendance::Here, black },
        watchers: 2,
    };
    let absence = |ann: &Person| {
        let online = ann.view().online();
        online.game().unwrap().absence(online.time(), ann.now)
    };
    tell(&mut ann, presence(Attendance::Here));
    assert_eq!(absence(&ann), None);
    assert_eq!(ann.view().online().game().unwrap().watchers(), 2);
    tell(&mut ann, presence(Attendance::Away { claim: Some(Moment(SERVER + 30_000)) }));
    ann.later(10_000);
    assert_eq!(absence(&ann), Some(Absence { claim_in: Some(Millis::seconds(20)) }));
    tell(&mut ann, ToClient::Beat { now: Moment(SERVER + 10_000), lag: None });
    ann.later(19_000);
    tell(&mut ann, ToClient::Beat { now: Moment(SERVER + 29_000), lag: None });
    ann.later(2_000);
    assert_eq!(absence(&ann), Some(Absence { claim_in: Some(Millis::ZERO) }));
    tell(&mut ann, presence(Attendance::Away { claim: None }));
}

#[test]
fn the_first_move_has_a_deadline() {
    let mut ann = ann();
    let happening = Happening::TakenBack { plies: 2, clocks: clocks(180, 180, None) };
    let by = Some(Moment(SERVER + 30_000));
    let event = Event { number: 5, at: Moment(SERVER), first_move_by: by, happening };
    tell(&mut ann, ToClient::Events { game: GAME, now: Moment(SERVER), events: vec![event] });
    ann.now = Timestamp(10_000);
    let online = ann.view().online();
    let left = online.game().unwrap().first_move_in(online.time(), ann.now);
    assert_eq!(left, Some(Millis::seconds(20)));
    assert!(ann.view().clock(Color::White).is_some_and(|face| !face.is_running));
}
