//! Differential tests against shakmaty and cozy-chess in random games: moves, notation, checks, hash.
#![allow(clippy::unwrap_used, reason = "invalid test data fails the test")]

#[path = "../../rules/tests/common/mod.rs"]
mod common;
mod oracles;

use common::{TestRng, is_full, perft_cases};
use oracles::Oracles;
use rules::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, SetupFaults, Square};

/// Plays random games of at most `length` plies from these positions in turn and compares every position.
/// Returns the number of positions. With `HANPAN_FULL=1` there are ten times as many games.
fn check(starts: &[Setup], seed: u64, rounds: usize, length: usize) -> usize {
    let mut rng = TestRng::new(seed);
    let mut compared = 0;
    let rounds = if is_full() { 10 * rounds } else { rounds };
    for start in starts.iter().cycle().take(starts.len() * rounds) {
        let mut position = start.position_waiving(SetupFaults::WAIVABLE).unwrap();
        let mut oracles = Oracles::of(start);
        for _ in 0..length {
            oracles.check(&position);
            compared += 1;
            let Some(m) = rng.legal_move(&position) else { break };
            oracles.play(m);
            position = position.play_unchecked(m);
        }
    }
    compared
}

#[test]
fn libraries_agree_in_games_from_known_positions() {
    assert!(check(&setups(&["famous.epd", "special.epd", "chess960.epd"]), 1, 10, 100) > 75_000);
}

#[test]
fn libraries_agree_in_games_from_all_960_starts() {
    let starts: Vec<Setup> = (0..960).map(start_960).collect();
    assert!(check(&starts, 2, 1, 100) > 75_000);
}

#[test]
fn libraries_agree_in_games_from_impossible_positions() {
    assert!(check(&setups(&["impossible.epd"]), 3, 20, 40) > 5_000);
}

#[test]
fn libraries_agree_in_positions_with_random_pieces() {
    let mut rng = TestRng::new(4);
    let starts: Vec<Setup> = std::iter::repeat_with(|| random_setup(&mut rng))
        .filter(|setup| {
            let odd = SetupFaults::UNREACHABLE;
            setup.faults().without(odd).is_empty()
        })
        .take(10_000)
        .collect();
    assert!(check(&starts, 5, 1, 6) > 50_000);
}

/// Setup faults agree with shakmaty.
#[test]
fn faults_agree_with_shakmaty() {
    let mut rng = TestRng::new(6);
    for _ in 0..50_000 {
        oracles::check_faults(&random_setup(&mut rng));
    }
    for case in perft_cases("impossible.epd").iter().chain(&perft_cases("special.epd")) {
        oracles::check_faults(&case.setup);
    }
}

/// The positions of files in `testdata/perft`.
fn setups(files: &[&str]) -> Vec<Setup> {
    files.iter().flat_map(|file| perft_cases(file)).map(|case| case.setup).collect()
}

/// Chess960 starting position by number, from cozy-chess.
fn start_960(number: u32) -> Setup {
    let fen = format!("{:#}", cozy_chess::Board::chess960_startpos(number));
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Two kings and random pieces on random squares; often with castling rights, en passant squares and other
/// faults.
fn random_setup(rng: &mut TestRng) -> Setup {
    let mut board = Board::empty();
    let pieces = 1 + rng.below(14);
    for _ in 0..pieces {
        let piece = Piece { color: Color::ALL[rng.below(2)], role: Role::ALL[rng.below(5)] };
        let square = Square::ALL[rng.below(64)];
        if piece.role != Role::Pawn
            || !matches!(square.rank(), Rank::First | Rank::Eighth)
            || rng.below(50) == 0
        {
            board.set(square, piece);
        }
    }
    let mut castling_rights = Bitboard::EMPTY;
    for color in Color::ALL {
        if rng.below(40) == 0 {
            continue;
        }
        let at_home = rng.below(3) == 0;
        let king = if at_home { Square::new(File::E, color.back_rank()) } else { Square::ALL[rng.below(64)] };
        board.set(king, Role::King.of(color));
        for file in [File::A, File::H] {
            let rook = Square::new(file, color.back_rank());
            if at_home && rng.below(2) == 0 {
                board.set(rook, Role::Rook.of(color));
                castling_rights |= rook.bitboard();
            }
        }
    }
    let turn = Color::ALL[rng.below(2)];
    let passed = if turn == Color::White { Rank::Sixth } else { Rank::Third };
    let en_passant = (rng.below(4) == 0).then(|| Square::new(File::ALL[rng.below(8)], passed));
    if let Some(pawn) =
        en_passant.and_then(|target| target.offset(0, if turn == Color::White { -1 } else { 1 }))
    {
        board.set(pawn, Role::Pawn.of(!turn));
        if let Some(taker) = pawn.offset(1, 0) {
            board.set(taker, Role::Pawn.of(turn));
        }
    }
    Setup { board, turn, castling_rights, en_passant, ..Setup::empty() }
}
