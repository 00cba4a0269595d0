//! Endings with a bare king are won against the engine's best defence.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::{Engine, Level, Limits, NeverStop, Opponent, Options, SearchPosition, TimeLimit};
use rules::{Color, Move, Position};

/// The side with mating material.
enum Attacker {
    Full(Engine, u64),
    Level(Opponent),
}

impl Attacker {
    fn choose(&mut self, search_position: &SearchPosition) -> Move {
        match self {
            Attacker::Full(engine, nodes) => engine
                .search(search_position, &Limits::nodes(*nodes), &NeverStop, &mut |_| {})
                .best_move
                .unwrap(),
            Attacker::Level(opponent) => {
                opponent.choose(search_position, TimeLimit::Unlimited, &NeverStop).unwrap().m
            }
        }
    }
}

/// True if White mates a king that the engine defends.
fn mates(fen: &str, mut attacker: Attacker) -> bool {
    let mut search_position = SearchPosition::new(fen.parse::<Position>().unwrap());
    let mut defender = Engine::new(Options { hash: 1, ..Options::default() });
    // Losing a piece resets the counter, and then mate is impossible.
    while search_position.position().halfmoves() < 100 {
        let position = *search_position.position();
        if position.legal_moves().is_empty() {
            return position.is_checkmate();
        }
        let m = match position.turn() {
            Color::White => attacker.choose(&search_position),
            Color::Black => defender
                .search(&search_position, &Limits::nodes(3_000), &NeverStop, &mut |_| {})
                .best_move
                .unwrap(),
        };
        search_position.play(m).unwrap();
    }
    false
}

#[test]
fn every_level_mates_a_bare_king() {
    for fen in [
        "8/8/8/2K5/Q7/5k2/8/8 w - - 0 1",
        "8/8/3k4/8/8/8/1R6/K7 w - - 0 1",
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        "8/8/8/2K5/BB6/5k2/8/8 w - - 0 1",
        "8/8/3k4/8/8/8/1BB5/K7 w - - 0 1",
        "8/8/8/2K5/BN6/5k2/8/8 w - - 0 1",
        "7K/8/8/3k4/8/8/8/BN6 w - - 0 1",
    ] {
        let full = Attacker::Full(Engine::new(Options { hash: 1, ..Options::default() }), 10_000);
        assert!(mates(fen, full), "{fen} full strength");
        for level in [Level::Haru, Level::Otto, Level::Doyun] {
            assert!(mates(fen, Attacker::Level(Opponent::new(level, 1))), "{fen} {level}");
        }
    }
}
