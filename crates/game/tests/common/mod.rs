//! Helpers that create games from text.
#![allow(dead_code, reason = "not every test uses all helpers")]

use game::{Game, Ruleset};
use rules::{Move, Setup};

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game from a FEN after these moves, in SAN or UCI.
pub(crate) fn game(ruleset: Ruleset, fen: &str, moves: &str) -> Game {
    let setup: Setup = fen.parse().unwrap();
    let mut game = Game::new(ruleset, &setup).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        let m = read(&game, text);
        game.play(m).unwrap_or_else(|error| panic!("{fen}, {text}: {error}"));
    }
    game
}

pub(crate) fn read(game: &Game, text: &str) -> Move {
    game.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Summary of the state of a game: `checkmate 1-0`, `on`, `on threefold`.
pub(crate) fn summary(game: &Game) -> String {
    match game.outcome() {
        Some(outcome) => format!("{} {}", outcome.ending(), outcome),
        None => game.claims().iter().fold("on".to_owned(), |text, claim| format!("{text} {}", claim.name())),
    }
}
