//! Reasons for illegal moves: a table of cases, and proofs of every reason in many positions.

#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_rules as rules;

#[path = "explain/cases.rs"]
mod cases;
#[path = "explain/proof.rs"]
mod proof;
#[path = "explain/random_games.rs"]
mod random_games;

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use cases::{ILLEGAL_MOVES, LEGAL_MOVES, PREDECESSOR_BUGS, START};
use proof::Attempt;
use random_games::visit_random_games;
use rules::{Bitboard, IllegalMoveReason, Move, Position, Role, Setup, SetupFaults, Square};

#[test]
fn illegal_moves_have_their_reason() {
    for &(fen, attempted, sentence) in ILLEGAL_MOVES {
        check(fen, attempted, Err(sentence));
    }
}

#[test]
fn legal_moves_are_accepted() {
    for &(fen, attempted, written) in LEGAL_MOVES {
        check(fen, attempted, Ok(written));
    }
}

#[test]
fn bugs_of_the_predecessors_stay_fixed() {
    for &(_, fen, attempted, expected) in PREDECESSOR_BUGS {
        check(fen, attempted, expected);
    }
    let numbers: HashSet<u8> = PREDECESSOR_BUGS.iter().map(|row| row.0).collect();
    assert_eq!(numbers.len(), 9);
}

#[test]
fn a_promoted_piece_can_mate_or_stalemate() {
    let after = |fen, attempted| position(fen).play(explain(fen, attempted).unwrap()).unwrap();
    assert!(after("6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7e8q").is_checkmate());
    assert!(after("4k3/8/8/8/8/8/2p3PP/7K b - - 0 1", "c2c1r").is_checkmate());
    assert!(!after("6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7e8n").is_check());
    assert!(after("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", "c7c8q").is_stalemate());
    assert!(!after("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", "c7c8r").is_stalemate());
}

#[test]
fn the_cases_cover_every_reason() {
    let reasons: Vec<IllegalMoveReason> =
        ILLEGAL_MOVES.iter().map(|row| explain(row.0, row.1).unwrap_err()).collect();
    let kinds: HashSet<Discriminant<IllegalMoveReason>> = reasons.iter().map(discriminant).collect();
    let castling = reasons.iter().filter_map(|reason| match reason {
        IllegalMoveReason::Castling { reason, .. } => Some(discriminant(reason)),
        _ => None,
    });
    assert_eq!((kinds.len(), castling.collect::<HashSet<_>>().len()), (21, 8));
}

#[test]
fn reasons_have_squares_and_lines() {
    let draw = |fen, attempted, squares: &str, line: &str| {
        let reason = explain(fen, attempted).unwrap_err();
        assert_eq!((reason.squares(), reason.line()), (set(squares), set(line)), "{attempted} in {fen}");
    };
    draw("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "d2f3", "b4", "b4 c3 d2 e1");
    draw("4r2k/8/8/8/8/8/8/4K2N w - - 0 1", "h1g3", "e8", "e1 e2 e3 e4 e5 e6 e7 e8");
    draw("4k3/8/8/8/r3K3/8/8/8 w - - 0 1", "e4f4", "a4", "a4 b4 c4 d4 e4 f4");
    draw("7k/8/8/8/8/5n2/8/R3K3 w Q - 0 1", "e1c1", "f3", "e1 f3");
    draw("5r2/1k6/8/8/8/3n4/8/R3K2R w KQ - 0 1", "e1g1", "d3", "d3 e1");
    draw("5r2/1k6/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "f8", "f1 f2 f3 f4 f5 f6 f7 f8");
    draw("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", "b1", "a1 b1 c1 d1 e1");
    draw("4k3/8/8/8/R1n1n3/8/8/4K3 w - - 0 1", "a4h4", "c4", "a4 b4 c4");
    draw("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", "h5", "a5 b5 c5 d5 e5 f5 g5 h5");
    draw("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "d5", "");
    draw(START, "g1g3", "", "");
    draw(START, "e2e4q", "", "");
}

/// All pairs of squares with all promotions, in all positions of the random games.
#[test]
fn every_pair_of_squares_is_a_legal_move_or_has_a_true_reason() {
    let promotions = [None].into_iter().chain(Role::ALL.map(Some));
    let mut kinds = HashSet::new();
    visit_random_games(2, 20, |position, setup| {
        let legal = position.legal_moves();
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for promotion in promotions.clone() {
                let meant = legal.iter().copied().find(|&m| means(m, from, to, promotion));
                let answer = position.explain(from, to, promotion);
                assert_eq!(answer.ok(), meant, "{from}{to} {promotion:?} in {position:?}");
                if let Err(reason) = answer {
                    let attempt = Attempt { position, setup, from, to, promotion };
                    assert!(attempt.proves(reason), "{from}{to} {promotion:?}: {reason:?} in {position:?}");
                    kinds.insert(discriminant(&reason));
                }
            }
        }
    });
    assert!(kinds.len() >= 18, "the random games have only {} kinds of reason", kinds.len());
}

/// Returns true if the squares mean this move: castling by the rook's square, or by the king's target if that
/// is more than a step.
fn means(m: Move, from: Square, to: Square, promotion: Option<Role>) -> bool {
    let reaches = match m.castling_rook() {
        Some((rook, _)) => to == rook || to == m.to() && from.distance(to) > 1,
        None => to == m.to(),
    };
    m.from() == from && reaches && m.promotion() == promotion
}

fn check(fen: &str, attempted: &str, expected: Result<&str, &str>) {
    let answer = explain(fen, attempted);
    let said = answer.map(|m| format!("{m:?}")).map_err(|reason| reason.to_string());
    assert_eq!(said.as_deref().map_err(String::as_str), expected, "{attempted} in {fen}");
    if let (Ok(setup), Err(reason)) = (fen.parse::<Setup>(), answer) {
        let (from, to, promotion) = squares(attempted);
        let attempt = Attempt { position: &position(fen), setup: &setup, from, to, promotion };
        assert!(attempt.proves(reason), "{reason:?} for {attempted} in {fen}");
    }
}

fn explain(fen: &str, attempted: &str) -> Result<Move, IllegalMoveReason> {
    let (from, to, promotion) = squares(attempted);
    position(fen).explain(from, to, promotion)
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position_waiving(SetupFaults::WAIVABLE).unwrap()
}

fn squares(attempted: &str) -> (Square, Square, Option<Role>) {
    let promotion = attempted.as_bytes().get(4).map(|&letter| Role::from_letter(letter).unwrap());
    (attempted[..2].parse().unwrap(), attempted[2..4].parse().unwrap(), promotion)
}

fn set(squares: &str) -> Bitboard {
    squares.split_whitespace().map(|square| square.parse::<Square>().unwrap()).collect()
}
