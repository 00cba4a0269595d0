//! Perft counts of `testdata/perft`; complete with `HANPAN_FULL=1`, otherwise up to a limit.

extern crate hanpan_rules as rules;

mod common;

use common::{is_full, perft_cases};
use rules::{Board, Position, Setup, SetupFaults, perft};

/// Counts above the limit are skipped: `everyday` by default, `full` with `HANPAN_FULL=1`.
fn limit(everyday: u64, full: u64) -> u64 {
    if is_full() { full } else { everyday }
}

/// Checks every position of a file, and the same with colors exchanged.
fn check(file: &str) {
    let limit = limit(20_000_000, u64::MAX);
    for case in perft_cases(file) {
        let (fen, mirrored) = (case.setup, mirror(&case.position));
        for (depth, nodes) in case.counts.into_iter().filter(|&(_, nodes)| nodes <= limit) {
            assert_eq!(perft::count(&case.position, depth), nodes, "depth {depth}: {fen}");
            assert_eq!(perft::count(&mirrored, depth), nodes, "depth {depth}, mirrored: {fen}");
        }
    }
}

/// The position with colors exchanged.
fn mirror(position: &Position) -> Position {
    let setup = position.setup();
    let mut board = Board::empty();
    for (square, piece) in setup.board.iter() {
        board.set(square.flip_rank(), piece.role.of(!piece.color));
    }
    let castling_rights = setup.castling_rights.into_iter().map(|rook| rook.flip_rank()).collect();
    let en_passant = setup.en_passant.map(|target| target.flip_rank());
    let mirrored = Setup { board, turn: !setup.turn, castling_rights, en_passant, ..setup };
    mirrored.position_waiving(SetupFaults::WAIVABLE).unwrap_or_else(|error| panic!("{mirrored}: {error}"))
}

#[test]
fn perft_of_famous_positions() {
    check("famous.epd");
}

#[test]
fn perft_of_special_positions() {
    check("special.epd");
}

#[test]
fn perft_of_impossible_positions() {
    check("impossible.epd");
}

#[test]
fn perft_of_chess960_positions() {
    check("chess960.epd");
}

/// Perft with and without bulk counting agree.
#[test]
fn perft_without_bulk_counting_agrees() {
    let limit = limit(400_000, 200_000_000);
    for file in ["famous.epd", "special.epd", "impossible.epd", "chess960.epd"] {
        for case in perft_cases(file) {
            for (depth, nodes) in case.counts.into_iter().filter(|&(_, nodes)| nodes <= limit) {
                assert_eq!(
                    perft::count_without_bulk(&case.position, depth),
                    nodes,
                    "depth {depth}: {}",
                    case.setup
                );
            }
        }
    }
}

/// The reachable position with the most moves, and an unreachable one with more.
#[test]
fn positions_with_the_most_moves_are_counted() {
    let count = |fen: &str| {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        setup.position_waiving(SetupFaults::WAIVABLE).map(|position| position.count_legal_moves())
    };
    assert_eq!(count("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), Ok(218));
    assert_eq!(count("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"), Ok(270));
}

/// Only the positions of `impossible.epd` have faults.
#[test]
fn only_impossible_positions_have_faults() {
    for file in ["famous.epd", "special.epd", "chess960.epd", "impossible.epd"] {
        for case in perft_cases(file) {
            let (setup, faults) = (case.setup, case.setup.faults());
            assert_eq!(faults.is_empty(), file != "impossible.epd", "{setup} {faults}");
        }
    }
}
