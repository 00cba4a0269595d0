//! Debian's Stockfish, found in `PATH` or in `/usr/games`.

use crate::scripts::soon;
use rules::{Position, Square};
use uci::{Engine, Go, OptionKind, Program, Score};

fn stockfish() -> Engine {
    let debian = std::path::Path::new("/usr/games/stockfish");
    let program = if debian.exists() { Program::new(debian) } else { Program::new("stockfish") };
    Engine::start(&program, soon()).unwrap_or_else(|failure| panic!("{failure}: install stockfish"))
}

#[test]
fn stockfish_sends_id_and_options() {
    let engine = stockfish();
    assert!(engine.name().starts_with("Stockfish"), "{}", engine.name());
    let hash = engine.option("hash").unwrap();
    assert!(matches!(hash.kind, OptionKind::Spin { min: 1, default: 16, .. }), "{hash}");
    assert!(matches!(engine.option("UCI_Chess960").unwrap().kind, OptionKind::Check { default: false }));
    assert!(engine.quit(soon()).unwrap().success());
}

#[test]
fn stockfish_finds_a_mate_and_scores_it() {
    let mut engine = stockfish();
    let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    engine.new_game(&position, soon()).unwrap();
    let answer = engine.search(&position, &[], Go::to_depth(6), soon()).unwrap();
    assert_eq!(answer.best.to(), Square::A8);
    assert_eq!(answer.info.unwrap().evaluation.unwrap().score, Score::Mate(1));
}

/// Castling with a rook beside the king can be written only in Chess960 notation.
#[test]
fn stockfish_plays_chess960() {
    let mut engine = stockfish();
    let position = Position::from_fen("4k3/8/8/8/8/8/5PPP/4KR2 w F - 0 1").unwrap();
    engine.new_game(&position, soon()).unwrap();
    let castles = Go { search_moves: vec!["e1f1".parse().unwrap()], ..Go::to_depth(4) };
    let answer = engine.search(&position, &[], castles, soon()).unwrap();
    assert!(answer.best.is_castle(), "{:?}", answer.best);
}

/// A whole game against itself: every best move is legal and every position accepted.
#[test]
fn stockfish_plays_a_whole_game() {
    let mut engine = stockfish();
    let start = Position::start();
    engine.new_game(&start, soon()).unwrap();
    let (mut position, mut moves) = (start, Vec::new());
    while !position.legal_moves().is_empty() && position.halfmoves() < 100 && moves.len() < 400 {
        let answer =
            engine.search(&start, &moves, Go { nodes: Some(2000), ..Go::default() }, soon()).unwrap();
        position = position.play(answer.best).unwrap();
        moves.push(answer.best);
    }
    assert!(moves.len() > 30, "{} moves, {}", moves.len(), position.fen());
}
