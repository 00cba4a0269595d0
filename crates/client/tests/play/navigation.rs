//! Stepping through the game.

use client::{Brush, Effect, Event, Language, Locale, Shape};
use rules::{Role, Square};

use crate::script::TestUser;

#[test]
fn earlier_positions_are_read_only() {
    let mut person = TestUser::new();
    person.run("e2-e4 d7-d5 e4-d5");
    let check = |person: &mut TestUser, script: &str, shown: usize, marks: &str| {
        person.run(script);
        assert_eq!((person.view().moves().shown_ply, person.marks().as_str()), (shown, marks), "{script}");
    };
    check(&mut person, "prev", 2, "d5:last-to d7:last-from");
    check(&mut person, "e4 d5", 2, "d5:last-to d7:last-from");
    check(&mut person, "first e2-e4", 0, "");
    check(&mut person, "last", 3, "e4:last-from d5:last-to");
    assert_eq!(person.run("prev :Qxd5").view().problem(), Some(&client::Problem::NotYourTurn));
    assert_eq!(person.run("e5").view().problem(), None, "an empty square");
    assert_eq!(person.run("e4-d5").view().problem(), Some(&client::Problem::NotYourTurn));
    assert_eq!(person.run("last esc").view().problem(), None);
}

#[test]
fn navigation_is_announced() {
    let mut person = TestUser::new();
    person.run("e2-e4 d7-d5");
    let check = |person: &mut TestUser, script: &str, said: &str| {
        person.run(script);
        let words = Locale::new(Language::English);
        let heard = person.effects.iter().filter_map(|effect| match effect {
            Effect::Announce(announcement) => Some(words.announcement(announcement)),
            _ => None,
        });
        assert_eq!(heard.collect::<Vec<_>>().join(" "), said, "{script}");
    };
    check(&mut person, "prev", "White: pawn e2 to e4");
    check(&mut person, "prev", "First position");
    check(&mut person, "prev", "");
    check(&mut person, "last", "Black: pawn d7 to d5");
    person.send(Event::ChangeSetting(client::Setting::Explain(client::Switch::Off)));
    check(&mut person, "e4-e6", "That move is not possible");
}

#[test]
fn the_cursor_starts_at_the_last_pressed_square() {
    let mut person = TestUser::new();
    assert_eq!(person.view().cursor(), Square::E2);
    assert_eq!(person.run("e2-e4 g8").view().cursor(), Square::G8);
    person.send(Event::FocusSquare(Some(Square::A1)));
    assert_eq!(person.run("b8").view().cursor(), Square::B8);
}

#[test]
fn the_move_number_matches_the_move_list() {
    let mut person = TestUser::at("4k3/8/8/8/8/8/4R3/K7 b - - 9 80");
    assert_eq!(person.view().move_number(), 80);
    assert_eq!(person.run("e8-d7").view().move_number(), 81);
}

#[test]
fn navigation_steps_through_the_game() {
    let mut person = TestUser::new();
    person.run("e2-e4 d7-d5 e4-d5");
    let shown = |person: &mut TestUser, script: &str| person.run(script).view().moves().shown_ply;
    for (script, expected) in [
        ("prev", 2),
        ("prev prev prev", 0),
        ("next", 1),
        ("#2", 2),
        ("first", 0),
        ("last", 3),
        ("#99", 3),
        ("next", 3),
    ] {
        assert_eq!(shown(&mut person, script), expected, "{script}");
    }
    assert!(person.view().moves().is_present());
    assert_eq!(person.view().side(rules::Color::White).captured, [Role::Pawn]);
    assert_eq!(person.view().side(rules::Color::White).material_lead, 1);
    person.run("prev");
    assert_eq!(person.view().side(rules::Color::White).captured, []);
    assert_eq!(person.view().side(rules::Color::White).material_lead, 0);
    let board = person.view().board();
    assert!(board.movable.is_empty());
    assert_eq!(board.squares[Square::D5 as usize].piece, Some(Role::Pawn.of(rules::Color::Black)));
    assert_eq!(person.run("last d8-d5").sans(), "e4 d5 exd5 Qxd5");
}

#[test]
fn mate_is_marked_only_at_the_end() {
    let mut person = TestUser::new();
    person.run("f2-f3 e7-e5 g2-g4 d8-h4");
    assert_eq!(person.run("prev").marks(), "g2:last-from g4:last-to");
    assert_eq!(person.run("next").marks(), "e1:mated h4:last-to d8:last-from");
}

#[test]
fn shapes_are_drawn_and_cleared() {
    let mut person = TestUser::new();
    let arrow = Shape { from: Square::E2, to: Square::E4, brush: Brush::Third };
    person.send(Event::DrawShape(arrow));
    assert_eq!(person.view().board().shapes, [arrow]);
    person.send(Event::DrawShape(arrow));
    assert_eq!(person.view().board().shapes, []);
    person.send(Event::DrawShape(arrow));
    person.run("@9 ~e4");
    assert_eq!(person.view().board().shapes, [arrow]);
    person.run("e4");
    assert_eq!(person.view().board().shapes, [], "a press wipes the board");
    person.send(Event::DrawShape(arrow));
    person.send(Event::ClearShapes);
    assert_eq!(person.view().board().shapes, []);
}

#[test]
fn the_move_list_has_numbers_and_figurines() {
    let mut person = TestUser::at("4k3/1P6/8/8/8/8/8/R3K3 b Q - 0 7");
    person.run("e8-f7 b7-b8 =q f7-f6 e1-c1");
    let list = person.view().moves().moves;
    let rows: Vec<_> =
        list.iter().map(|m| format!("{}{} {}", m.number, m.color.letter(), m.figurines())).collect();
    assert_eq!(rows, ["7b ♚f7", "8w b8=♕", "8b ♚f6", "9w O-O-O"]);
}
