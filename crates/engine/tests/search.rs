//! What the engine must find, and what it must never do.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::num::NonZeroUsize;

use engine::{Engine, Limits, Options, Report, Score, Situation, Untimed, Verdict};
use rules::{Position, San};

fn small() -> Engine {
    Engine::new(Options { hash: 4, ..Options::default() })
}

fn search(fen: &str, limits: &Limits) -> (Position, Verdict) {
    let position: Position = fen.parse().unwrap();
    let verdict = small().search(&Situation::new(position), limits, &Untimed, &mut |_| {});
    (position, verdict)
}

#[track_caller]
fn finds_mate(fen: &str, moves: i32, depth: u8) {
    let (position, verdict) = search(fen, &Limits::depth(depth));
    assert_eq!(verdict.score, Score::Mate(moves), "{fen}: {verdict:?}");
    let end = verdict.line.iter().fold(position, |position, &m| position.play(m).unwrap());
    assert!(end.is_checkmate(), "{fen}: the line does not end in mate: {:?}", verdict.line);
}

#[test]
fn mates_in_the_right_number_of_moves() {
    finds_mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 3);
    finds_mate("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 3);
    // The end of Philidor's smothered mate.
    finds_mate("5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1", 2, 18);
    // Morphy at the opera, 1858.
    finds_mate("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 17", 2, 18);
    // A queen is given to bring bishop and rook to bear.
    finds_mate("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3, 20);
    finds_mate("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 14);
}

#[test]
fn a_mate_that_was_asked_for_is_found_or_ruled_out() {
    let mate_in = |moves: u32| Limits { mate: Some(moves), ..Limits::default() };
    for (fen, moves) in [
        // Morphy's problem: whatever Black does makes it worse.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3),
        ("r7/4rk1p/2pP2p1/8/2p1p1P1/1PQ5/P2K1P2/3R3R w - - 0 34", 3),
        ("5qk1/5p2/p4ppp/3P4/1P2r1nP/6P1/8/7K b - - 0 1", 3),
        ("1N2k3/2p2p2/4p2r/2qpP3/6pP/1p3BP1/7K/6NR b - - 0 1", 3),
        ("8/3k4/4p3/3n2p1/pp4P1/6K1/3r4/8 b - - 0 1", 4),
        ("8/1k3p2/6pK/p2p4/P2P1B2/8/4P2P/2R3R1 w - - 0 1", 4),
    ] {
        let (_, verdict) = search(fen, &mate_in(moves));
        assert_eq!(verdict.score, Score::Mate(moves as i32), "{fen}: {verdict:?}");
        let (_, verdict) = search(fen, &mate_in(moves - 1));
        assert!(
            verdict.best.is_some() && !matches!(verdict.score, Score::Mate(found) if found < moves as i32)
        );
    }
    // Without the question it takes longer, but it is seen.
    finds_mate("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 20);
}

#[test]
fn the_side_that_is_mated_sees_it() {
    let (_, verdict) = search("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", &Limits::depth(6));
    assert_eq!(verdict.score, Score::Mate(-1));
}

#[test]
fn no_move_when_the_game_is_over() {
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        let (_, verdict) = search(fen, &Limits::depth(3));
        assert_eq!((verdict.best, verdict.score), (None, score), "{fen}");
    }
}

#[test]
fn a_lost_side_saves_itself() {
    // Two queens against one, but there is no end to the checks.
    let (position, verdict) = search("6k1/6p1/8/7Q/8/8/qq3PPP/6K1 w - - 0 1", &Limits::depth(12));
    assert_eq!(verdict.score, Score::Centipawns(0), "{:?}", verdict.line);
    assert_eq!(position.san(verdict.best.unwrap()).to_string(), "Qe8+");
}

#[test]
fn the_fiftieth_move_is_a_draw() {
    // A rook up and no time left to use it.
    let (_, verdict) = search("8/8/8/4k3/8/8/8/R3K3 w - - 98 120", &Limits::depth(6));
    assert_eq!(verdict.score, Score::Centipawns(0));
    // Mate on the fiftieth move counts.
    finds_mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 120", 1, 3);
    // A pawn can still move.
    let (_, verdict) = search("8/8/8/4k3/8/8/P7/RR2K3 w - - 98 120", &Limits::depth(6));
    assert!(verdict.score > Score::Centipawns(300));
}

#[test]
fn what_came_before_counts() {
    let mut situation = Situation::new("6k1/8/8/8/8/8/r7/5K1Q b - - 10 40".parse().unwrap());
    for san in ["Ra1+", "Ke2", "Ra2+", "Kf1", "Ra1+", "Ke2", "Ra2+"] {
        let m = san.parse::<San>().unwrap().resolve(situation.position()).unwrap();
        situation.play(m).unwrap();
    }
    // Going back to f1 a third time would be a draw.
    let verdict = small().search(&situation, &Limits::depth(8), &Untimed, &mut |_| {});
    assert_ne!(situation.position().san(verdict.best.unwrap()).to_string(), "Kf1");
    assert!(verdict.score > Score::Centipawns(200));
}

#[test]
fn the_same_search_twice_is_the_same() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for limits in [Limits::depth(9), Limits::nodes(30_000)] {
        let (_, first) = search(fen, &limits);
        let (_, second) = search(fen, &limits);
        assert_eq!(first, second);
        let mut engine = small();
        let situation = Situation::new(fen.parse().unwrap());
        engine.search(&situation, &limits, &Untimed, &mut |_| {});
        engine.forget();
        assert_eq!(engine.search(&situation, &limits, &Untimed, &mut |_| {}), first);
    }
}

#[test]
fn limits_are_kept() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for nodes in [1, 2, 100, 5_000] {
        assert_eq!(search(fen, &Limits::nodes(nodes)).1.nodes, nodes);
    }
    assert_eq!(search(fen, &Limits::depth(5)).1.depth, 5);
    let position: Position = fen.parse().unwrap();
    let odd = position.legal_moves().iter().copied().find(|m| format!("{m:?}") == "Pa2-a4").unwrap();
    let limits = Limits { only: vec![odd], ..Limits::depth(6) };
    assert_eq!(search(fen, &limits).1.best, Some(odd));
}

#[test]
fn several_lines_are_ranked() {
    let position = Position::start();
    let limits = Limits { lines: NonZeroUsize::new(4).unwrap(), ..Limits::depth(6) };
    let mut last = Vec::new();
    small().search(&Situation::new(position), &limits, &Untimed, &mut |report| {
        if let Report::Line(line) = report
            && line.depth == 6
        {
            last.push(line);
        }
    });
    assert_eq!(last.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    let mut firsts: Vec<_> = last.iter().map(|line| line.moves[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn threads_agree_on_a_mate() {
    let options = Options { hash: 4, threads: NonZeroUsize::new(3).unwrap() };
    let situation = Situation::new("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().unwrap());
    let verdict = Engine::new(options).search(&situation, &Limits::depth(14), &Untimed, &mut |_| {});
    assert_eq!(verdict.score, Score::Mate(3));
}
