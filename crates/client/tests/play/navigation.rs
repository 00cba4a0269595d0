//! Navigation through the game.

use client::{Brush, Effect, Event, Language, Locale, Shape};
use rules::{Role, Square};

use crate::script::TestUser;

#[test]
fn earlier_positions_are_read_only() {
    let mut user = TestUser::new();
    user.run("e2-e4 d7-d5 e4-d5");
    let check = |user: &mut TestUser, script: &str, shown: usize, marks: &str| {
        user.run(script);
        assert_eq!(
            (user.view().moves().shown_ply.index(), user.marks().as_str()),
            (shown, marks),
            "{script}"
        );
    };
    check(&mut user, "prev", 2, "d5:last-to d7:last-from");
    check(&mut user, "e4 d5", 2, "d5:last-to d7:last-from");
    check(&mut user, "first e2-e4", 0, "");
    check(&mut user, "last", 3, "e4:last-from d5:last-to");
    assert_eq!(user.run("prev :Qxd5").view().problem(), Some(&client::Problem::NotYourTurn));
    assert_eq!(user.run("e5").view().problem(), None, "an empty square");
    assert_eq!(user.run("e4-d5").view().problem(), Some(&client::Problem::NotYourTurn));
    assert_eq!(user.run("last esc").view().problem(), None);
}

#[test]
fn navigation_is_announced() {
    let mut user = TestUser::new();
    user.run("e2-e4 d7-d5");
    let check = |user: &mut TestUser, script: &str, said: &str| {
        user.run(script);
        let words = Locale::new(Language::English);
        let heard = user.effects.iter().filter_map(|effect| match effect {
            Effect::Announce(announcement) => Some(words.announcement(announcement)),
            _ => None,
        });
        assert_eq!(heard.collect::<Vec<_>>().join(" "), said, "{script}");
    };
    check(&mut user, "prev", "White: pawn e2 to e4");
    check(&mut user, "prev", "First position");
    check(&mut user, "prev", "");
    check(&mut user, "last", "Black: pawn d7 to d5");
    user.send(Event::ChangeSetting(client::Setting::Explain(client::Switch::Off)));
    check(&mut user, "e4-e6", "Illegal move");
}

#[test]
fn the_cursor_starts_at_the_last_pressed_square() {
    let mut user = TestUser::new();
    assert_eq!(user.view().cursor(), Square::E2);
    assert_eq!(user.run("e2-e4 g8").view().cursor(), Square::G8);
    user.send(Event::FocusSquare(Some(Square::A1)));
    assert_eq!(user.run("b8").view().cursor(), Square::B8);
}

#[test]
fn the_move_number_matches_the_move_list() {
    let mut user = TestUser::at("4k3/8/8/8/8/8/4R3/K7 b - - 9 80");
    assert_eq!(user.view().move_number(), 80);
    assert_eq!(user.run("e8-d7").view().move_number(), 81);
}

#[test]
fn navigation_steps_through_the_game() {
    let mut user = TestUser::new();
    user.run("e2-e4 d7-d5 e4-d5");
    let shown = |user: &mut TestUser, script: &str| user.run(script).view().moves().shown_ply.index();
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
        assert_eq!(shown(&mut user, script), expected, "{script}");
    }
    assert!(user.view().moves().is_present());
    assert_eq!(user.view().side(rules::Color::White).captured, [Role::Pawn]);
    assert_eq!(user.view().side(rules::Color::White).material_lead, 1);
    user.run("prev");
    assert_eq!(user.view().side(rules::Color::White).captured, []);
    assert_eq!(user.view().side(rules::Color::White).material_lead, 0);
    let board = user.view().board();
    assert!(board.movable.is_empty());
    assert_eq!(board.squares[Square::D5 as usize].piece, Some(Role::Pawn.of(rules::Color::Black)));
    assert_eq!(user.run("last d8-d5").sans(), "e4 d5 exd5 Qxd5");
}

#[test]
fn mate_is_marked_only_at_the_end() {
    let mut user = TestUser::new();
    user.run("f2-f3 e7-e5 g2-g4 d8-h4");
    assert_eq!(user.run("prev").marks(), "g2:last-from g4:last-to");
    assert_eq!(user.run("next").marks(), "e1:mated h4:last-to d8:last-from");
}

#[test]
fn shapes_are_drawn_and_cleared() {
    let mut user = TestUser::new();
    let arrow = Shape { from: Square::E2, to: Square::E4, brush: Brush::Third };
    user.send(Event::DrawShape(arrow));
    assert_eq!(user.view().board().shapes, [arrow]);
    user.send(Event::DrawShape(arrow));
    assert_eq!(user.view().board().shapes, []);
    user.send(Event::DrawShape(arrow));
    user.run("@9 ~e4");
    assert_eq!(user.view().board().shapes, [arrow]);
    user.run("e4");
    assert_eq!(user.view().board().shapes, [], "a press wipes the board");
    user.send(Event::DrawShape(arrow));
    user.send(Event::ClearShapes);
    assert_eq!(user.view().board().shapes, []);
}

#[test]
fn the_move_list_has_numbers_and_figurines() {
    let mut user = TestUser::at("4k3/1P6/8/8/8/8/8/R3K3 b Q - 0 7");
    user.run("e8-f7 b7-b8 =q f7-f6 e1-c1");
    let list = user.view().moves().moves;
    let rows: Vec<_> =
        list.iter().map(|m| format!("{}{} {}", m.number, m.color.letter(), m.figurines())).collect();
    assert_eq!(rows, ["7b ♚f7", "8w b8=♕", "8b ♚f6", "9w O-O-O"]);
}
