//! Regression tests for nine rule bugs of the predecessor programs.
#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

mod common;

use common::{game, summary};
use game::Ruleset;

/// Checks that `legal` moves (SAN or UCI) are legal and `illegal` ones are not.
fn check(fen: &str, moves: &str, legal: &str, illegal: &str) {
    let game = game(Ruleset::FromPosition, fen, moves);
    for text in legal.split_whitespace() {
        assert!(game.parse_move(text).is_ok(), "{fen} {moves}: {text} should be legal");
    }
    for text in illegal.split_whitespace() {
        assert!(game.parse_move(text).is_err(), "{fen} {moves}: {text} should be illegal");
    }
}

fn check_summary(fen: &str, moves: &str, expected: &str) {
    assert_eq!(summary(&game(Ruleset::FromPosition, fen, moves)), expected, "{fen} {moves}");
}

#[test]
fn bug_1_castling_out_of_through_and_into_check() {
    check("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "", "", "O-O O-O-O");
    check("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "O-O-O", "O-O");
    check("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "O-O", "O-O-O");
    check("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "O-O-O", "O-O");
    check("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "O-O", "O-O-O");
    // Attacks on the rook or the b-file square do not prevent castling.
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "O-O O-O-O", "");
    check("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "O-O O-O-O", "");
    check("r3k2r/8/8/8/8/8/8/1R2K3 b kq - 0 1", "", "O-O O-O-O", "");
}

#[test]
fn bug_2_en_passant_right_after_a_double_step_only() {
    let black_to_answer = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    check(black_to_answer, "d5", "e5d6", "");
    check(black_to_answer, "d5 Kd1 Kd7 Ke1 Ke8", "", "e5d6");
    check("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", "d5", "", "e5d6");
    check("4k3/3p4/8/8/4P3/8/8/4K3 b - - 0 1", "d5 e5 Kd7", "", "e5d6");
    check("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "", "e4e3", "e4d3");
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "", "e5e6", "e5d6");
}

#[test]
fn bug_3_stalemate_with_blocked_and_pinned_pieces() {
    check_summary("kn5R/8/1K6/8/8/8/8/8 b - - 0 1", "", "stalemate 1/2-1/2");
    check_summary("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", "", "stalemate 1/2-1/2");
    check_summary("kb1R4/p7/P7/8/8/8/8/6K1 b - - 0 1", "", "stalemate 1/2-1/2");
    // A pinned queen may move along the pin line.
    check("k7/q7/8/1K6/8/8/8/R7 b - - 0 1", "", "a7a1 a7a6", "a7b7");
}

#[test]
fn bug_4_capturing_the_checking_piece() {
    // Protected checker: mate. Unprotected checker: the king captures it.
    check_summary("6k1/6Q1/5K2/8/8/8/8/8 b - - 0 1", "", "checkmate 1-0");
    check("6k1/6Q1/8/8/4K3/8/P7/8 b - - 0 1", "", "Kxg7", "");
    // Double check: each check alone could be parried, both only by a king move.
    check_summary("3rkb1r/5ppp/8/1B6/8/8/8/2KRR3 b k - 0 1", "", "checkmate 1-0");
    check("4k3/8/r4N2/8/8/8/8/4RK2 b - - 0 1", "", "Kf8 Kd8 Kf7", "Rxf6 Re6 Ke7");
}

#[test]
fn bug_5_a_queen_moves_as_rook_and_bishop_only() {
    let queen = "8/7k/8/8/3Q4/8/8/K7 w - - 0 1";
    check(queen, "", "Qd8 Qa4 Qh4 Qd1 Qa7 Qg7 Qb2 Qg1", "d4e6 d4f5 d4f3 d4e2 d4c2 d4b3 d4b5 d4c6");
    assert_eq!(game(Ruleset::FromPosition, queen, "").moves_from(rules::Square::D4).len(), 26);
}

#[test]
fn bug_6_sliders_are_blocked_only_on_their_own_line() {
    let board = "4k3/8/8/1p1R1n2/8/8/3P4/1q2K3 w - - 0 1";
    check(board, "", "Ke2 Kf2", "Rd1xd5 d5a5 d5g5 d5h5 d5d9");
    check("4k3/8/8/1p1R1n2/8/8/3P4/4K3 w - - 0 1", "", "Rxb5 Rc5 Re5 Rxf5 Rd8 Rd3", "Ra5 Rg5 Rd2 Rd1");
    check("4k3/3p4/2P1P3/8/8/8/8/4K3 b - - 0 1", "", "dxc6 dxe6 d6 d5", "");
    check("4k3/3p4/2p1p3/8/8/8/8/4K3 b - - 0 1", "", "d6 d5", "dxc6 dxe6");
}

#[test]
fn bug_7_a_pawn_attacks_diagonally_forward_also_empty_squares() {
    let board = "4k3/8/8/3p4/8/2K5/8/8 w - - 0 1";
    check(board, "", "Kd4 Kb4 Kd3 Kd2", "Kc4");
    check("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1", "", "Kd7 Ke7", "");
    check("8/4k3/8/3P4/8/8/8/4K3 b - - 0 1", "", "Kd6 Kd7 Kd8", "Ke6");
}

#[test]
fn bug_8_a_king_does_not_shield_the_square_behind_it() {
    check("8/8/8/8/R3k3/8/8/K7 b - - 0 1", "", "Ke5 Kd3", "Kf4 Kd4");
    check("8/p7/8/8/4k3/8/2B5/K7 b - - 0 1", "", "Ke5 Kd4", "Kf5 Kd3");
}

#[test]
fn bug_9_promotion_of_both_colors() {
    check("1n5k/P7/8/8/8/8/p7/1N5K w - - 0 1", "", "a8=Q a8=R a8=B a8=N axb8=Q axb8=N", "axb8=K");
    check("1n5k/P7/8/8/8/8/p7/1N5K b - - 0 1", "", "a1=Q a1=R a1=B a1=N axb1=Q axb1=N", "axb1=P");
    check_summary("k7/2P5/K7/8/8/8/8/8 w - - 0 1", "c8=Q", "checkmate 1-0");
    check_summary("K7/8/k7/8/8/8/2p5/8 b - - 0 1", "c1=Q Kb8 Qc7 Ka8 Qb7", "checkmate 0-1");
    check_summary("8/8/8/8/8/5k2/5p1K/8 b - - 0 1", "f1=Q", "stalemate 1/2-1/2");
    check_summary("8/8/8/8/8/k7/2p5/K6N b - - 0 1", "c2c1n", "on");
}
