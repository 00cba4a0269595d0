//! Tables built in steps, and positions for practice.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::{Position, Role};
use tablebase::{Outcome, Tablebase};

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn tables_built_in_steps_are_those_built_at_once() {
    for fen in ["8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"] {
        let position = position(fen);
        let (stepwise, at_once) = (Tablebase::new(), Tablebase::new());
        let mut builder = stepwise.builder(&position).unwrap();
        let mut shares = vec![builder.percent()];
        while !builder.is_ready() {
            builder.step(&stepwise);
            shares.push(builder.percent());
        }
        assert!(shares.is_sorted() && shares.len() > 5 && shares.last() == Some(&100), "{fen}: {shares:?}");
        assert_eq!(stepwise.moves(&position), at_once.moves(&position), "{fen}");
        assert_eq!(stepwise.memory(), at_once.memory(), "{fen}");
        let again = stepwise.builder(&position).unwrap();
        assert!(again.is_ready() && again.percent() == 100, "{fen}");
    }
}

#[test]
fn a_builder_needs_at_most_four_men() {
    assert!(Tablebase::new().builder(&position("7k/8/8/8/8/8/PPP5/K7 w - - 0 1")).is_none());
    let bare = Tablebase::new().builder(&position("7k/8/8/8/8/8/8/K7 w - - 0 1")).unwrap();
    assert!(bare.is_ready());
}

#[test]
fn similar_positions_have_the_same_men_and_outcome() {
    let tables = Tablebase::new();
    let check = |fen: &str, is_like: fn(Outcome) -> bool| {
        let start = position(fen);
        let men = |position: &Position| {
            let mut men: Vec<_> = position
                .board()
                .iter()
                .map(|(square, piece)| (piece.letter(), (piece.role == Role::Pawn).then(|| square.rank())))
                .collect();
            men.sort_unstable();
            men
        };
        let mut seen = Vec::new();
        for seed in 0..20 {
            let other = tables.similar(&start, seed).unwrap();
            assert_eq!((men(&other), other.turn()), (men(&start), start.turn()), "{fen} {seed}");
            assert!(is_like(tables.probe(&other).unwrap()), "{fen} {seed}: {}", other.fen());
            seen.push(other.fen());
        }
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 15, "{fen}: {}", seen.len());
    };
    check("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", |outcome| matches!(outcome, Outcome::Win(21..)));
    check("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", |outcome| outcome == Outcome::Draw);
    assert_eq!(tables.similar(&position("7k/8/8/8/8/8/PPP5/K7 w - - 0 1"), 1), None);
}

#[test]
fn a_similar_draw_can_be_lost_where_the_draw_can() {
    let tables = Tablebase::new();
    let drawn = position("8/8/8/8/4k3/4p3/8/4K3 w - - 0 1");
    for seed in 0..10 {
        let other = tables.similar(&drawn, seed).unwrap();
        let moves = tables.moves(&other).unwrap();
        assert!(moves.iter().any(|rated| matches!(rated.outcome, Outcome::Loss(_))), "{}", other.fen());
        assert_eq!(moves[0].outcome, Outcome::Draw, "{}", other.fen());
    }
}
