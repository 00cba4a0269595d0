//! What is lost on the way is not lost.

use client::online::{Connection, Incoming, Purpose, Wish};
use client::{Event, Problem};
use protocol::{Act, ActId, Farewell, GameId, Refusal, Seat, ToClient, ToServer};
use rules::Color;

use crate::person::{Person, Room};
use crate::server::{ANN, BEN, GAME};

fn two() -> Room {
    Room::new(vec![Person::to_play(ANN, 1), Person::to_play(BEN, 2)])
}

fn check_boards(room: &Room, expected: &str) {
    for person in &room.people {
        assert_eq!(person.sans(), expected, "{:?}", person.who);
    }
    assert_eq!(room.server.game.sans().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn a_move_made_without_a_connection_is_kept_and_sent() {
    let mut room = two();
    room.people[0].cut();
    let connection = |person: &Person| person.view().online().link().connection(person.now);
    assert!(matches!(connection(&room.people[0]), Connection::Lost { .. }));
    room.people[0].play("e4");
    assert_eq!(room.people[0].sans(), "e4");
    assert_eq!(room.server.game.plies(), 0);
    room.settle();
    assert!(matches!(connection(&room.people[0]), Connection::Up { .. }));
    check_boards(&room, "e4");
}

#[test]
fn a_move_whose_answer_was_lost_is_not_made_twice() {
    let mut room = two();
    room.people[0].play("e4");
    while room.deliver(0) {}
    assert_eq!(room.server.game.plies(), 1);
    room.people[0].cut();
    assert_eq!(room.people[0].sans(), "e4");
    room.settle();
    check_boards(&room, "e4");
    assert_eq!(room.people[0].view().problem(), None);
    assert_eq!(room.people[0].view().online().outbox().letters(), []);
}

#[test]
fn a_reload_keeps_the_move() {
    let mut room = two();
    room.people[0].cut();
    room.people[0].play("e4");
    room.people[0].reload();
    room.settle();
    check_boards(&room, "e4");
    assert_eq!(room.people[0].kept, "");
}

#[test]
fn whoever_is_banned_has_no_seat_any_more_and_keeps_nothing() {
    let mut room = two();
    room.people[0].play("e4");
    room.settle();
    let ann = &mut room.people[0];
    ann.play("d4"); // meant for the next turn
    assert_eq!(ann.view().online().game().unwrap().seat(), Some(Seat::White));
    ann.coming.push_back(ToClient::Farewell { reason: Farewell::Banned, retry: None });
    while ann.receive() {}
    let connection = ann.view().online().link().connection(ann.now);
    assert_eq!(connection, Connection::Ended(Some(Farewell::Banned)));
    assert_eq!(ann.view().online().game().unwrap().seat(), None);
    assert!(!ann.view().table().is_here(Color::White) && ann.view().online().me().is_none());
    assert_eq!((ann.sans(), ann.kept.as_str()), ("e4".to_owned(), ""));
    ann.play("d4");
    assert_eq!(ann.view().online().outbox().letters(), [], "nothing waits to be sent");
    ann.later(60_000);
    assert_eq!(ann.view().online().link().connection(ann.now), connection, "nor is it tried again");
}

#[test]
fn a_gap_is_asked_for_once_and_what_is_double_is_passed_over() {
    let mut room = two();
    let known = room.server.log.len();
    for (id, ply, uci) in [(1, 0, "e2e4"), (2, 1, "e7e5"), (3, 2, "g1f3")] {
        let uci = protocol::MoveText(rules::UciMove::parse(uci.as_bytes()).unwrap());
        let who = if ply % 2 == 0 { ANN } else { BEN };
        room.server.act(who, ActId::from_bits(id), &Act::Move { ply, uci });
    }
    // The first of the three gets lost.
    let ann = &mut room.people[0];
    for from in [known + 1, known + 2] {
        let ToClient::Events { game, now, events } = room.server.events(from) else { panic!() };
        ann.coming.push_back(ToClient::Events { game, now, events: events[..1].to_vec() });
        ann.receive();
    }
    assert_eq!(ann.sans(), "");
    let asked = ToServer::Enter { game: GAME, since: Some(known as u32 - 1) };
    assert_eq!(ann.sent.iter().filter(|message| **message == asked).count(), 1);
    room.settle();
    assert_eq!(room.people[0].sans(), "e4 e5 Nf3");
    room.people[0].coming.push_back(room.server.events(known));
    room.people[0].coming.push_back(room.server.events(known));
    room.tell_everybody(known);
    room.settle();
    check_boards(&room, "e4 e5 Nf3");
}

#[test]
fn a_server_that_cannot_store_is_asked_again() {
    let mut room = two();
    room.server.is_broken = true;
    room.people[0].play("e4");
    room.settle();
    assert_eq!(room.people[0].sans(), "e4", "it is not refused, it waits");
    assert_eq!(room.people[0].view().problem(), None);
    room.server.is_broken = false;
    room.people[0].later(1_000);
    room.settle();
    check_boards(&room, "e4");
}

#[test]
fn a_move_that_nobody_confirms_is_told_of() {
    let mut room = two();
    let ann = &mut room.people[0];
    ann.play("e4");
    let is_late = |ann: &Person| ann.view().online().outbox().is_late(ann.now);
    ann.later(2_900);
    assert!(!is_late(ann));
    ann.later(100);
    assert!(is_late(ann) && ann.view().online().link().is_up(), "long before the connection is given up");
    room.settle();
    assert!(!is_late(&room.people[0]));
    check_boards(&room, "e4");
}

#[test]
fn a_network_that_is_gone_is_not_waited_for() {
    let mut room = two();
    room.people[0].happen(Event::Incoming(Incoming::Unplugged));
    assert!(!room.people[0].view().online().link().is_up());
    assert_eq!(room.people[0].call, None, "the socket is closed");
    room.people[0].play("e4");
    room.settle();
    check_boards(&room, "e4");
}

#[test]
fn silence_is_an_end() {
    let mut room = two();
    room.people[0].later(19_000);
    assert!(room.people[0].view().online().link().is_up());
    room.people[0].later(2_000);
    assert!(!room.people[0].view().online().link().is_up());
    room.settle();
    assert!(room.people[0].view().online().link().is_up());
}

#[test]
fn what_comes_late_from_an_old_connection_is_passed_over() {
    let mut room = two();
    let (old, who) = (room.people[0].call.unwrap(), room.people[0].who);
    room.people[0].cut();
    room.settle();
    let state = Box::new(room.server.state(who));
    room.people[0].happen(Event::Incoming(client::online::Incoming::Dropped(old)));
    assert!(room.people[0].view().online().link().is_up(), "the new one holds");
    room.people[0].happen(Event::Incoming(client::online::Incoming::Heard(old, state)));
    check_boards(&room, "");
}

#[test]
fn a_game_that_there_is_not_is_said_so() {
    let mut room = two();
    let nowhere = GameId::from_bits(404);
    room.people[0].wish(Wish::Enter { game: nowhere, purpose: Purpose::Watch });
    room.settle();
    assert_eq!(room.people[0].view().problem(), Some(&Problem::Denied(Refusal::NoGame)));
    assert_eq!(room.people[0].view().online().game().unwrap().refused(), Some(Refusal::NoGame));
}

#[test]
fn who_hangs_up_is_not_called_back() {
    let mut room = two();
    room.people[0].wish(Wish::HangUp);
    assert_eq!(room.people[0].call, None);
    room.people[0].later(60_000);
    assert_eq!(room.people[0].view().connection_wakes_at(), None);
    room.people[0].wish(Wish::Retry);
    assert_eq!(room.people[0].view().connection_wakes_at(), None, "nor when the network comes back");
    room.people[0].wish(Wish::Connect { seed: 9 });
    room.settle();
    room.people[0].play("e4");
    room.settle();
    check_boards(&room, "e4");
}
