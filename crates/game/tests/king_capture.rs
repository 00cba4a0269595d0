//! The King capture ruleset.
#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

mod common;

use common::{game, read, summary};
use game::{Claim, Game, Ruleset, Status};
use rules::Color::{Black, White};
use rules::{Role, Setup, SetupFault, Square};

fn king_capture(fen: &str, moves: &str) -> Game {
    game(Ruleset::KingCapture, fen, moves)
}

fn check(fen: &str, moves: &str, expected: &str) {
    assert_eq!(summary(&king_capture(fen, moves)), expected, "{fen} {moves}");
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(read(game, text)).unwrap();
    }
}

#[test]
fn either_side_moves_first() {
    let mut game = Game::king_capture(Black);
    assert_eq!((game.turn(), game.position()), (Black, None));
    play(&mut game, "e5 e4 Nf6");
    assert_eq!((game.turn(), game.plies(), game.move_number()), (White, 3, 2));
    assert_eq!(Game::king_capture(White).turn(), White);
}

#[test]
fn capturing_the_king_wins() {
    // A check need not be answered.
    let mut game = Game::king_capture(Black);
    play(&mut game, "f5 e4 a6 Qh5");
    assert_eq!(game.status(), Status::Check { turn: Black, king: Square::E8 });
    play(&mut game, "a5 Qxe8");
    assert_eq!(summary(&game), "king-captured 1-0");
    assert_eq!(game.sans().next_back().as_deref(), Some("Qxe8#"));
    assert_eq!(game.captured().black, [Role::King]);
    assert!(game.legal_moves().is_empty());
    assert_eq!(game.status(), Status::Over(game.outcome().unwrap()));
}

#[test]
fn a_king_may_move_into_check() {
    check("4k3/8/8/8/8/8/4r3/3K4 w - - 0 1", "Kc1 Re1", "on");
    check("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "Kd4 Kxd4", "king-captured 0-1");
    check("4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1", "Nf6 Rxe1", "king-captured 0-1");
    // King against king can still be won.
    check("8/8/8/3k4/8/8/3K4/8 w - - 0 1", "Kd3", "on");
}

#[test]
fn checkmate_ends_the_game() {
    let mut game = Game::king_capture(White);
    play(&mut game, "f3 e5 g4 Qh4");
    assert_eq!(summary(&game), "checkmate 0-1");
    assert_eq!(game.status(), Status::Checkmate { turn: White, king: Square::E1 });
    assert_eq!(game.sans().next_back().as_deref(), Some("Qh4#"));
}

#[test]
fn it_is_not_checkmate_if_the_enemy_king_can_be_captured() {
    // Without the rook on e4 this is checkmate; with it White can capture Black's king.
    check("6k1/8/8/8/8/8/5q2/r6K b - - 0 1", "Ra1-b1", "checkmate 0-1");
    let hanging = king_capture("4k3/8/8/8/4R3/8/5q2/r6K b - - 0 1", "Ra1-b1");
    assert_eq!(hanging.status(), Status::Check { turn: White, king: Square::H1 });
    let mut hanging = hanging;
    play(&mut hanging, "Rxe8");
    assert_eq!(summary(&hanging), "king-captured 1-0");
}

#[test]
fn repetition_and_move_count_draw() {
    let shuffle = "Nf6 Nf3 Ng8 Ng1 ";
    let mut game = Game::king_capture(Black);
    play(&mut game, &shuffle.repeat(2));
    assert!(game.claims().has(Claim::Threefold));
    play(&mut game, &shuffle.repeat(2));
    assert_eq!(summary(&game), "fivefold 1/2-1/2");
    check("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "Ra2", "seventyfive 1/2-1/2");
}

#[test]
fn a_side_without_moves_is_stalemated() {
    check("7k/8/8/p1p5/P1P5/PBP5/PPP5/KB6 w - - 0 1", "", "stalemate 1/2-1/2");
    // A king may step on attacked squares, so this is not stalemate.
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "on");
}

#[test]
fn a_flag_fall_always_loses() {
    let mut game = king_capture("8/8/8/3k4/8/8/3K4/7Q w - - 0 1", "");
    game.flag(White).unwrap();
    assert_eq!(summary(&game), "timeout 0-1");
}

#[test]
fn setups_need_one_king_per_side_and_no_pawns_on_end_ranks() {
    let start = |fen: &str| Game::new(Ruleset::KingCapture, &fen.parse::<Setup>().unwrap()).map(|_| ());
    assert_eq!(start("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"), Ok(()));
    let faults = start("8/8/8/8/8/8/8/4RK1P w - - 0 1").unwrap_err().faults;
    assert!(faults.has(SetupFault::NoBlackKing) && faults.has(SetupFault::PawnOnEndRank));
}

#[test]
fn disambiguation_counts_all_pseudo_legal_moves() {
    let check = |fen: &str, uci: &str, san: &str| {
        let game = king_capture(fen, "");
        let m = read(&game, uci);
        assert_eq!(game.san_of_legal_move(m).as_deref(), Some(san), "{fen} {uci}");
        assert_eq!(game.parse_move(san), Ok(m), "{fen} {san}");
    };
    // Pinned knights count for disambiguation, because they may move.
    check("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Ngf3");
    check("3r3r/2k5/8/R7/4Q2Q/8/1K6/R6Q w - - 0 1", "h4e1", "Qh4e1");
    check("3r3r/2k5/8/R7/4Q2Q/8/1K6/R6Q w - - 0 1", "a5a3", "R5a3");
    check("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N");
    check("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+");
    check("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8r", "axb8=R+");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
    check("4k2r/8/8/8/8/8/8/4R2K b k - 0 1", "e8g8", "O-O");
    let game = king_capture("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "");
    assert!(
        game.parse_move("Nf3").is_err() && game.parse_move("Ke3").is_err() && game.parse_move("?").is_err()
    );
    assert_eq!(game.parse_move("Ng1-f3"), game.parse_move("g1f3"));
}

#[test]
fn pieces_without_kings_move_and_capture_without_end() {
    let mut game = Game::without_kings(&"8/8/8/3p4/8/8/8/K2R3k w - - 0 1".parse().unwrap());
    assert_eq!(game.board().role(Role::King).count(), 0);
    play(&mut game, "Rxd5");
    // Black has no move.
    assert_eq!((game.outcome(), game.turn(), game.legal_moves().len()), (None, Black, 0));
    let refused = game.explain(Square::D5, Square::E5, None).unwrap_err();
    assert_eq!(refused.to_string(), "the rook on d5 is white's, and it is black's turn");
}
