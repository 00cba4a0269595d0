//! A game for all input methods: castling on both sides, en passant, promotion to each piece, checks and
//! mate.

use e2e::{Css, GamePage, MoveInput, TestResult};

/// Moves and the status line after them.
const PARTS: [(&str, &str); 6] = [
    ("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6 b7a8b h7h5", "WHITE'S TURN"),
    ("g2g4 h5g4 h2h3 g4h3 f1g2 h3g2 d2d3 g2h1r b1c3 g8f6 c1d2 g7g6 e2e4 f8g7 d1f3", "BLACK'S TURN"),
    ("e8g8 e1c1 f6h7 e4e5 f7f5 e5f6 e7e5 f6g7 e5e4 g7f8q", "BLACK'S TURN | CHECK"),
    ("d8f8 c1b1 e4d3 f3g3 d3c2", "WHITE'S TURN | CHECK"),
    ("b1c1 c2d1n a8b7 f8b4 g1h3", "BLACK'S TURN"),
    ("b4b2", "WHITE'S TURN | CHECKMATE"),
];

const MOVES: &str = "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=B h5 g4 hxg4 h3 gxh3 Bg2 hxg2 d3 gxh1=R Nc3 Nf6 Bd2 g6 \
                     e4 Bg7 Qf3 O-O O-O-O Nh7 e5 f5 exf6 e5 fxg7 e4 gxf8=Q+ Qxf8 Kb1 exd3 Qg3 dxc2+ Kc1 cxd1=N \
                     Bb7 Qb4 Nh3 Qxb2#";

const FINAL_PLACEMENT: &str = "6k1/1Bpp3n/2n3p1/8/8/2N3QN/1q1B1P2/2Kn3r";

/// Plays the full game with one input method from the start position.
pub(super) fn play_full_game(game: GamePage<'_>, input: MoveInput) -> TestResult {
    game.wait_for_status("WHITE'S TURN")?;
    for (moves, status) in PARTS {
        game.play(input, moves)?;
        game.wait_for_status(status)?;
    }
    game.board.wait_for_placement(FINAL_PLACEMENT)?;
    game.wait_for_moves(MOVES)?;
    game.board.wait_for_squares_with_class("mated", &["c1"])?;
    game.browser.wait_for_value(SIDE_TO_MOVE_COLOR, &["[data-square=c1]"], "rgb(200, 30, 30)")?; // red
    // After the end neither side can move, and the input field is gone.
    if input == MoveInput::Typing {
        game.browser.wait_until_gone(Css(".typed"))?;
    } else {
        game.play(input, "c1d1")?;
    }
    game.board.wait_for_placement(FINAL_PLACEMENT)
}

/// Highlight color of a square.
const SIDE_TO_MOVE_COLOR: &str =
    "return getComputedStyle(document.querySelector(arguments[0]), '::before').backgroundColor";
