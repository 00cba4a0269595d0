//! Play in an online game.

use client::{Announcement, BoardCommand, Event, PlayerAction, Problem, Screen};
use game::{Ending, Offer};
use protocol::{ActionError, PlayerKind, Seat};
use rules::{Color, Square};

use crate::player::{Network, TestPlayer};
use crate::server::{ANN, BEN, NEXT};

/// Ann and Ben, both seated.
fn two_players() -> Network {
    Network::new(vec![TestPlayer::to_play(ANN, 1), TestPlayer::to_play(BEN, 2)])
}

fn check_boards(network: &Network, expected: &str) {
    for user in &network.players {
        assert_eq!(user.sans(), expected, "{:?}", user.who);
    }
}

#[test]
fn the_second_visitor_plays_and_others_watch() {
    let carl = protocol::PlayerId::from_bits(3);
    let mut network = Network::new(vec![TestPlayer::to_play(ANN, 1)]);
    let ann = &network.players[0];
    assert_eq!(ann.view().screen(), Screen::Game);
    assert!(ann.view().actions().abort, "the creator may still abort");
    assert_eq!(ann.view().local_game().players().white.name(), "Ann");
    network.players.push(TestPlayer::to_play(BEN, 2));
    network.deliver_all();
    network.players.push(TestPlayer::to_play(carl, 3));
    network.players.push(TestPlayer::to_watch(protocol::PlayerId::from_bits(4), 4));
    network.deliver_all();
    let seats: Vec<_> =
        network.players.iter().map(|user| user.view().online().game().unwrap().seat()).collect();
    assert_eq!(seats, [Some(Seat::White), Some(Seat::Black), None, None]);
    assert_eq!(network.players[1].view().local_game().orientation().bottom, Color::Black);
    assert!(network.players[0].heard.contains(&Announcement::GameStarted(Color::White)));
    network.players[2].play("e4");
    network.players[2].send(Event::Click(Square::E2));
    network.deliver_all();
    check_boards(&network, "");
    assert_eq!(network.players[2].view().problem(), None, "spectators cannot move");
    network.players[2].send(Event::LocalAction(PlayerAction::ClaimWin));
    let refused = Problem::RejectedByServer(ActionError::NotSeated);
    assert_eq!(
        network.players[2].view().problem(),
        Some(&refused),
        "spectators are told that they cannot claim"
    );
}

#[test]
fn moves_are_refused_before_the_opponent_joins() {
    let mut network = Network::new(vec![TestPlayer::to_play(ANN, 1)]);
    network.players[0].play("e4");
    network.deliver_all();
    assert_eq!(network.players[0].view().problem(), Some(&Problem::NotYourTurn));
    assert_eq!(network.server.game.plies(), 0);
}

#[test]
fn moves_are_shown_before_they_are_confirmed() {
    let mut network = two_players();
    network.players[0].play("e4");
    assert_eq!(network.players[0].sans(), "e4", "before the server confirms");
    assert_eq!(network.players[0].view().online().outbox().unconfirmed_count(), 1);
    assert!(network.players[0].kept.contains("\"move\""), "and it is kept");
    network.deliver_all();
    check_boards(&network, "e4");
    assert_eq!(network.players[0].view().online().outbox().actions(), []);
    assert_eq!(network.players[0].kept, "");
    network.players[1].send(Event::Click(Square::E7));
    network.players[1].send(Event::Click(Square::E5));
    network.deliver_all();
    check_boards(&network, "e4 e5");
    assert!(network.players[0].heard.iter().any(|heard| matches!(heard, Announcement::Moved { .. })));
}

#[test]
fn a_rejected_move_is_undone_and_reported() {
    let mut network = two_players();
    network.players[0].play("e4");
    // The server ends the game before the move arrives.
    network.server.act(BEN, protocol::ActionId::from_bits(5), &protocol::PlayerAction::Resign);
    assert_eq!(network.players[0].sans(), "e4");
    network.deliver_all();
    assert_eq!(network.players[0].sans(), "", "taken off the board");
    assert_eq!(network.players[0].view().problem(), Some(&Problem::RejectedByServer(ActionError::Over)));
    assert_eq!(network.players[0].view().online().outbox().actions(), []);
}

#[test]
fn a_premove_is_played_after_the_opponents_move() {
    let mut network = two_players();
    network.players[1].send(Event::Click(Square::E7));
    network.players[1].send(Event::Click(Square::E5));
    assert_eq!(network.players[1].sans(), "");
    network.players[0].play("e4");
    while network.deliver(0) {}
    network.players[1].receive();
    assert_eq!(network.players[1].sans(), "e4 e5", "in the same moment");
    network.deliver_all();
    check_boards(&network, "e4 e5");
}

#[test]
fn the_pgn_of_an_online_game_has_the_date_of_the_server() {
    let mut network = two_players();
    network.players[0].play("e4");
    network.deliver_all();
    let opened = network.players[0].view().online().game().unwrap().server_game().unwrap().opened;
    let date = game::Date::from_unix_seconds(opened.0 / 1_000).unwrap().to_string();
    let pgn = network.players[0].view().local_game().pgn();
    assert_eq!(pgn.tags.get("Date"), Some(date.as_str()));
}

#[test]
fn two_windows_of_one_player_show_the_same_game() {
    let mut network = Network::new(vec![
        TestPlayer::to_play(ANN, 1),
        TestPlayer::to_play(BEN, 2),
        TestPlayer::to_play(ANN, 3),
    ]);
    network.players[0].play("e4");
    network.deliver_all();
    check_boards(&network, "e4");
    network.players[1].play("e5");
    network.deliver_all();
    network.players[2].play("Nf3");
    network.deliver_all();
    check_boards(&network, "e4 e5 Nf3");
}

#[test]
fn the_same_move_from_two_windows_is_not_an_error() {
    let mut network = Network::new(vec![
        TestPlayer::to_play(ANN, 1),
        TestPlayer::to_play(BEN, 2),
        TestPlayer::to_play(ANN, 3),
    ]);
    network.players[0].play("e4");
    network.players[2].play("e4");
    network.deliver_all();
    check_boards(&network, "e4");
    assert_eq!(network.players[2].view().problem(), None);
    network.players[1].play("e5");
    network.deliver_all();
    network.players[0].play("Nf3");
    network.players[2].play("d4");
    network.deliver_all();
    check_boards(&network, "e4 e5 Nf3");
    assert_eq!(network.players[2].view().problem(), Some(&Problem::RejectedByServer(ActionError::Stale)));
}

#[test]
fn offers_go_through_the_server() {
    let mut network = two_players();
    for (index, text) in [(0, "e4"), (1, "e5"), (0, "Nf3")] {
        network.players[index].play(text);
        network.deliver_all();
    }
    network.players[0].send(Event::Command(BoardCommand::TakeBack));
    assert_eq!(
        network.players[0].view().local_game().game().pending(Offer::Takeback),
        None,
        "not before it is said"
    );
    network.deliver_all();
    assert_eq!(network.players[1].view().actions().answerable_offers, [(Color::White, Offer::Takeback)]);
    assert!(network.players[1].heard.contains(&Announcement::Offered(Color::White, Offer::Takeback)));
    network.players[1].send(Event::LocalAction(PlayerAction::accept(Offer::Takeback)));
    network.deliver_all();
    check_boards(&network, "e4 e5");
    network.players[0].send(Event::Command(BoardCommand::OfferDraw(Color::White)));
    network.players[0].send(Event::Command(BoardCommand::OfferDraw(Color::Black)));
    network.deliver_all();
    network.players[1].send(Event::LocalAction(PlayerAction::decline(Offer::Draw)));
    network.deliver_all();
    assert!(network.players[0].heard.contains(&Announcement::Declined(Color::Black, Offer::Draw)));
    assert_eq!(network.server.game.outcome(), None);
}

#[test]
fn resigning_needs_confirmation_and_a_rematch_both_players() {
    let mut network = two_players();
    network.players[0].play("e4");
    network.deliver_all();
    network.players[1].send(Event::Command(BoardCommand::Resign(Color::White)));
    assert_eq!(network.players[1].view().confirmation(), None, "only for the own side");
    network.players[1].send(Event::Command(BoardCommand::Resign(Color::Black)));
    network.players[1].send(Event::Command(BoardCommand::Confirm));
    network.deliver_all();
    for user in &network.players {
        assert_eq!(user.view().local_game().game().outcome().unwrap().ending(), Ending::Resignation);
        assert!(user.heard.iter().any(|heard| matches!(heard, Announcement::GameEnded(_))));
        assert!(user.view().actions().rematch);
    }
    network.players[0].send(Event::Rematch);
    network.deliver_all();
    assert!(!network.players[0].view().actions().rematch, "already offered");
    assert!(network.players[1].view().online().game().unwrap().is_rematch_offered());
    network.players[1].send(Event::Rematch);
    network.deliver_all();
    for user in &network.players {
        assert_eq!(user.moved_to, Some(NEXT));
        assert_eq!(user.view().online().game().unwrap().id(), NEXT);
    }
}

#[test]
fn game_kept_from_a_device_offers_no_rematch() {
    let mut network = two_players();
    network.players[0].play("e4");
    network.deliver_all();
    network.players[1].send(Event::Command(BoardCommand::Resign(Color::Black)));
    network.players[1].send(Event::Command(BoardCommand::Confirm));
    network.deliver_all();
    assert!(network.players[0].view().actions().rematch);
    // The computer plays with a clock on a server; this game has none.
    network.server.seats.black.as_mut().unwrap().standing = PlayerKind::Computer;
    let state = network.server.state(ANN);
    network.players[0].coming.push_back(state);
    network.deliver_all();
    assert!(!network.players[0].view().actions().rematch);
    assert!(network.players[0].view().online().game().unwrap().is_kept());
}

#[test]
fn checkmate_ends_the_game_before_the_server_confirms() {
    let mut network = two_players();
    for (index, text) in [(0, "f3"), (1, "e5"), (0, "g4"), (1, "Qh4")] {
        network.players[index].play(text);
        if index == 1 && text == "Qh4" {
            assert!(network.players[1].view().local_game().game().outcome().is_some());
        }
        network.deliver_all();
    }
    check_boards(&network, "f3 e5 g4 Qh4#");
    let ends = |user: &TestPlayer| {
        user.heard.iter().filter(|heard| matches!(heard, Announcement::GameEnded(_))).count()
    };
    assert_eq!((ends(&network.players[0]), ends(&network.players[1])), (1, 1), "announced once");
}

#[test]
fn starting_another_game_leaves_the_online_game() {
    let mut network = two_players();
    network.players[0].play("e4");
    network.deliver_all();
    network.players[0].send(Event::OpenText("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()));
    assert!(network.players[0].view().local_game().is_online(), "after a question");
    network.players[0].send(Event::Command(BoardCommand::Confirm));
    assert!(!network.players[0].view().local_game().is_online());
    network.deliver_all();
    assert!(!network.players[0].is_following, "the server has been told");
    network.players[1].play("e5");
    network.deliver_all();
    assert_eq!(network.players[0].sans(), "", "events of the other game are ignored");
}

#[test]
fn premoves_survive_a_reload() {
    let mut network = two_players();
    let premove = |user: &mut TestPlayer| {
        user.send(Event::Click(Square::E7));
        user.send(Event::Click(Square::E5));
    };
    premove(&mut network.players[1]);
    network.players[1].reload();
    network.deliver_all();
    assert_eq!(network.players[1].view().board().premoves.len(), 1, "still queued");
    network.players[0].play("e4");
    network.deliver_all();
    check_boards(&network, "e4 e5");
    assert_eq!(network.players[1].premoves, "", "and no longer saved");

    // The opponent moves while the page is loading.
    network.players[1].send(Event::Click(Square::D7));
    network.players[1].send(Event::Click(Square::D5));
    network.players[1].reload();
    network.players[0].play("Nf3");
    network.deliver_all();
    check_boards(&network, "e4 e5 Nf3 d5");

    // A premove from an earlier position is not played.
    network.players[1].send(Event::Click(Square::B8));
    network.players[1].send(Event::Click(Square::C6));
    let saved = network.players[1].premoves.clone();
    network.players[1].send(Event::CancelPremoves);
    assert_eq!(network.players[1].premoves, "");
    network.players[0].play("d4");
    network.deliver_all();
    network.players[1].play("Nf6");
    network.deliver_all();
    network.players[1].premoves = saved;
    network.players[1].reload();
    network.deliver_all();
    assert!(network.players[1].view().board().premoves.is_empty());
    check_boards(&network, "e4 e5 Nf3 d5 d4 Nf6");
}

#[test]
fn a_declined_offer_is_shown_until_the_other_player_goes_on() {
    let mut network = two_players();
    let declined = |network: &Network| {
        let user = &network.players[0];
        user.view().online().game().unwrap().server_game().unwrap().declined
    };
    let offer = |network: &mut Network| {
        network.players[0].send(Event::Command(BoardCommand::OfferDraw(Color::White)));
        network.deliver_all();
        network.players[1].send(Event::LocalAction(PlayerAction::decline(Offer::Draw)));
        network.deliver_all();
    };
    network.players[0].play("e4");
    network.deliver_all();
    offer(&mut network);
    assert_eq!(declined(&network), Some((Seat::Black, protocol::OfferKind::Draw)));
    let text = client::Locale::new(client::Language::English)
        .declined_offer(Color::Black, protocol::OfferKind::Draw);
    assert_eq!(text, "Black declines the draw.");
    network.players[1].play("e5");
    network.deliver_all();
    assert!(declined(&network).is_some(), "the move of the one who declined does not hide it");
    network.players[0].play("Nf3");
    network.deliver_all();
    assert_eq!(declined(&network), None);
}

#[test]
fn the_notice_about_an_outage_ends_with_the_next_move() {
    let mut network = two_players();
    let event = protocol::GameEventKind::Interrupted { away: protocol::DurationMillis(42_000), clocks: None };
    network.server.push_event(event);
    let known = network.server.log.len() - 1;
    network.broadcast(known);
    network.deliver_all();
    let notice = |network: &Network| {
        let user = &network.players[0];
        user.view().online().game().unwrap().interruption(user.view().online().server_time(), user.now)
    };
    assert!(notice(&network).is_some());
    network.players[0].play("e4");
    network.deliver_all();
    assert_eq!(notice(&network), None);
}
