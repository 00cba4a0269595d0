//! A game on a server is played as any other.

use client::online::Wish;
use client::{Act, Announcement, Event, Problem, Screen};
use game::{Ending, Offer as GameOffer};
use protocol::{Refusal, Seat};
use rules::{Color, Square};

use crate::person::{Person, Room};
use crate::server::{ANN, BEN, NEXT};

/// Ann and Ben at the board.
fn two() -> Room {
    Room::new(vec![Person::to_play(ANN, 1), Person::to_play(BEN, 2)])
}

fn check_boards(room: &Room, expected: &str) {
    for person in &room.people {
        assert_eq!(person.sans(), expected, "{:?}", person.who);
    }
}

#[test]
fn whoever_opens_the_link_sits_down_and_others_watch() {
    let carl = protocol::PlayerId::from_bits(3);
    let mut room = Room::new(vec![Person::to_play(ANN, 1)]);
    let ann = &room.people[0];
    assert_eq!(ann.view().screen(), Screen::Table);
    assert!(ann.view().actions().abort, "one may think better of it");
    assert_eq!(ann.view().table().players().white.name(), "Ann");
    room.people.push(Person::to_play(BEN, 2));
    room.settle();
    room.people.push(Person::to_play(carl, 3));
    room.people.push(Person::to_watch(protocol::PlayerId::from_bits(4), 4));
    room.settle();
    let seats: Vec<_> =
        room.people.iter().map(|person| person.view().online().game().unwrap().seat()).collect();
    assert_eq!(seats, [Some(Seat::White), Some(Seat::Black), None, None]);
    assert_eq!(room.people[1].view().table().orientation().bottom, Color::Black);
    assert!(room.people[0].heard.contains(&Announcement::Begun(Color::White)));
    room.people[2].play("e4");
    room.people[2].happen(Event::Click(Square::E2));
    room.settle();
    check_boards(&room, "");
    assert_eq!(room.people[2].view().problem(), None, "a click of one who watches is nothing");
}

#[test]
fn nobody_moves_before_the_other_has_come() {
    let mut room = Room::new(vec![Person::to_play(ANN, 1)]);
    room.people[0].play("e4");
    room.settle();
    assert_eq!(room.people[0].view().problem(), Some(&Problem::NotNow));
    assert_eq!(room.server.game.plies(), 0);
}

#[test]
fn a_move_is_seen_at_once_and_confirmed_later() {
    let mut room = two();
    room.people[0].play("e4");
    assert_eq!(room.people[0].sans(), "e4", "before anybody was asked");
    assert_eq!(room.people[0].view().online().outbox().unconfirmed(), 1);
    assert!(room.people[0].kept.contains("\"move\""), "and it is kept");
    room.settle();
    check_boards(&room, "e4");
    assert_eq!(room.people[0].view().online().outbox().letters(), []);
    assert_eq!(room.people[0].kept, "");
    room.people[1].happen(Event::Click(Square::E7));
    room.people[1].happen(Event::Click(Square::E5));
    room.settle();
    check_boards(&room, "e4 e5");
    assert!(room.people[0].heard.iter().any(|heard| matches!(heard, Announcement::Moved { .. })));
}

#[test]
fn a_move_that_is_refused_is_undone_and_explained() {
    let mut room = two();
    room.people[0].play("e4");
    // The server ends the game before the move comes.
    room.server.act(BEN, protocol::ActId::from_bits(5), &protocol::Act::Resign);
    assert_eq!(room.people[0].sans(), "e4");
    room.settle();
    assert_eq!(room.people[0].sans(), "", "taken off the board");
    assert_eq!(room.people[0].view().problem(), Some(&Problem::Denied(Refusal::Over)));
    assert_eq!(room.people[0].view().online().outbox().letters(), []);
}

#[test]
fn a_premove_is_made_the_moment_the_other_side_has_moved() {
    let mut room = two();
    room.people[1].happen(Event::Click(Square::E7));
    room.people[1].happen(Event::Click(Square::E5));
    assert_eq!(room.people[1].sans(), "");
    room.people[0].play("e4");
    while room.deliver(0) {}
    room.people[1].receive();
    assert_eq!(room.people[1].sans(), "e4 e5", "in the same moment");
    room.settle();
    check_boards(&room, "e4 e5");
}

#[test]
fn two_windows_of_one_player_stay_in_step() {
    let mut room = Room::new(vec![Person::to_play(ANN, 1), Person::to_play(BEN, 2), Person::to_play(ANN, 3)]);
    room.people[0].play("e4");
    room.settle();
    check_boards(&room, "e4");
    room.people[1].play("e5");
    room.settle();
    room.people[2].play("Nf3");
    room.settle();
    check_boards(&room, "e4 e5 Nf3");
}

#[test]
fn the_same_move_in_two_windows_is_no_mistake() {
    let mut room = Room::new(vec![Person::to_play(ANN, 1), Person::to_play(BEN, 2), Person::to_play(ANN, 3)]);
    room.people[0].play("e4");
    room.people[2].play("e4");
    room.settle();
    check_boards(&room, "e4");
    assert_eq!(room.people[2].view().problem(), None);
    room.people[1].play("e5");
    room.settle();
    room.people[0].play("Nf3");
    room.people[2].play("d4");
    room.settle();
    check_boards(&room, "e4 e5 Nf3");
    assert_eq!(room.people[2].view().problem(), Some(&Problem::Denied(Refusal::Stale)));
}

#[test]
fn offers_are_asked_of_the_server() {
    let mut room = two();
    for (index, text) in [(0, "e4"), (1, "e5"), (0, "Nf3")] {
        room.people[index].play(text);
        room.settle();
    }
    room.people[0].happen(Event::Act(Act::TakeBack));
    assert_eq!(
        room.people[0].view().table().game().pending(GameOffer::Takeback),
        None,
        "not before it is said"
    );
    room.settle();
    assert_eq!(room.people[1].view().actions().answer, [(Color::White, GameOffer::Takeback)]);
    assert!(room.people[1].heard.contains(&Announcement::Offered(Color::White, GameOffer::Takeback)));
    room.people[1].happen(Event::Act(Act::Accept(GameOffer::Takeback)));
    room.settle();
    check_boards(&room, "e4 e5");
    room.people[0].happen(Event::Act(Act::OfferDraw(Color::White)));
    room.people[0].happen(Event::Act(Act::OfferDraw(Color::Black)));
    room.settle();
    room.people[1].happen(Event::Act(Act::Decline(GameOffer::Draw)));
    room.settle();
    assert!(room.people[0].heard.contains(&Announcement::Declined(Color::Black, GameOffer::Draw)));
    assert_eq!(room.server.game.outcome(), None);
}

#[test]
fn resigning_needs_a_second_word_and_a_rematch_both() {
    let mut room = two();
    room.people[0].play("e4");
    room.settle();
    room.people[1].happen(Event::Act(Act::Resign(Color::White)));
    assert_eq!(room.people[1].view().question(), None, "nobody resigns for the other");
    room.people[1].happen(Event::Act(Act::Resign(Color::Black)));
    room.people[1].happen(Event::Act(Act::Confirm));
    room.settle();
    for person in &room.people {
        assert_eq!(person.view().table().game().outcome().unwrap().ending(), Ending::Resignation);
        assert!(person.heard.iter().any(|heard| matches!(heard, Announcement::Ended(_))));
        assert!(person.view().actions().rematch);
    }
    room.people[0].happen(Event::Rematch);
    room.settle();
    assert!(!room.people[0].view().actions().rematch, "it has been proposed");
    assert!(room.people[1].view().online().game().unwrap().is_asked_for_rematch());
    room.people[1].wish(Wish::Rematch);
    room.settle();
    for person in &room.people {
        assert_eq!(person.moved_to, Some(NEXT));
        assert_eq!(person.view().online().game().unwrap().id(), NEXT);
    }
}

#[test]
fn mate_ends_the_game_before_anybody_says_so() {
    let mut room = two();
    for (index, text) in [(0, "f3"), (1, "e5"), (0, "g4"), (1, "Qh4")] {
        room.people[index].play(text);
        if index == 1 && text == "Qh4" {
            assert!(room.people[1].view().table().game().outcome().is_some());
        }
        room.settle();
    }
    check_boards(&room, "f3 e5 g4 Qh4#");
    let ends =
        |person: &Person| person.heard.iter().filter(|heard| matches!(heard, Announcement::Ended(_))).count();
    assert_eq!((ends(&room.people[0]), ends(&room.people[1])), (1, 1), "it is heard once");
}

#[test]
fn another_game_makes_way_and_is_left() {
    let mut room = two();
    room.people[0].play("e4");
    room.settle();
    room.people[0].happen(Event::Open("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()));
    assert!(room.people[0].view().table().is_remote(), "after a question");
    room.people[0].happen(Event::Act(Act::Confirm));
    assert!(!room.people[0].view().table().is_remote());
    room.settle();
    assert!(!room.people[0].is_following, "the server has been told");
    room.people[1].play("e5");
    room.settle();
    assert_eq!(room.people[0].sans(), "", "what happens there does not touch this board");
}
