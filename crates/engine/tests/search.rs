//! Contract of the search: mates, draws, limits, determinism.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::num::NonZeroUsize;

use engine::{Engine, Limits, NeverStop, Options, Score, SearchInfo, SearchPosition, SearchResult};
use rules::{Position, San};

fn small_engine() -> Engine {
    Engine::new(Options { hash: 4, ..Options::default() })
}

fn search(fen: &str, limits: &Limits) -> (Position, SearchResult) {
    let position: Position = fen.parse().unwrap();
    let result = small_engine().search(&SearchPosition::new(position), limits, &NeverStop, &mut |_| {});
    (position, result)
}

#[track_caller]
fn finds_mate(fen: &str, moves: i32, depth: u8) {
    let (position, result) = search(fen, &Limits::depth(depth));
    assert_eq!(result.score, Score::Mate(moves), "{fen}: {result:?}");
    let end = result.pv.iter().fold(position, |position, &m| position.play(m).unwrap());
    assert!(end.is_checkmate(), "{fen}: the line does not end in mate: {:?}", result.pv);
}

#[test]
fn shortest_mates_are_found() {
    finds_mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 3);
    finds_mate("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 3);
    // Philidor's smothered mate.
    finds_mate("5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1", 2, 18);
    // Morphy at the opera, 1858.
    finds_mate("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 17", 2, 18);
    // Queen sacrifice for bishop and rook.
    finds_mate("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3, 20);
    finds_mate("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 14);
}

#[test]
fn mate_search_finds_or_refutes_the_mate() {
    let mate_in = |moves: u32| Limits { mate: Some(moves), ..Limits::default() };
    for (fen, moves) in [
        // Morphy's problem: zugzwang.
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
        let (_, result) = search(fen, &mate_in(moves));
        assert_eq!(result.score, Score::Mate(moves as i32), "{fen}: {result:?}");
        let (_, result) = search(fen, &mate_in(moves - 1));
        assert!(
            result.best_move.is_some() && !matches!(result.score, Score::Mate(found) if found < moves as i32)
        );
    }
    // The normal search finds it too, at a greater depth.
    finds_mate("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 20);
}

#[test]
fn being_mated_scores_negative_mate() {
    let (_, result) = search("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", &Limits::depth(6));
    assert_eq!(result.score, Score::Mate(-1));
}

#[test]
fn no_move_when_the_game_is_over() {
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        let (_, result) = search(fen, &Limits::depth(3));
        assert_eq!((result.best_move, result.score), (None, score), "{fen}");
    }
}

#[test]
fn perpetual_check_saves_a_lost_side() {
    // Perpetual check against two queens.
    let (position, result) = search("6k1/6p1/8/7Q/8/8/qq3PPP/6K1 w - - 0 1", &Limits::depth(12));
    assert_eq!(result.score, Score::Centipawns(0), "{:?}", result.pv);
    assert_eq!(position.san(result.best_move.unwrap()).to_string(), "Qe8+");
}

#[test]
fn the_fifty_move_rule_draws() {
    // A rook up with the fifty-move counter almost full.
    let (_, result) = search("8/8/8/4k3/8/8/8/R3K3 w - - 98 120", &Limits::depth(6));
    assert_eq!(result.score, Score::Centipawns(0));
    // Checkmate on the fiftieth move counts.
    finds_mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 120", 1, 3);
    // A pawn move resets the counter.
    let (_, result) = search("8/8/8/4k3/8/8/P7/RR2K3 w - - 98 120", &Limits::depth(6));
    assert!(result.score > Score::Centipawns(300));
}

#[test]
fn game_history_counts_for_repetition() {
    let mut search_position = SearchPosition::new("6k1/8/8/8/8/8/r7/5K1Q b - - 10 40".parse().unwrap());
    for san in ["Ra1+", "Ke2", "Ra2+", "Kf1", "Ra1+", "Ke2", "Ra2+"] {
        let m = san.parse::<San>().unwrap().resolve(search_position.position()).unwrap();
        search_position.play(m).unwrap();
    }
    // Kf1 would repeat the position a third time.
    let result = small_engine().search(&search_position, &Limits::depth(8), &NeverStop, &mut |_| {});
    assert_ne!(search_position.position().san(result.best_move.unwrap()).to_string(), "Kf1");
    assert!(result.score > Score::Centipawns(200));
}

#[test]
fn searches_are_deterministic() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for limits in [Limits::depth(9), Limits::nodes(30_000)] {
        let (_, first) = search(fen, &limits);
        let (_, second) = search(fen, &limits);
        assert_eq!(first, second);
        let mut engine = small_engine();
        let search_position = SearchPosition::new(fen.parse().unwrap());
        engine.search(&search_position, &limits, &NeverStop, &mut |_| {});
        engine.clear();
        assert_eq!(engine.search(&search_position, &limits, &NeverStop, &mut |_| {}), first);
    }
}

#[test]
fn node_depth_and_search_moves_limits_hold() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for nodes in [1, 2, 100, 5_000] {
        assert_eq!(search(fen, &Limits::nodes(nodes)).1.nodes, nodes);
    }
    assert_eq!(search(fen, &Limits::depth(5)).1.depth, 5);
    let position: Position = fen.parse().unwrap();
    let odd = position.legal_moves().iter().copied().find(|m| format!("{m:?}") == "Pa2-a4").unwrap();
    let limits = Limits { search_moves: vec![odd], ..Limits::depth(6) };
    assert_eq!(search(fen, &limits).1.best_move, Some(odd));
}

#[test]
fn multi_pv_lines_are_ranked_and_distinct() {
    let position = Position::start();
    let limits = Limits { multi_pv: NonZeroUsize::new(4).unwrap(), ..Limits::depth(6) };
    let mut last = Vec::new();
    small_engine().search(&SearchPosition::new(position), &limits, &NeverStop, &mut |info| {
        if let SearchInfo::Pv(line) = info
            && line.depth == 6
        {
            last.push(line);
        }
    });
    assert_eq!(last.iter().map(|line| line.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    let mut firsts: Vec<_> = last.iter().map(|line| line.pv[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn several_threads_find_the_mate() {
    let options = Options { hash: 4, threads: NonZeroUsize::new(3).unwrap() };
    let search_position = SearchPosition::new("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().unwrap());
    let result = Engine::new(options).search(&search_position, &Limits::depth(14), &NeverStop, &mut |_| {});
    assert_eq!(result.score, Score::Mate(3));
}

#[test]
fn a_proven_mate_is_reported_and_kept_by_the_search_that_continues() {
    // Réti and Tartakower, 1910.
    let position: Position = "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 1".parse().unwrap();
    let mut engine = small_engine();
    let mut reported = None;
    for depth in 1..=9 {
        let limits = Limits { start_depth: depth, ..Limits::depth(depth) };
        let result = engine.search(&SearchPosition::new(position), &limits, &NeverStop, &mut |info| {
            if let SearchInfo::Pv(pv) = info {
                reported = Some((pv.score, pv.pv));
            }
        });
        let (score, pv) = reported.clone().unwrap();
        assert_eq!((score, pv.first()), (result.score, result.best_move.as_ref()), "depth {depth}");
    }
    assert_eq!(reported.unwrap().0, Score::Mate(3));
}

#[test]
fn few_nodes_are_enough_for_a_searched_move() {
    for nodes in [1, 20, 60, 200, 400] {
        let (position, result) = search("r4rk1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1", &Limits::nodes(nodes));
        assert!(result.nodes <= nodes.max(1) + 1 && position.play(result.best_move.unwrap()).is_ok());
    }
}
