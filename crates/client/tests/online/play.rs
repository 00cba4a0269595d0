//! A game on a server is played as any other.

use client::{Announcement, BoardCommand, Event, PlayerAction, Problem, Screen};
use game::{Ending, Offer};
use protocol::{ActionError, Seat};
use rules::{Color, Square};

use crate::player::{Network, TestPlayer};
use crate::server::{ANN, BEN, NEXT};

/// Ann and Ben at the board.
fn two_players() -> Network {
    Network::new(vec![TestPlayer::to_play(ANN, 1), TestPlayer::to_play(BEN, 2)])
}

fn check_boards(room: &Network, expected: &str) {
    for person in &room.players {
        assert_eq!(person.sans(), expected, "{:?}", person.who);
    }
}

#[test]
fn the_second_visitor_plays_and_others_watch() {
    let carl = protocol::PlayerId::from_bits(3);
    let mut room = Network::new(vec![TestPlayer::to_play(ANN, 1)]);
    let ann = &room.players[0];
    assert_eq!(ann.view().screen(), Screen::Game);
    assert!(ann.view().actions().abort, "one may think better of it");
    assert_eq!(ann.view().local_game().players().white.name(), "Ann");
    room.players.push(TestPlayer::to_play(BEN, 2));
    room.deliver_all();
    room.players.push(TestPlayer::to_play(carl, 3));
    room.players.push(TestPlayer::to_watch(protocol::PlayerId::from_bits(4), 4));
    room.deliver_all();
    let seats: Vec<_> =
        room.players.iter().map(|person| person.view().online().game().unwrap().seat()).collect();
    assert_eq!(seats, [Some(Seat::White), Some(Seat::Black), None, None]);
    assert_eq!(room.players[1].view().local_game().orientation().bottom, Color::Black);
    assert!(room.players[0].heard.contains(&Announcement::GameStarted(Color::White)));
    room.players[2].play("e4");
    room.players[2].send(Event::Click(Square::E2));
    room.deliver_all();
    check_boards(&room, "");
    assert_eq!(room.players[2].view().problem(), None, "a click of one who watches is nothing");
}

#[test]
fn moves_are_refused_before_the_opponent_joins() {
    let mut room = Network::new(vec![TestPlayer::to_play(ANN, 1)]);
    room.players[0].play("e4");
    room.deliver_all();
    assert_eq!(room.players[0].view().problem(), Some(&Problem::NotYourTurn));
    assert_eq!(room.server.game.plies(), 0);
}

#[test]
fn moves_are_shown_before_they_are_confirmed() {
    let mut room = two_players();
    room.players[0].play("e4");
    assert_eq!(room.players[0].sans(), "e4", "before anybody was asked");
    assert_eq!(room.players[0].view().online().outbox().unconfirmed_count(), 1);
    assert!(room.players[0].kept.contains("\"move\""), "and it is kept");
    room.deliver_all();
    check_boards(&room, "e4");
    assert_eq!(room.players[0].view().online().outbox().actions(), []);
    assert_eq!(room.players[0].kept, "");
    room.players[1].send(Event::Click(Square::E7));
    room.players[1].send(Event::Click(Square::E5));
    room.deliver_all();
    check_boards(&room, "e4 e5");
    assert!(room.players[0].heard.iter().any(|heard| matches!(heard, Announcement::Moved { .. })));
}

#[test]
fn a_rejected_move_is_undone_and_reported() {
    let mut room = two_players();
    room.players[0].play("e4");
    // The server ends the game before the move comes.
    room.server.act(BEN, protocol::ActionId::from_bits(5), &protocol::PlayerAction::Resign);
    assert_eq!(room.players[0].sans(), "e4");
    room.deliver_all();
    assert_eq!(room.players[0].sans(), "", "taken off the board");
    assert_eq!(room.players[0].view().problem(), Some(&Problem::RejectedByServer(ActionError::Over)));
    assert_eq!(room.players[0].view().online().outbox().actions(), []);
}

#[test]
fn a_premove_is_played_after_the_opponents_move() {
    let mut room = two_players();
    room.players[1].send(Event::Click(Square::E7));
    room.players[1].send(Event::Click(Square::E5));
    assert_eq!(room.players[1].sans(), "");
    room.players[0].play("e4");
    while room.deliver(0) {}
    room.players[1].receive();
    assert_eq!(room.players[1].sans(), "e4 e5", "in the same moment");
    room.deliver_all();
    check_boards(&room, "e4 e5");
}

#[test]
fn two_windows_of_one_player_show_the_same_game() {
    let mut room = Network::new(vec![
        TestPlayer::to_play(ANN, 1),
        TestPlayer::to_play(BEN, 2),
        TestPlayer::to_play(ANN, 3),
    ]);
    room.players[0].play("e4");
    room.deliver_all();
    check_boards(&room, "e4");
    room.players[1].play("e5");
    room.deliver_all();
    room.players[2].play("Nf3");
    room.deliver_all();
    check_boards(&room, "e4 e5 Nf3");
}

#[test]
fn the_same_move_from_two_windows_is_not_an_error() {
    let mut room = Network::new(vec![
        TestPlayer::to_play(ANN, 1),
        TestPlayer::to_play(BEN, 2),
        TestPlayer::to_play(ANN, 3),
    ]);
    room.players[0].play("e4");
    room.players[2].play("e4");
    room.deliver_all();
    check_boards(&room, "e4");
    assert_eq!(room.players[2].view().problem(), None);
    room.players[1].play("e5");
    room.deliver_all();
    room.players[0].play("Nf3");
    room.players[2].play("d4");
    room.deliver_all();
    check_boards(&room, "e4 e5 Nf3");
    assert_eq!(room.players[2].view().problem(), Some(&Problem::RejectedByServer(ActionError::Stale)));
}

#[test]
fn offers_go_through_the_server() {
    let mut room = two_players();
    for (index, text) in [(0, "e4"), (1, "e5"), (0, "Nf3")] {
        room.players[index].play(text);
        room.deliver_all();
    }
    room.players[0].send(Event::Command(BoardCommand::TakeBack));
    assert_eq!(
        room.players[0].view().local_game().game().pending(Offer::Takeback),
        None,
        "not before it is said"
    );
    room.deliver_all();
    assert_eq!(room.players[1].view().actions().answerable_offers, [(Color::White, Offer::Takeback)]);
    assert!(room.players[1].heard.contains(&Announcement::Offered(Color::White, Offer::Takeback)));
    room.players[1].send(Event::LocalAction(PlayerAction::accept(Offer::Takeback)));
    room.deliver_all();
    check_boards(&room, "e4 e5");
    room.players[0].send(Event::Command(BoardCommand::OfferDraw(Color::White)));
    room.players[0].send(Event::Command(BoardCommand::OfferDraw(Color::Black)));
    room.deliver_all();
    room.players[1].send(Event::LocalAction(PlayerAction::decline(Offer::Draw)));
    room.deliver_all();
    assert!(room.players[0].heard.contains(&Announcement::Declined(Color::Black, Offer::Draw)));
    assert_eq!(room.server.game.outcome(), None);
}

#[test]
fn resigning_needs_confirmation_and_a_rematch_both_players() {
    let mut room = two_players();
    room.players[0].play("e4");
    room.deliver_all();
    room.players[1].send(Event::Command(BoardCommand::Resign(Color::White)));
    assert_eq!(room.players[1].view().confirmation(), None, "nobody resigns for the other");
    room.players[1].send(Event::Command(BoardCommand::Resign(Color::Black)));
    room.players[1].send(Event::Command(BoardCommand::Confirm));
    room.deliver_all();
    for person in &room.players {
        assert_eq!(person.view().local_game().game().outcome().unwrap().ending(), Ending::Resignation);
        assert!(person.heard.iter().any(|heard| matches!(heard, Announcement::GameEnded(_))));
        assert!(person.view().actions().rematch);
    }
    room.players[0].send(Event::Rematch);
    room.deliver_all();
    assert!(!room.players[0].view().actions().rematch, "it has been proposed");
    assert!(room.players[1].view().online().game().unwrap().is_rematch_offered());
    room.players[1].send(Event::Rematch);
    room.deliver_all();
    for person in &room.players {
        assert_eq!(person.moved_to, Some(NEXT));
        assert_eq!(person.view().online().game().unwrap().id(), NEXT);
    }
}

#[test]
fn checkmate_ends_the_game_before_the_server_confirms() {
    let mut room = two_players();
    for (index, text) in [(0, "f3"), (1, "e5"), (0, "g4"), (1, "Qh4")] {
        room.players[index].play(text);
        if index == 1 && text == "Qh4" {
            assert!(room.players[1].view().local_game().game().outcome().is_some());
        }
        room.deliver_all();
    }
    check_boards(&room, "f3 e5 g4 Qh4#");
    let ends = |person: &TestPlayer| {
        person.heard.iter().filter(|heard| matches!(heard, Announcement::GameEnded(_))).count()
    };
    assert_eq!((ends(&room.players[0]), ends(&room.players[1])), (1, 1), "it is heard once");
}

#[test]
fn starting_another_game_leaves_the_online_game() {
    let mut room = two_players();
    room.players[0].play("e4");
    room.deliver_all();
    room.players[0].send(Event::OpenText("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()));
    assert!(room.players[0].view().local_game().is_online(), "after a question");
    room.players[0].send(Event::Command(BoardCommand::Confirm));
    assert!(!room.players[0].view().local_game().is_online());
    room.deliver_all();
    assert!(!room.players[0].is_following, "the server has been told");
    room.players[1].play("e5");
    room.deliver_all();
    assert_eq!(room.players[0].sans(), "", "what happens there does not touch this board");
}
