//! Moves of a perfect opponent and lines to mate.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::Position;
use tablebase::{Outcome, Tablebase};

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn lines_to_mate_are_as_long_as_the_distance() {
    let tables = Tablebase::new();
    for fen in ["8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "8/8/8/4k3/8/8/8/3QK3 b - - 0 1"] {
        let start = position(fen);
        let line = tables.line_to_mate(&start);
        let end = line.iter().fold(start, |position, &m| position.play(m).unwrap());
        let plies = match tables.probe(&start).unwrap() {
            Outcome::Win(plies) | Outcome::Loss(plies) => usize::from(plies),
            Outcome::Draw => 0,
        };
        assert!(line.len() == plies && end.is_checkmate(), "{fen}");
    }
}

#[test]
fn a_perfect_opponent_mates_quickly_and_resists_longest() {
    let tables = Tablebase::new();
    let check = |fen: &str, moves: &[&str]| {
        let position = position(fen);
        for seed in 0..8 {
            let m = tables.perfect_move(&position, seed).unwrap();
            assert!(moves.contains(&position.san(m).to_string().as_str()), "{fen}: {}", position.san(m));
        }
    };
    check("7k/8/6K1/8/8/8/8/R7 w - - 0 1", &["Ra8#"]);
    check("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", &["Kd8"]);
    assert_eq!(tables.perfect_move(&position("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), 0), None);
}

#[test]
fn a_drawn_position_is_played_for_a_mistake() {
    let tables = Tablebase::new();
    // Black has to keep the opposition.
    let drawn = position("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
    assert_eq!(tables.probe(&drawn), Some(Outcome::Draw));
    let m = tables.perfect_move(&drawn, 0).unwrap();
    let losing = |m| {
        let replies = tables.moves(&drawn.play(m).unwrap()).unwrap();
        replies.iter().filter(|reply| matches!(reply.outcome, Outcome::Loss(_))).count() * 100 / replies.len()
    };
    let most = drawn.legal_moves().into_iter().map(losing).max().unwrap();
    assert_eq!(losing(m), most);
    assert!(most > 0);
}

#[test]
fn five_men_are_unknown() {
    let position = position("7k/8/8/8/8/8/PPP5/K7 w - - 0 1");
    let tables = Tablebase::new();
    assert!(!Tablebase::covers(&position));
    assert_eq!((tables.probe(&position), tables.moves(&position), tables.memory()), (None, None, 0));
}
