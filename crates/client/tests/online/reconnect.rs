//! Recovery after lost messages, disconnects and restarts.

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

fn check_boards(network: &Network, expected: &str) {
    for user in &network.players {
        assert_eq!(user.sans(), expected, "{:?}", user.who);
    }
    assert_eq!(network.server.game.sans().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn a_move_made_offline_is_sent_after_reconnecting() {
    let mut network = two_players();
    network.players[0].disconnect();
    let connection = |user: &TestPlayer| user.view().online().connection().status(user.now);
    assert!(matches!(connection(&network.players[0]), ConnectionStatus::Lost { .. }));
    network.players[0].play("e4");
    assert_eq!(network.players[0].sans(), "e4");
    assert_eq!(network.server.game.plies(), 0);
    network.deliver_all();
    assert!(matches!(connection(&network.players[0]), ConnectionStatus::Connected { .. }));
    check_boards(&network, "e4");
}

#[test]
fn a_move_with_a_lost_confirmation_is_not_repeated() {
    let mut network = two_players();
    network.players[0].play("e4");
    while network.deliver(0) {}
    assert_eq!(network.server.game.plies(), 1);
    network.players[0].disconnect();
    assert_eq!(network.players[0].sans(), "e4");
    network.deliver_all();
    check_boards(&network, "e4");
    assert_eq!(network.players[0].view().problem(), None);
    assert_eq!(network.players[0].view().online().outbox().actions(), []);
}

#[test]
fn an_unconfirmed_move_survives_a_reload() {
    let mut network = two_players();
    network.players[0].disconnect();
    network.players[0].play("e4");
    network.players[0].reload();
    network.deliver_all();
    check_boards(&network, "e4");
    assert_eq!(network.players[0].kept, "");
}

#[test]
fn a_banned_player_loses_the_seat_and_the_outbox() {
    let mut network = two_players();
    network.players[0].play("e4");
    network.deliver_all();
    let ann = &mut network.players[0];
    ann.play("d4"); // meant for the next turn
    assert_eq!(ann.view().online().game().unwrap().seat(), Some(Seat::White));
    ann.coming.push_back(ToClient::Farewell { reason: CloseReason::Banned, retry: None });
    while ann.receive() {}
    let connection = ann.view().online().connection().status(ann.now);
    assert_eq!(connection, ConnectionStatus::ClosedByServer(Some(CloseReason::Banned)));
    assert!(
        !connection.can_retry() && ConnectionStatus::ClosedByServer(Some(CloseReason::Flood)).can_retry()
    );
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
    let mut network = two_players();
    let known = network.server.log.len();
    for (id, ply, uci) in [(1, 0, "e2e4"), (2, 1, "e7e5"), (3, 2, "g1f3")] {
        let uci = rules::UciMove::parse(uci.as_bytes()).unwrap();
        let who = if ply % 2 == 0 { ANN } else { BEN };
        network.server.act(who, ActionId::from_bits(id), &PlayerAction::play(game::Ply(ply), uci));
    }
    // The first of three events is lost.
    let ann = &mut network.players[0];
    for from in [known + 1, known + 2] {
        let ToClient::Events { game, now, events } = network.server.events(from) else { panic!() };
        ann.coming.push_back(ToClient::Events { game, now, events: events[..1].to_vec() });
        ann.receive();
    }
    assert_eq!(ann.sans(), "");
    let asked = ToServer::Enter { game: GAME, since: Some(EventNumber(known as u32 - 1)) };
    assert_eq!(ann.sent.iter().filter(|message| **message == asked).count(), 1);
    network.deliver_all();
    assert_eq!(network.players[0].sans(), "e4 e5 Nf3");
    network.players[0].coming.push_back(network.server.events(known));
    network.players[0].coming.push_back(network.server.events(known));
    network.broadcast(known);
    network.deliver_all();
    check_boards(&network, "e4 e5 Nf3");
}

#[test]
fn storage_errors_are_retried() {
    let mut network = two_players();
    network.server.is_broken = true;
    network.players[0].play("e4");
    network.deliver_all();
    assert_eq!(network.players[0].sans(), "e4", "the action waits in the outbox");
    assert_eq!(network.players[0].view().problem(), None);
    network.server.is_broken = false;
    network.players[0].advance(1_000);
    network.deliver_all();
    check_boards(&network, "e4");
}

#[test]
fn a_late_confirmation_is_reported() {
    let mut network = two_players();
    let ann = &mut network.players[0];
    ann.play("e4");
    let is_late = |ann: &TestPlayer| ann.view().online().outbox().is_late(ann.now);
    ann.advance(2_900);
    assert!(!is_late(ann));
    ann.advance(100);
    assert!(
        is_late(ann) && ann.view().online().connection().is_connected(),
        "long before the connection is given up"
    );
    network.deliver_all();
    assert!(!is_late(&network.players[0]));
    check_boards(&network, "e4");
}

#[test]
fn going_offline_drops_the_connection_at_once() {
    let mut network = two_players();
    network.players[0].send(Event::Network(NetworkEvent::Offline));
    assert!(!network.players[0].view().online().connection().is_connected());
    assert_eq!(network.players[0].socket, None, "the socket is closed");
    network.players[0].play("e4");
    network.deliver_all();
    check_boards(&network, "e4");
}

#[test]
fn a_silent_connection_is_dropped() {
    let mut network = two_players();
    network.players[0].advance(19_000);
    assert!(network.players[0].view().online().connection().is_connected());
    network.players[0].advance(2_000);
    assert!(!network.players[0].view().online().connection().is_connected());
    network.deliver_all();
    assert!(network.players[0].view().online().connection().is_connected());
}

#[test]
fn messages_of_an_old_connection_are_ignored() {
    let mut network = two_players();
    let (old, who) = (network.players[0].socket.unwrap(), network.players[0].who);
    network.players[0].disconnect();
    network.deliver_all();
    let state = Box::new(network.server.state(who));
    network.players[0].send(Event::Network(client::online::NetworkEvent::Closed(old)));
    assert!(network.players[0].view().online().connection().is_connected(), "the new time counts");
    network.players[0].send(Event::Network(client::online::NetworkEvent::Message(old, state)));
    check_boards(&network, "");
}

#[test]
fn an_unknown_game_is_reported() {
    let mut network = two_players();
    let nowhere = GameId::from_bits(404);
    network.players[0].online_command(OnlineCommand::EnterGame { game: nowhere, intent: JoinIntent::Watch });
    network.deliver_all();
    assert_eq!(network.players[0].view().problem(), Some(&Problem::RejectedByServer(ActionError::NoGame)));
    assert_eq!(network.players[0].view().online().game().unwrap().entry_error(), Some(ActionError::NoGame));
}

#[test]
fn disconnecting_stops_reconnecting() {
    let mut network = two_players();
    network.players[0].online_command(OnlineCommand::Disconnect);
    assert_eq!(network.players[0].socket, None);
    network.players[0].advance(60_000);
    assert_eq!(network.players[0].view().next_connection_deadline(), None);
    network.players[0].online_command(OnlineCommand::Retry);
    assert_eq!(
        network.players[0].view().next_connection_deadline(),
        None,
        "not even when the network comes back"
    );
    network.players[0].online_command(OnlineCommand::Connect { seed: 9 });
    network.deliver_all();
    network.players[0].play("e4");
    network.deliver_all();
    check_boards(&network, "e4");
}
