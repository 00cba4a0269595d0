//! What is lost on the way is not lost.

use client::online::{ConnectionStatus, JoinIntent, NetworkEvent, OnlineCommand};
use client::{Event, Problem};
use protocol::{
    ActionError, ActionId, CloseReason, EventNumber, GameId, PlayerAction, Seat, ToClient, ToServer,
};
use rules::Color;

use crate::player::{Network, TestPlayer};
use crate::server::{ANN, BEN, GAME};

fn two_players() -> Network {
    Network::new(vec![TestPlayer::to_play(ANN, 1), TestPlayer::to_play(BEN, 2)])
}

fn check_boards(room: &Network, expected: &str) {
    for person in &room.players {
        assert_eq!(person.sans(), expected, "{:?}", person.who);
    }
    assert_eq!(room.server.game.sans().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn a_move_made_offline_is_sent_after_reconnecting() {
    let mut room = two_players();
    room.players[0].disconnect();
    let connection = |person: &TestPlayer| person.view().online().connection().status(person.now);
    assert!(matches!(connection(&room.players[0]), ConnectionStatus::Lost { .. }));
    room.players[0].play("e4");
    assert_eq!(room.players[0].sans(), "e4");
    assert_eq!(room.server.game.plies(), 0);
    room.deliver_all();
    assert!(matches!(connection(&room.players[0]), ConnectionStatus::Connected { .. }));
    check_boards(&room, "e4");
}

#[test]
fn a_move_with_a_lost_confirmation_is_not_repeated() {
    let mut room = two_players();
    room.players[0].play("e4");
    while room.deliver(0) {}
    assert_eq!(room.server.game.plies(), 1);
    room.players[0].disconnect();
    assert_eq!(room.players[0].sans(), "e4");
    room.deliver_all();
    check_boards(&room, "e4");
    assert_eq!(room.players[0].view().problem(), None);
    assert_eq!(room.players[0].view().online().outbox().actions(), []);
}

#[test]
fn an_unconfirmed_move_survives_a_reload() {
    let mut room = two_players();
    room.players[0].disconnect();
    room.players[0].play("e4");
    room.players[0].reload();
    room.deliver_all();
    check_boards(&room, "e4");
    assert_eq!(room.players[0].kept, "");
}

#[test]
fn a_banned_player_loses_the_seat_and_the_outbox() {
    let mut room = two_players();
    room.players[0].play("e4");
    room.deliver_all();
    let ann = &mut room.players[0];
    ann.play("d4"); // meant for the next turn
    assert_eq!(ann.view().online().game().unwrap().seat(), Some(Seat::White));
    ann.coming.push_back(ToClient::Farewell { reason: CloseReason::Banned, retry: None });
    while ann.receive() {}
    let connection = ann.view().online().connection().status(ann.now);
    assert_eq!(connection, ConnectionStatus::ClosedByServer(Some(CloseReason::Banned)));
    assert_eq!(ann.view().online().game().unwrap().seat(), None);
    assert!(!ann.view().local_game().is_local(Color::White) && ann.view().online().me().is_none());
    assert_eq!((ann.sans(), ann.kept.as_str()), ("e4".to_owned(), ""));
    ann.play("d4");
    assert_eq!(ann.view().online().outbox().actions(), [], "nothing waits to be sent");
    ann.advance(60_000);
    assert_eq!(ann.view().online().connection().status(ann.now), connection, "nor is it tried again");
}

#[test]
fn gaps_are_requested_once_and_duplicates_ignored() {
    let mut room = two_players();
    let known = room.server.log.len();
    for (id, ply, uci) in [(1, 0, "e2e4"), (2, 1, "e7e5"), (3, 2, "g1f3")] {
        let uci = rules::UciMove::parse(uci.as_bytes()).unwrap();
        let who = if ply % 2 == 0 { ANN } else { BEN };
        room.server.act(who, ActionId::from_bits(id), &PlayerAction::play(game::Ply(ply), uci));
    }
    // The first of the three gets lost.
    let ann = &mut room.players[0];
    for from in [known + 1, known + 2] {
        let ToClient::Events { game, now, events } = room.server.events(from) else { panic!() };
        ann.coming.push_back(ToClient::Events { game, now, events: events[..1].to_vec() });
        ann.receive();
    }
    assert_eq!(ann.sans(), "");
    let asked = ToServer::Enter { game: GAME, since: Some(EventNumber(known as u32 - 1)) };
    assert_eq!(ann.sent.iter().filter(|message| **message == asked).count(), 1);
    room.deliver_all();
    assert_eq!(room.players[0].sans(), "e4 e5 Nf3");
    room.players[0].coming.push_back(room.server.events(known));
    room.players[0].coming.push_back(room.server.events(known));
    room.broadcast(known);
    room.deliver_all();
    check_boards(&room, "e4 e5 Nf3");
}

#[test]
fn storage_errors_are_retried() {
    let mut room = two_players();
    room.server.is_broken = true;
    room.players[0].play("e4");
    room.deliver_all();
    assert_eq!(room.players[0].sans(), "e4", "it is not refused, it waits");
    assert_eq!(room.players[0].view().problem(), None);
    room.server.is_broken = false;
    room.players[0].advance(1_000);
    room.deliver_all();
    check_boards(&room, "e4");
}

#[test]
fn a_late_confirmation_is_reported() {
    let mut room = two_players();
    let ann = &mut room.players[0];
    ann.play("e4");
    let is_late = |ann: &TestPlayer| ann.view().online().outbox().is_late(ann.now);
    ann.advance(2_900);
    assert!(!is_late(ann));
    ann.advance(100);
    assert!(
        is_late(ann) && ann.view().online().connection().is_connected(),
        "long before the connection is given up"
    );
    room.deliver_all();
    assert!(!is_late(&room.players[0]));
    check_boards(&room, "e4");
}

#[test]
fn going_offline_drops_the_connection_at_once() {
    let mut room = two_players();
    room.players[0].send(Event::Network(NetworkEvent::Offline));
    assert!(!room.players[0].view().online().connection().is_connected());
    assert_eq!(room.players[0].call, None, "the socket is closed");
    room.players[0].play("e4");
    room.deliver_all();
    check_boards(&room, "e4");
}

#[test]
fn a_silent_connection_is_dropped() {
    let mut room = two_players();
    room.players[0].advance(19_000);
    assert!(room.players[0].view().online().connection().is_connected());
    room.players[0].advance(2_000);
    assert!(!room.players[0].view().online().connection().is_connected());
    room.deliver_all();
    assert!(room.players[0].view().online().connection().is_connected());
}

#[test]
fn messages_of_an_old_connection_are_ignored() {
    let mut room = two_players();
    let (old, who) = (room.players[0].call.unwrap(), room.players[0].who);
    room.players[0].disconnect();
    room.deliver_all();
    let state = Box::new(room.server.state(who));
    room.players[0].send(Event::Network(client::online::NetworkEvent::Closed(old)));
    assert!(room.players[0].view().online().connection().is_connected(), "the new one holds");
    room.players[0].send(Event::Network(client::online::NetworkEvent::Message(old, state)));
    check_boards(&room, "");
}

#[test]
fn an_unknown_game_is_reported() {
    let mut room = two_players();
    let nowhere = GameId::from_bits(404);
    room.players[0].online_command(OnlineCommand::EnterGame { game: nowhere, purpose: JoinIntent::Watch });
    room.deliver_all();
    assert_eq!(room.players[0].view().problem(), Some(&Problem::RejectedByServer(ActionError::NoGame)));
    assert_eq!(room.players[0].view().online().game().unwrap().entry_error(), Some(ActionError::NoGame));
}

#[test]
fn disconnecting_stops_reconnecting() {
    let mut room = two_players();
    room.players[0].online_command(OnlineCommand::Disconnect);
    assert_eq!(room.players[0].call, None);
    room.players[0].advance(60_000);
    assert_eq!(room.players[0].view().next_connection_deadline(), None);
    room.players[0].online_command(OnlineCommand::Retry);
    assert_eq!(room.players[0].view().next_connection_deadline(), None, "nor when the network comes back");
    room.players[0].online_command(OnlineCommand::Connect { seed: 9 });
    room.deliver_all();
    room.players[0].play("e4");
    room.deliver_all();
    check_boards(&room, "e4");
}
