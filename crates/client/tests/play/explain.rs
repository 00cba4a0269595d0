//! Explanations of illegal moves.

use client::{Event, LocalGame, Setting, Switch};
use game::Game;
use rules::Color;

use crate::script::TestUser;

#[track_caller]
fn check(user: &mut TestUser, script: &str, reason: &str, marks: &str) {
    user.run(script);
    let rejected = user.view().explanation().unwrap();
    assert_eq!(rejected.reason.to_string(), reason, "{script}");
    assert_eq!(user.marks(), marks, "{script}");
    assert_eq!(user.sounds(), "Illegal moverejected");
}

#[test]
fn an_illegal_move_is_explained_and_marked() {
    let mut user = TestUser::new();
    check(&mut user, "a1-a5", "the rook on a1 is blocked by the pawn on a2", "a1:line a2:blame+line");
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";
    let reason = "the knight on c3 is pinned to the king by the bishop on b4";
    let marks = "e1:line d2:line c3:line b4:blame+line";
    check(&mut TestUser::at(pinned), "c3-d5", reason, marks);
}

#[test]
fn touching_the_wrong_side_explains_whose_turn_it_is() {
    let mut user = TestUser::new();
    check(&mut user, "e7", "the pawn on e7 is black's, and it is white's turn", "e7:blame");
    user.run("e2 e7");
    assert_eq!(
        user.view().rejected_move().unwrap().from,
        rules::Square::E2,
        "with a piece in hand it is a target"
    );
    let mut quiet = TestUser::new();
    quiet.send(Event::ChangeSetting(Setting::Explain(Switch::Off)));
    assert_eq!(quiet.run("e7").view().rejected_move(), None);
}

#[test]
fn rejected_moves_are_numbered_and_cleared_by_the_next_event() {
    let mut user = TestUser::new();
    user.run("a1-a5");
    assert_eq!(user.view().rejected_move().unwrap().number, 1);
    user.run("@50 ~e4");
    assert!(user.view().rejected_move().is_some(), "time and the pointer change nothing");
    user.run("a1-a5");
    assert_eq!(user.view().rejected_move().unwrap().number, 2);
    user.run("e2");
    assert_eq!(user.view().rejected_move(), None);
    user.run("esc a1 h8");
    assert_eq!(user.view().rejected_move().unwrap().number, 3, "a click is an attempt, too");
    user.run("g1");
    assert_eq!(user.view().rejected_move(), None);
}

#[test]
fn illegal_drops_are_explained_in_a_fixed_order() {
    let mut user = TestUser::new();
    let rejected = |user: &mut TestUser, script: &str| {
        user.run(script).view().rejected_move().map(|rejected| format!("{:?}", rejected.reason))
    };
    assert_eq!(rejected(&mut user, "a1-"), None, "off the board: only snaps back");
    assert_eq!(rejected(&mut user, "a1-a1"), None, "its own square: stays selected");
    assert!(rejected(&mut user, "esc a1-a2").unwrap().starts_with("OwnPiece"));
    assert!(rejected(&mut user, "b1-b3").unwrap().starts_with("WrongMovement"));
    assert!(rejected(&mut user, "c1-a3").unwrap().starts_with("Blocked"));
    assert_eq!(user.sans(), "");
}

#[test]
fn explanations_can_be_switched_off() {
    let mut user = TestUser::new();
    user.send(Event::ChangeSetting(Setting::Explain(Switch::Off)));
    user.run("a1-a5");
    assert_eq!((user.sounds().as_str(), user.marks().as_str()), ("Illegal illegalmove", ""));
    assert_eq!(user.view().explanation(), None);
    assert!(user.view().rejected_move().is_some(), "the piece shakes all the same");
}

#[test]
fn king_capture_explains_how_pieces_move_and_nothing_about_kings() {
    let mut user = TestUser::with_game(LocalGame::untimed(Game::king_capture(Color::Black)));
    check(&mut user, "e2", "the pawn on e2 is white's, and it is black's turn", "e2:blame");
    check(&mut user, "a8-a5", "the rook on a8 is blocked by the pawn on a7", "a7:blame+line a8:line");
    // Typed moves are explained like dragged ones, in both notations.
    for (typed, reason) in [
        (":e4", "the pawn on e7 cannot go to e4: a pawn does not move so"),
        (":e7e4", "the pawn on e7 cannot go to e4: a pawn does not move so"),
        (":Qxf2", "the queen on d8 cannot go to f2: a queen does not move so"),
        (":Ke4", "the king on e8 cannot go to e4: a king does not move so"),
        (":Rh5", "the rook on h8 is blocked by the pawn on h7"),
    ] {
        let rejected = user.run(typed).view().explanation().unwrap();
        assert_eq!(rejected.reason.to_string(), reason, "{typed}");
    }
    // A check that is ignored; then the king is captured.
    user.run("e7-e5 f2-f3 d8-h4");
    assert_eq!(user.sounds(), "Check moved check");
    user.run("a2-a3");
    assert_eq!(user.view().rejected_move(), None);
    user.run("h4-e1");
    assert_eq!(user.sounds(), "Capture moved Win gameended");
    let outcome = user.view().local_game().game().outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.ending().name()), (Some(Color::Black), "king-captured"));
}
