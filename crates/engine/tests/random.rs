//! Short searches of thousands of random positions: every best move and every principal variation is legal.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::{Engine, Limits, NeverStop, Options, SearchInfo, SearchPosition};
use rng::Rng;
use rules::{Board, Position, Role, Setup};

/// A random back rank with the king between the rooks.
fn shuffled_start(rng: &mut Rng) -> Position {
    loop {
        let mut roles = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        for index in (1..8).rev() {
            roles.swap(index, rng.index(index + 1));
        }
        let board = Board::with_back_rank(roles);
        let castles = board.role(Role::Rook);
        if let Ok(position) = (Setup { board, castling_rights: castles, ..Setup::start() }).position() {
            return position;
        }
    }
}

#[test]
fn best_moves_and_pvs_are_legal() {
    let mut rng = Rng::new(1);
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let mut searched = 0;
    for game in 0..120 {
        let start = if game % 2 == 0 { Position::start() } else { shuffled_start(&mut rng) };
        let mut search_position = SearchPosition::new(start);
        for ply in 0..150 {
            let moves = search_position.position().legal_moves();
            let nodes = 1 + rng.index(if ply % 8 == 0 { 400 } else { 60 }) as u64;
            let position = *search_position.position();
            let result = engine.search(&search_position, &Limits::nodes(nodes), &NeverStop, &mut |info| {
                if let SearchInfo::Pv(line) = info {
                    line.pv.iter().fold(position, |position, &m| position.play(m).unwrap());
                }
            });
            searched += 1;
            assert_eq!(result.best_move.is_none(), moves.is_empty());
            let Some(best) = result.best_move else { break };
            assert!(position.is_legal(best), "{} {best:?}", position.fen());
            result.pv.iter().fold(position, |position, &m| position.play(m).unwrap());
            // Half the moves are the engine's, so that positions stay reasonable.
            let m = if rng.index(2) == 0 { best } else { moves[rng.index(moves.len())] };
            search_position.play(m).unwrap();
        }
    }
    assert!(searched > 5_000, "{searched}");
}

#[test]
fn crowded_boards_are_searched() {
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1",
    ] {
        let setup = Setup::from_fen(fen.as_bytes()).unwrap();
        let position = setup.position_waiving(setup.faults()).unwrap();
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let result =
            engine.search(&SearchPosition::new(position), &Limits::nodes(20_000), &NeverStop, &mut |_| {});
        assert!(result.best_move.is_some_and(|m| position.is_legal(m)), "{fen}");
    }
}
