//! The tables against solvers that share no code with them: all placements of the men on 64 squares, and moves from `rules`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod solver;

use rules::{Color, Position, Rank, Setup, SetupFaults, Square};
use solver::Solver;
use tablebase::{Outcome, Tablebase};

/// All legal positions of some men, either side to move, without en passant.
fn for_each_position(letters: &str, visit: &mut impl FnMut(&Position)) {
    fn place(letters: &[u8], setup: Setup, visit: &mut impl FnMut(&Position)) {
        let Some((letter, rest)) = letters.split_first() else {
            for turn in Color::ALL {
                if let Ok(position) = (Setup { turn, ..setup }).position_waiving(SetupFaults::UNREACHABLE) {
                    visit(&position);
                }
            }
            return;
        };
        let piece = rules::Piece::from_letter(*letter).unwrap();
        for square in Square::ALL {
            if setup.board.piece_at(square).is_none() {
                let mut setup = setup;
                setup.board.set(square, piece);
                place(rest, setup, visit);
            }
        }
    }
    place(letters.as_bytes(), Setup::empty(), visit);
}

/// Compares all positions of a set with the solver, and the longest mates of White and of Black in moves with those that are known
/// from other tables (Nalimov's and Thompson's). Returns the number of positions.
fn check(solver: &mut Solver, letters: &str, longest: [u8; 2]) -> u32 {
    let tables = Tablebase::new();
    let (mut count, mut differences) = (0u32, 0u32);
    let mut found = [0; 2];
    for_each_position(letters, &mut |position| {
        let outcome = tables.probe(position).unwrap();
        count += 1;
        differences += u32::from(outcome != solver.outcome(position));
        let winner = match outcome {
            Outcome::Win(_) => position.turn(),
            Outcome::Loss(_) => !position.turn(),
            Outcome::Draw => return,
        };
        let longest = &mut found[winner as usize];
        *longest = (*longest).max(outcome.moves_to_mate().unwrap());
    });
    assert_eq!((differences, found), (0, longest), "{letters}: {count} positions");
    count
}

#[test]
fn all_positions_of_three_men_have_the_outcome_of_an_independent_solver() {
    let mut solver = Solver::default();
    let mut count = 0;
    for (letter, longest) in [('P', 28), ('N', 0), ('B', 0), ('R', 16), ('Q', 10)] {
        count += check(&mut solver, &format!("Kk{letter}"), [longest, 0]);
        count += check(&mut solver, &format!("Kk{}", letter.to_ascii_lowercase()), [0, longest]);
    }
    assert_eq!(count, 3_891_168);
}

#[test]
fn all_positions_of_rook_against_bishop_have_the_outcome_of_an_independent_solver() {
    assert_eq!(check(&mut Solver::default(), "KkRb", [29, 0]), 22_613_192);
}

#[test]
#[ignore = "takes a minute"]
fn all_positions_of_bishop_and_knight_have_the_outcome_of_an_independent_solver() {
    check(&mut Solver::default(), "KkBN", [33, 0]);
}

#[test]
#[ignore = "takes a minute"]
fn all_positions_of_queen_against_rook_have_the_outcome_of_an_independent_solver() {
    check(&mut Solver::default(), "KkQr", [35, 19]);
}

#[test]
#[ignore = "takes minutes"]
fn all_positions_of_queen_against_pawn_have_the_outcome_of_an_independent_solver() {
    check(&mut Solver::default(), "KkQp", [28, 29]);
}

/// The outcome that follows from the outcomes of the moves. It determines the outcomes of all positions: mates are known, and
/// the positions at each distance follow from those nearer to mate.
fn outcome_of_moves(tables: &Tablebase, position: &Position) -> Option<Outcome> {
    let moves = position.legal_moves();
    let outcomes = moves.into_iter().map(|m| tables.probe(&position.play(m).ok()?).map(Outcome::before_move));
    let outcomes: Option<Vec<Outcome>> = outcomes.collect();
    let best = outcomes?.into_iter().max();
    Some(best.unwrap_or(if position.is_check() { Outcome::Loss(0) } else { Outcome::Draw }))
}

/// The en passant rights of a position, as positions of their own.
fn with_en_passant(position: &Position) -> Vec<Position> {
    let rank = if position.turn() == Color::White { Rank::Sixth } else { Rank::Third };
    let targets = Square::ALL.into_iter().filter(|square| square.rank() == rank);
    targets
        .filter_map(|target| {
            Setup { en_passant: Some(target), ..position.setup() }
                .position_waiving(SetupFaults::UNREACHABLE)
                .ok()
        })
        .filter(|position| position.legal_en_passant().is_some())
        .collect()
}

/// Every `step`th position of a set.
fn check_consistency(tables: &Tablebase, letters: &str, step: u32) {
    let (mut count, mut differences) = (0u32, 0u32);
    for_each_position(letters, &mut |position| {
        count += 1;
        if count.is_multiple_of(step) {
            let variants = if letters.contains('p') && letters.contains('P') {
                with_en_passant(position)
            } else {
                Vec::new()
            };
            for position in std::iter::once(*position).chain(variants) {
                differences += u32::from(tables.probe(&position) != outcome_of_moves(tables, &position));
            }
        }
    });
    assert_eq!(differences, 0, "{letters} of {count}");
}

#[test]
fn samples_of_four_men_have_the_outcome_of_their_moves() {
    let tables = Tablebase::new();
    for letters in ["KkBN", "KkQr"] {
        check_consistency(&tables, letters, 997);
    }
}

#[test]
#[ignore = "builds most tables: a minute or two"]
fn samples_of_four_men_with_pawns_have_the_outcome_of_their_moves() {
    let tables = Tablebase::new();
    for letters in ["Kkpq", "KkPp", "KkPP"] {
        check_consistency(&tables, letters, 997);
    }
}

/// 30 sets of 7 to 29 million positions: half an hour with optimization.
#[test]
#[ignore = "takes half an hour"]
fn all_positions_of_four_men_have_the_outcome_of_their_moves() {
    let tables = Tablebase::new();
    for letters in sets_of_four() {
        let start = std::time::Instant::now();
        check_consistency(&tables, &letters, 1);
        println!("{letters}: {:.1} s", start.elapsed().as_secs_f32());
    }
}

fn sets_of_four() -> Vec<String> {
    let letters = ["Q", "R", "B", "N", "P"];
    let mut sets = Vec::new();
    for (index, first) in letters.iter().enumerate() {
        for second in &letters[index..] {
            sets.push(format!("Kk{first}{second}"));
            sets.push(format!("Kk{first}{}", second.to_lowercase()));
        }
    }
    sets
}

/// Positions with castling rights have the outcome of their moves, castling among them.
#[test]
fn castling_rights_are_part_of_the_outcome() {
    let tables = Tablebase::new();
    for fen in [
        "8/8/8/8/8/8/8/R3K2k w Q - 0 1",
        "8/8/8/8/8/1k6/8/R3K3 w Q - 0 1",
        "8/8/8/8/8/1k6/8/R3K3 b Q - 0 1",
        "8/8/8/8/8/6k1/8/4K2R w K - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let outcome = tables.probe(&position);
        assert!(matches!(outcome, Some(Outcome::Win(_) | Outcome::Loss(_))), "{fen}: {outcome:?}");
        assert_eq!(outcome, outcome_of_moves(&tables, &position), "{fen}");
    }
}

/// A double step that allows en passant is not the same position as one that does not.
#[test]
#[ignore = "builds most tables: a minute or two"]
fn an_en_passant_capture_that_is_possible_is_counted() {
    let tables = Tablebase::new();
    let with: Position = "8/8/8/8/k2Pp3/8/8/K7 b - d3 0 1".parse().unwrap();
    let without: Position = "8/8/8/8/k2Pp3/8/8/K7 b - - 0 1".parse().unwrap();
    assert!(with.legal_en_passant().is_some());
    for position in [with, without] {
        assert_eq!(tables.probe(&position), outcome_of_moves(&tables, &position));
    }
}
