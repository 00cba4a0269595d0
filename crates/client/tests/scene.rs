//! Scenes of the 3D board: golden file, round trip and errors.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use client::{Board3dScene, Brush, Event, Shape, State, update};
use game::Timestamp;
use rules::Square;

/// Each line is the scene after some events; the tests of `board3d` parse the same file.
const GOLDEN: &str = include_str!("../../../testdata/scene/scenes.txt");

#[test]
fn scenes_match_the_golden_file() {
    let arrow = Shape { from: Square::G1, to: Square::F3, brush: Brush::Third };
    let start = Event::StartGame { seed: 1 };
    let played = [Square::E2, Square::E4, Square::D7, Square::D5, Square::E4, Square::D5].map(Event::Click);
    let stories: [(&str, Vec<Event>); 5] = [
        ("the start", vec![]),
        ("a pawn is held and an arrow drawn", vec![Event::Press(Square::E2), Event::DrawShape(arrow)]),
        ("a pawn is taken", played.to_vec()),
        ("a rook may not jump", vec![Event::Click(Square::A1), Event::Click(Square::A4)]),
        ("upside down", vec![Event::FlipBoard]),
    ];
    let mut written = String::new();
    for (name, events) in stories {
        let mut state = State::default();
        for event in std::iter::once(start.clone()).chain(events) {
            update(&mut state, event, Timestamp(0));
        }
        let scene = state.view(Timestamp(0)).board3d_scene();
        assert_eq!(scene.to_string().parse(), Ok(scene.clone()), "{name}");
        written += &format!("# {name}\n{scene}\n");
    }
    assert_eq!(written, GOLDEN);
}

#[test]
fn invalid_scenes_report_the_invalid_part() {
    for (text, part) in [
        ("", ""),
        ("w;;;;;", "w;;;;;"),
        ("x;;;;;;", "x"),
        ("w; e2Pe9;;;;;", "e2Pe9"),
        ("w; e2Pe4?;;;;;", "e2Pe4?"),
        ("w;; e4:z;;;;", "e4:z"),
        ("w;;; 9e2e4;;;", "9e2e4"),
        ("w;;;; b4;;", "b4"),
        ("w;;;;;e2;", "e2"),
        ("w;;;;;;한판", "한판"),
    ] {
        assert_eq!(text.parse::<Board3dScene>().unwrap_err().part, part, "{text}");
    }
}
