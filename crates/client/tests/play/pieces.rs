//! Pieces keep their identities.

use client::{PieceView, SquareView};
use rules::Square;

use crate::script::TestUser;

#[track_caller]
fn check(fen: &str, script: &str, home: Square, square: Square, letter: char, is_visible: bool) {
    let mut user = TestUser::at(fen);
    let board = user.run(script).view().board();
    let tracked = board.pieces.iter().find(|tracked| tracked.origin == home).unwrap();
    let seen = (tracked.square, tracked.piece.letter(), tracked.is_visible);
    assert_eq!(seen, (square, letter, is_visible), "{fen}: {script}");
    let visible = |tracked: &&PieceView| tracked.is_visible;
    let on_squares = board.squares.iter().filter(|square: &&SquareView| square.piece.is_some()).count();
    assert_eq!(board.pieces.iter().filter(visible).count(), on_squares);
}

#[test]
fn pieces_keep_their_origin_squares() {
    use Square::*;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, "e2-e4 d7-d5 e4-d5", E2, D5, 'P', true);
    check(start, "e2-e4 d7-d5 e4-d5", D7, D5, 'p', false);
    check(start, "e2-e4 d7-d5 e4-d5 prev", D7, D5, 'p', true);
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(castles, "e1-g1", E1, G1, 'K', true);
    check(castles, "e1-g1", H1, F1, 'R', true);
    check("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-b8 =q", A7, B8, 'Q', true);
    check("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-b8", A7, A7, 'P', true);
    check("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5-c6", C5, C5, 'p', false);
    check("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5-c6 undo", C5, C5, 'p', true);
}
