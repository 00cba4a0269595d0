//! The FIDE Laws by article: endings, claims, legal moves.
#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

mod common;

use common::{START, game, read, summary};
use game::{Claim, Ending, Game, GameError, Outcome, Ruleset};
use rules::Color;

/// Plays the moves and compares the state of the game.
fn check(fen: &str, moves: &str, expected: &str) {
    let game = game(Ruleset::FromPosition, fen, moves);
    assert_eq!(summary(&game), expected, "{fen} {moves}");
}

/// Plays the moves and compares the number of legal moves; `legal` (UCI) must be among them and `illegal`
/// must not.
fn check_moves(fen: &str, moves: &str, count: usize, legal: &str, illegal: &str) {
    let game = game(Ruleset::FromPosition, fen, moves);
    assert_eq!(game.legal_moves().len(), count, "{fen} {moves}");
    for text in legal.split_whitespace() {
        assert!(game.parse_move(text).is_ok(), "{fen} {moves}: {text} should be legal");
    }
    for text in illegal.split_whitespace() {
        assert!(game.parse_move(text).is_err(), "{fen} {moves}: {text} should be illegal");
    }
}

/// Plays the moves and compares the last one in SAN.
fn check_san(fen: &str, moves: &str, san: &str) {
    let game = game(Ruleset::FromPosition, fen, moves);
    assert_eq!(game.sans().next_back().as_deref(), Some(san), "{fen} {moves}");
}

/// Compares the results of a flag fall of White and of Black.
fn check_flags(fen: &str, white_flags: &str, black_flags: &str) {
    for (color, expected) in [(Color::White, white_flags), (Color::Black, black_flags)] {
        let mut game = game(Ruleset::FromPosition, fen, "");
        assert_eq!(game.flag(color), Ok(()), "{fen}");
        assert_eq!(summary(&game), expected, "{fen}, {color} flags");
    }
}

/// Knights out and back: four plies that lead to the same position.
const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

#[test]
fn checkmate_5_1_1() {
    check(START, "f3 e5 g4 Qh4", "checkmate 0-1");
    check("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qxf7", "checkmate 1-0");
    check("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Nf7", "checkmate 1-0");
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8", "checkmate 1-0");
    check_san("8/8/8/8/8/8/7R/1k2K2R w K - 0 1", "O-O", "O-O#");
    check_san("8/r7/8/8/pP6/8/2k4B/K4R2 b - b3 0 1", "a4b3", "axb3#");
    check_san("6nr/5Ppk/6pp/8/8/8/8/2K5 w - - 0 1", "f7f8n", "f8=N#");
    // Already over before the first move.
    check("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "", "checkmate 1-0");
}

#[test]
fn checkmate_takes_precedence_over_draws() {
    check("8/8/k1K5/8/8/8/7R/8 w - - 99 1", "Ra2", "checkmate 1-0");
    check("8/8/k1K5/8/8/8/7R/8 w - - 149 120", "Ra2", "checkmate 1-0");
}

#[test]
fn stalemate_5_2_1() {
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "stalemate 1/2-1/2");
    check("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "stalemate 1/2-1/2");
    check("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "f8=Q", "stalemate 1/2-1/2");
    check("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "f8=R", "on");
    // Ten moves from the start with nearly all pieces on the board (Sam Loyd).
    let loyd = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    check(START, loyd, "stalemate 1/2-1/2");
    // A side whose only move is an en passant capture is not stalemated, until the right expires.
    check_moves("8/8/8/8/3pP3/3P4/5K1p/7k b - e3 0 1", "", 1, "d4e3", "");
    check("8/8/8/8/3pP3/3P4/5K1p/7k b - - 0 1", "", "stalemate 1/2-1/2");
}

#[test]
fn dead_positions_5_2_2() {
    check("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", "insufficient 1/2-1/2");
    check("8/8/4k3/8/8/4K3/8/5B2 w - - 0 1", "", "insufficient 1/2-1/2");
    check("8/8/4k3/8/8/4K3/8/5N2 w - - 0 1", "", "insufficient 1/2-1/2");
    check("8/8/3bk3/8/5B2/4K3/8/2B5 w - - 0 1", "", "insufficient 1/2-1/2");
    check("8/2P5/8/8/8/k7/8/K7 w - - 0 1", "c8=B", "insufficient 1/2-1/2");
    check("8/8/4k3/8/3p4/4K3/8/8 w - - 0 1", "Kxd4", "insufficient 1/2-1/2");
    // A helpmate is possible.
    check("8/8/4k3/3b4/8/4K3/8/2B5 w - - 0 1", "", "on");
    check("8/8/3nk3/8/8/4K3/8/5N2 w - - 0 1", "", "on");
    check("8/8/3nk3/8/8/4K3/8/5B2 w - - 0 1", "", "on");
    check("8/8/4k3/8/8/4K3/8/4NN2 w - - 0 1", "", "on");
    check("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "", "on");
    // Sufficient material, but dead: the only move captures the last piece, or pawns block everything.
    check("6Rk/8/7K/8/8/8/8/8 b - - 0 1", "", "dead 1/2-1/2");
    check("r7/K1k5/8/8/8/8/8/8 w - - 0 1", "", "dead 1/2-1/2");
    check("8/8/5k2/1p6/1Pp5/B1Pp4/RK1P4/QRB5 b - - 0 1", "", "dead 1/2-1/2");
}

#[test]
fn flag_fall_6_9() {
    let (draw, white_wins, black_wins) = ("timeout-insufficient 1/2-1/2", "timeout 1-0", "timeout 0-1");
    check_flags(START, black_wins, white_wins);
    check_flags("8/8/4k3/8/8/4K3/8/3Q4 w - - 0 1", draw, white_wins);
    check_flags("8/8/3nk3/8/8/4K3/8/3Q4 w - - 0 1", draw, white_wins);
    check_flags("8/8/3bk3/8/8/4K3/8/3Q4 w - - 0 1", draw, white_wins);
    check_flags("8/8/3bk3/8/8/4K3/8/3R4 w - - 0 1", draw, white_wins);
    check_flags("8/8/3nk3/8/8/4K3/8/2QQ4 w - - 0 1", draw, white_wins);
    check_flags("8/8/3nk3/8/8/4K3/8/3R4 w - - 0 1", black_wins, white_wins);
    check_flags("8/8/3nk3/8/8/4K3/3P4/8 w - - 0 1", black_wins, white_wins);
    check_flags("8/8/3bk3/8/8/4K3/3P4/8 w - - 0 1", black_wins, white_wins);
    check_flags("8/8/3bk3/8/8/4K3/8/3RN3 w - - 0 1", black_wins, white_wins);
    check_flags("8/8/3nk3/8/8/4K3/8/2QR4 w - - 0 1", black_wins, white_wins);
    // Black has queen and pawn, but White's only move captures the queen and mates or blocks.
    check_flags("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", draw, white_wins);
}

#[test]
fn resignation_5_1_2() {
    let check = |fen: &str, color: Color, expected: &str| {
        let mut game = game(Ruleset::FromPosition, fen, "");
        assert_eq!(game.resign(color), Ok(()), "{fen}");
        assert_eq!(summary(&game), expected, "{fen}, {color} resigns");
        let mut left = self::game(Ruleset::FromPosition, fen, "");
        assert_eq!(left.abandon(color), Ok(()), "{fen}");
        assert_eq!(left.outcome().map(Outcome::winner), game.outcome().map(Outcome::winner), "{fen}");
    };
    let draw = "resignation-insufficient 1/2-1/2";
    check(START, Color::White, "resignation 0-1");
    check("8/8/4k3/8/8/4K3/8/3Q4 w - - 0 1", Color::White, draw);
    check("8/8/4k3/8/8/4K3/8/3Q4 w - - 0 1", Color::Black, "resignation 1-0");
    check("8/8/3nk3/8/8/4K3/8/3Q4 b - - 0 1", Color::White, draw);
    check("8/8/3nk3/8/8/4K3/8/3R4 w - - 0 1", Color::White, "resignation 0-1");
    check("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", Color::White, draw);
}

#[test]
fn a_recorded_game_may_go_on_in_a_dead_position() {
    let before_dead = "4k3/8/8/p2p2p1/P2P2P1/8/3r4/4K3 w - - 0 1";
    check(before_dead, "Kxd2", "dead 1/2-1/2");
    let mut game = Game::recorded(Ruleset::FromPosition, &before_dead.parse().unwrap()).unwrap();
    for text in ["Kxd2", "Kd7"] {
        assert_eq!(summary(&game), "on");
        game.play_recorded(read(&game, text)).unwrap();
    }
    game.end_if_dead();
    assert_eq!(summary(&game), "dead 1/2-1/2");
    game.end_recorded(Outcome::new(Some(Color::Black), Ending::Timeout).unwrap()).unwrap();
    assert_eq!(summary(&game), "timeout 0-1");

    // A dead position that only the recording program recognised.
    let mut game = self::game(Ruleset::Standard, START, "");
    let dead = Outcome::new(None, Ending::Dead).unwrap();
    assert_eq!(game.end(dead), Err(GameError::NotDecidedByBoard(dead)));
    assert_eq!((game.end_recorded(dead), game.outcome()), (Ok(()), Some(dead)));

    let replayed = |result: &str| {
        let pgn = format!("[FEN \"{before_dead}\"]\n1. Kxd2 Kd7 2. Kd3 {result}");
        summary(&pgn.parse::<game::pgn::PgnGame>().unwrap().replay().unwrap())
    };
    assert_eq!(replayed("*"), "dead 1/2-1/2");
    assert_eq!(replayed("1/2-1/2"), "dead 1/2-1/2");
    assert_eq!(replayed("1-0"), "resignation 1-0");
}

#[test]
fn threefold_9_2() {
    check(START, SHUFFLE, "on");
    check(START, &SHUFFLE.repeat(2), "on threefold");
    // The first position had a castling right that is now lost.
    let rook = "Rh2 Ke7 Rh1 Ke8 ";
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &rook.repeat(2), "on");
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &rook.repeat(3), "on threefold");
    // In the first position a pawn could be captured en passant.
    let bishop = "Bc4 Nc6 Bf1 Nb8 ";
    check(START, &("e4 Nf6 e5 d5 ".to_owned() + &bishop.repeat(2)), "on");
    check(START, &("e4 Nf6 e5 d5 ".to_owned() + &bishop.repeat(3)), "on threefold");
    // No pawn can capture en passant, or it is pinned: the double step makes no difference.
    check(START, &("e4 e5 ".to_owned() + &SHUFFLE.repeat(2)), "on threefold");
    let pinned = "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 ".to_owned() + &"Nf3 Nc6 Ng1 Nb8 ".repeat(2);
    check(START, &pinned, "on threefold");
    // Same pieces, but the other side to move.
    check("8/8/4k3/8/8/4K3/8/R7 w - - 0 1", "Ra2 Ke5 Ra1 Ke6 Rb1 Ke5 Ra1", "on");
    // The occurrences need not be consecutive.
    check(START, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8", "on threefold");
}

#[test]
fn fifty_moves_9_3() {
    check("8/k7/2K5/8/8/8/R7/8 b - - 99 61", "", "on");
    check("8/8/1k1K4/8/8/8/7R/8 w - - 99 61", "Ra2", "on fifty");
    check("8/2k5/8/2K5/8/8/7R/8 w - - 148 100", "Rh3", "on fifty");
    check("8/2k5/8/2K5/8/8/P6R/8 w - - 99 100", "a3", "on");
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 60", "O-O", "on fifty");
}

#[test]
fn claims_with_an_announced_move_9_2_1_and_9_3_1() {
    let check = |fen: &str, moves: &str, text: &str, claim: Claim| {
        let mut game = game(Ruleset::FromPosition, fen, moves);
        let before = game.setup();
        let m = read(&game, text);
        assert_eq!(game.claim(claim), Err(GameError::InvalidClaim(claim)));
        assert!(game.claims().is_empty() && game.claims_with(m).has(claim));
        assert_eq!(game.claim_with(claim, m), Ok(()));
        assert_eq!(game.outcome().map(|outcome| outcome.ending()), Some(claim.ending()));
        assert_eq!(game.setup(), before, "the move is announced, not made");
    };
    check(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "Ng8", Claim::Threefold);
    check("8/k7/2K5/8/8/8/R7/8 b - - 99 61", "", "Kb8", Claim::Fifty);

    let mut wrong = game(Ruleset::FromPosition, START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let m = read(&wrong, "e5");
    assert_eq!(wrong.claim_with(Claim::Threefold, m), Err(GameError::InvalidClaim(Claim::Threefold)));
    let white_move = wrong.moves().next().unwrap();
    assert_eq!(wrong.claim_with(Claim::Threefold, white_move), Err(GameError::Illegal(white_move)));
    // No draw can be claimed with a mating move.
    let mate = game(Ruleset::FromPosition, "8/8/k1K5/8/8/8/7R/8 w - - 99 1", "");
    assert!(mate.claims_with(read(&mate, "Ra2")).is_empty());
    assert!(mate.claims_with(read(&mate, "Rb2")).has(Claim::Fifty));
}

#[test]
fn fivefold_and_seventy_five_9_6() {
    check(START, &SHUFFLE.repeat(3), "on threefold");
    check(START, &(SHUFFLE.repeat(3) + "Nf3 Nf6 Ng1"), "on threefold");
    check(START, &SHUFFLE.repeat(4), "fivefold 1/2-1/2");
    check("8/2k5/8/2K5/8/8/7R/8 w - - 149 100", "Rh3", "seventyfive 1/2-1/2");
    check("8/2k5/8/2K5/8/7p/7R/8 w - - 149 100", "Rxh3", "on");
    assert_eq!(Ending::Fivefold.name(), "fivefold");
}

#[test]
fn en_passant_3_7() {
    // Exposes the king on the rank, on the file and on the diagonal.
    check_moves("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "", 6, "e4e3", "e4d3");
    check_moves("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", 6, "e5e6", "e5d6");
    check_moves("8/b7/8/2pP4/8/4K3/8/7k w - c6 0 1", "", 8, "d5d6", "d5c6");
    // Along the pin line the capture is legal; two pawns may capture; it may be the only check evasion.
    check_moves("1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 1", "", 9, "e5d6", "e5e6");
    check_moves("7k/8/8/2PpP3/8/8/8/6K1 w - d6 0 1", "", 9, "c5d6 e5d6", "");
    check_moves("8/8/R7/6k1/4KPp1/8/8/7Q b - f3 0 1", "", 1, "g4f3", "");
    check("8/8/R7/6k1/4KPp1/8/8/7Q b - - 0 1", "", "checkmate 1-0");
    check_san("8/8/5b2/8/3Pp3/8/1K6/7k b - d3 0 1", "e4d3", "exd3+");
}

#[test]
fn castling_3_8() {
    let check = |fen: &str, moves: &str, legal: &str, illegal: &str| {
        let count = game(Ruleset::FromPosition, fen, moves).legal_moves().len();
        check_moves(fen, moves, count, legal, illegal);
    };
    check("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "", "O-O", "O-O-O");
    check("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "", "O-O-O", "O-O");
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke2 Ke7 Ke1 Ke8", "", "O-O O-O-O");
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ra2 Ke7 Ra1 Ke8", "O-O", "O-O-O");
    check("r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - 0 1", "Nxh1", "O-O-O", "O-O");
    check("4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", "gxh8=R", "", "O-O");
    check_san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "O-O+");
    check_san("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "O-O-O+");
}

#[test]
fn castling_in_chess960() {
    let check = |fen: &str, m: &str, san: &str, after: &str| {
        let game = game(Ruleset::Chess960, fen, m);
        assert_eq!(game.sans().next_back().as_deref(), Some(san));
        assert_eq!(game.setup().to_string(), after);
    };
    check("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("7k/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "O-O-O", "7k/8/8/8/8/8/8/2KR4 b - - 1 1");
    // The castling rook uncovers an attack by the queen; another rook blocks the path.
    check_moves("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", "", 19, "", "d1b1 d1f1");
    let rooks = "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1";
    check_moves(rooks, "", 42, "", "g1f1");
}

#[test]
fn promotion_3_7_5() {
    check_moves("8/P6k/8/8/8/8/8/K7 w - - 0 1", "", 7, "a7a8q a7a8r a7a8b a7a8n", "a7a8k a7a8p a8=K");
    check_san("7k/P7/8/8/8/8/8/KQ6 w - - 0 1", "a7a8q", "a8=Q+");
    check_san("k7/2P5/K7/8/8/8/8/8 w - - 0 1", "c7c8q", "c8=Q#");
}
