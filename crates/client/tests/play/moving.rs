//! Moves by click, drag, keyboard and text.

use crate::script::TestUser;
use client::{Event, Setting, Switch};
use rules::{Role, Square};

#[track_caller]
fn check(fen: &str, script: &str, sans: &str) {
    let mut user = TestUser::at(fen);
    assert_eq!(user.run(script).sans(), sans, "{fen}: {script}");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PAWNS: &str = "1n2k3/P7/8/8/8/8/p7/4K3 w - - 0 1";

#[test]
fn moves_by_click_drag_keyboard_and_text() {
    check(START, "e2 e4 e7 e5 g1 f3", "e4 e5 Nf3");
    check(START, "e2-e4 e7-e5 g1-f3", "e4 e5 Nf3");
    check(START, "up enter up up enter", "e4");
    check(START, ":e4 :e7e5 :Nf3", "e4 e5 Nf3");
    check(START, "e2-e4 e7 e5 :Nf3 b8-c6", "e4 e5 Nf3 Nc6");
}

#[test]
fn only_the_side_to_move_can_be_selected() {
    check(START, "e7 e5", "");
    check(START, "e7-e5 e2-e4 d2-d4", "e4");
    let mut user = TestUser::new();
    user.run("e7");
    assert_eq!(user.view().board().dragged, None);
    assert_eq!((user.marks().as_str(), user.sounds().as_str()), ("e7:blame", "Illegal moverejected"));
}

#[test]
fn pieces_are_selected_and_deselected() {
    let mut user = TestUser::new();
    assert_eq!(user.run("g1").marks(), "g1:selected f3:target h3:target");
    assert_eq!(user.sounds(), "selected");
    assert_eq!(user.run("e2").marks(), "e2:selected e3:target e4:target");
    assert_eq!(user.run("e2").marks(), "", "a second click deselects");
    let before = user.run("e2").fen();
    user.run("h5");
    assert_eq!(user.fen(), before, "a click outside the board changes nothing");
    assert!(user.view().explanation().is_some());
    assert_eq!(user.run("e2 esc").marks(), "");
}

#[test]
fn target_marks_distinguish_captures_and_castling() {
    let mut user = TestUser::at("4k3/8/8/2pP4/4n3/8/8/R3K2R w KQ c6 0 1");
    assert_eq!(user.run("d5").marks(), "d5:selected c6:capture d6:target");
    let king = user.run("e1").marks();
    for mark in ["g1:target", "h1:castle", "a1:castle", "c1:target", "e1:selected"] {
        assert!(king.split(' ').any(|marked| marked == mark), "{mark} in {king}");
    }
    user.run("esc h1");
    assert!(user.marks().contains("h1:selected h2:target h3:target"), "{}", user.marks());
}

#[test]
fn castling_by_two_squares_or_onto_the_rook() {
    for script in ["e1 g1", "e1-g1", "e1 h1", "e1-h1", ":O-O", ":e1g1", ":e1h1"] {
        check(CASTLES, script, "O-O");
    }
    for script in ["e1 c1", "e1-a1", ":O-O-O"] {
        check(CASTLES, script, "O-O-O");
    }
    // In Chess960 one step is a king move; onto the rook is castling.
    check("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1-g1", "Kg1");
    check("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1-h1", "O-O");
    check("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1-c1", "O-O-O");
}

#[test]
fn promotion_is_chosen_or_cancelled() {
    for (letter, san) in [("q", "a8=Q"), ("n", "a8=N"), ("r", "a8=R"), ("b", "a8=B")] {
        check(PAWNS, &format!("a7 a8 ={letter}"), san);
        check(
            PAWNS,
            &format!("a7-b8 ={letter}"),
            &san.replace("a8", "axb8").replace('Q', "Q+").replace('R', "R+"),
        );
    }
    check(PAWNS, "a7-a8 esc", "");
    check(PAWNS, "a7-a8 h1", "");
    check(PAWNS, "a7-a8 =k", "");
    check(PAWNS, "a7-a8 enter a2-a1 down enter", "a8=Q a1=N");
    check(PAWNS, "a7-a8 up down down down down enter", "a8=B");
    check(PAWNS, ":a7a8 =r", "a8=R");
    check(PAWNS, ":a8=N", "a8=N");
    let mut user = TestUser::at(PAWNS);
    user.run("a7 a8");
    assert_eq!(user.sounds(), "focus:promotion choosepromotion");
    let promotion = user.view().board().promotion.unwrap();
    assert_eq!((promotion.to.to_string().as_str(), promotion.highlighted), ("a8", Role::Queen));
    assert_eq!(user.view().moves().moves.len(), 0, "nothing is played yet");
}

#[test]
fn always_queen_skips_the_promotion_choice() {
    let mut user = TestUser::at(PAWNS);
    user.send(Event::ChangeSetting(Setting::AlwaysQueen(Switch::On)));
    assert_eq!(user.run("a7-a8 a2-a1").sans(), "a8=Q a1=Q+");
}

#[test]
fn pieces_are_dragged_and_dropped() {
    let mut user = TestUser::new();
    user.send(Event::Press(rules::Square::E2));
    user.send(Event::PointerOver(Some(rules::Square::E3)));
    assert_eq!(user.marks(), "e2:selected e3:target+drop-here e4:target");
    let held = user.view().board().dragged.unwrap();
    assert_eq!(held, (rules::Square::E2, Some(rules::Square::E3)));
    user.send(Event::Release(None));
    assert_eq!((user.view().board().dragged, user.sans().as_str()), (None, ""));
    assert_eq!(user.run("e2-e2").marks(), "e2:selected+hover e3:target e4:target", "put down where it was");
    assert_eq!(user.run("e2-e2").marks(), "e2:hover");
}

#[test]
fn hovered_pieces_are_marked() {
    assert_eq!(TestUser::new().run("~e2").marks(), "e2:hover");
    assert_eq!(TestUser::new().run("~e7").marks(), "", "not its turn");
    assert_eq!(TestUser::new().run("~e5").marks(), "");
}

#[test]
fn the_cursor_follows_the_screen() {
    let mut user = TestUser::new();
    assert_eq!(user.run("up").sounds(), "focus:e2");
    assert_eq!(user.run("down down").sounds(), "focus:e1", "the cursor stops at the edge");
    assert_eq!(user.run("flip up").sounds(), "focus:e1");
    assert_eq!(user.run("down left").sounds(), "focus:f2");
    assert_eq!(user.marks(), "f2:cursor");
}

#[test]
fn last_move_check_and_mate_are_marked() {
    let mut user = TestUser::new();
    assert_eq!(user.run("f2-f3 e7-e5 g2-g4").marks(), "g2:last-from g4:last-to");
    assert_eq!(user.run("d8-h4").marks(), "e1:mated h4:last-to d8:last-from");
    assert_eq!(user.run("e2 e1").marks(), "e1:mated h4:last-to d8:last-from", "the game is over");
    let mut user = TestUser::at("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(user.run("a1-a8").marks(), "a1:last-from a8:last-to e8:check");
}

#[test]
fn every_kind_of_move_has_its_sound() {
    let check = |fen: &str, script: &str, heard: &str| {
        assert_eq!(TestUser::at(fen).run(script).sounds(), heard, "{script}");
    };
    check(START, "e2-e4", "Move moved");
    check(CASTLES, "e1-g1", "Castle moved");
    check(CASTLES, "a1-a8", "Check moved check");
    check(PAWNS, "a7-a8 =n", "Promotion moved");
    check(PAWNS, "a7-b8 =b", "Promotion moved");
    check("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5-c6", "Capture moved");
    check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1-a8", "Check moved Win gameended");
    check("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5-g6", "Move moved Draw gameended");
    check("4k3/8/8/8/8/8/p7/K7 w - - 0 1", "a1-a2", "Capture moved Draw gameended");
}

#[test]
fn typed_moves_are_parsed_or_rejected() {
    let mut user = TestUser::new();
    user.run(":Nf6");
    assert_eq!(user.sounds(), "Illegal");
    assert_eq!(user.view().typed_move(), "Nf6");
    assert!(user.view().typed_move_error().is_some());
    user.send(Event::TypeMove("e".to_owned()));
    assert!(user.view().typed_move_error().is_none());
    assert_eq!(user.view().completions(), ["e3", "e4"]);
    user.send(Event::TypeMove("g1".to_owned()));
    assert_eq!(user.view().completions(), ["Nf3", "Nh3"]);
    user.run(":e2e5");
    assert_eq!(user.sounds(), "Illegal moverejected");
    assert!(user.view().explanation().is_some());
    user.run(":e4");
    assert_eq!((user.view().typed_move(), user.sans().as_str()), ("", "e4"));
    // SAN is explained on the board if it names a single piece.
    for (typed, from) in [(":Qd6", Some(Square::D8)), (":O-O", Some(Square::E8)), (":Nf3", None)] {
        let rejected = user.run(typed).view().rejected_move();
        assert_eq!(rejected.map(|rejected| rejected.from), from, "{typed}");
        assert!(user.view().typed_move_error().is_some(), "{typed}");
    }
}

#[test]
fn a_selected_king_castles_to_the_typed_square() {
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(TestUser::at(castles).run("e1 :c1").sans(), "O-O-O");
    assert_eq!(TestUser::at(castles).run("e1 :G1").sans(), "O-O");
    let mut user = TestUser::at(castles);
    assert_eq!(user.run(":g1").sans(), "", "without a selected king it is a pawn move");
    assert!(user.view().problem().is_some());
    let pinned = "4k3/8/8/8/8/8/3P4/R3K1NR w KQ - 0 1";
    assert_eq!(
        TestUser::at(pinned).run("g1 :d4").sans(),
        "d4",
        "a knight in hand does not change what is typed"
    );
}
