//! The stages that ship: every step can be solved in the stated number of moves, and has a sentence in every language.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lessons::{Attempt, Goal, Reaction, Verdict, WrongMove, check_files, stage, stages};
use rules::Square;
use texts::Language;

/// Words that a sentence has at most.
const MAX_WORDS: usize = 12;

#[test]
fn every_file_is_valid() {
    assert_eq!(check_files(), Ok(stages().len()));
    assert!(stages().len() >= 25);
}

/// An exhaustive search finds no shorter way.
#[test]
fn every_step_takes_the_stated_number_of_moves() {
    let mut wrong = Vec::new();
    for stage in stages() {
        for (index, step) in stage.steps.iter().enumerate() {
            let found = step.shortest_solution();
            if found != Some(step.moves) {
                wrong.push(format!("{} {}: {found:?} instead of {}", stage.name, index + 1, step.moves));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whoever follows the hints reaches the goal in the smallest number of moves, whatever the opponent answers.
#[test]
fn hints_solve_every_step_without_detours() {
    for stage in stages() {
        for (index, step) in stage.steps.iter().enumerate().filter(|(_, step)| step.goal != Goal::Judge) {
            let mut attempt = Attempt::new(step);
            while attempt.play(attempt.hint().unwrap()) != Ok(Reaction::Done) {
                assert!(attempt.moves() < step.moves, "{} {}", stage.name, index + 1);
            }
            assert_eq!(attempt.moves(), step.moves, "{} {}", stage.name, index + 1);
        }
    }
}

/// A wrong move is taken back.
#[test]
fn wrong_moves_change_nothing() {
    for step in stages().iter().flat_map(|stage| &stage.steps) {
        let moves = Attempt::new(step).scene().moves();
        for m in moves {
            let before = Attempt::new(step);
            let mut attempt = before.clone();
            if attempt.play(m).is_err() {
                assert_eq!((attempt.moves(), attempt.scene()), (0, before.scene()));
            }
        }
    }
}

#[test]
fn every_stage_has_texts_in_every_language() {
    for language in Language::ALL {
        let mut known = BTreeSet::new();
        for stage in stages() {
            known.insert(stage.name.to_owned());
            known.extend((1..=stage.steps.len()).map(|number| format!("{}.{number}", stage.name)));
        }
        let file = Path::new("../texts/languages").join(language.code()).join("lessons.txt");
        let text = fs::read_to_string(file).unwrap();
        let entries =
            text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
        let mut found = BTreeSet::new();
        for (key, sentence) in entries {
            assert!(sentence.split_whitespace().count() <= MAX_WORDS, "{language:?} {key}: {sentence}");
            found.insert(key.to_owned());
        }
        assert_eq!(found, known, "{language:?}");
    }
}

#[test]
fn wrong_moves_are_told_what_is_wrong() {
    let check = |name: &str, number: usize, from: Square, to: Square, expected: &str| {
        let step = &stage(name).unwrap().steps[number - 1];
        let mut attempt = Attempt::new(step);
        let m = attempt.explain(from, to, None).unwrap();
        let wrong = attempt.play(m).unwrap_err();
        let said = format!("{wrong:?}");
        assert!(said.contains(expected), "{name} {number} {from}{to}: {said}");
    };
    use Square::*;
    check("pawn", 4, C2, C3, "OutOfReach(B3)");
    check("protect", 1, E4, C5, "Away");
    check("protect", 1, C1, C8, "Unprotected");
    check("protect", 2, D4, E3, "Captured");
    check("check", 1, A1, A2, "NoCheck");
    check("escape", 2, E1, F1, "OtherWay(Move)");
    check("mate", 3, A1, E1, "NoCheck");
    check("mate", 4, H5, E5, "CheckerCaptured");
    check("castling", 1, E1, E2, "NotCastling");
    check("en-passant", 1, E5, E6, "NotEnPassant");
    check("stalemate", 4, G1, G6, "Stalemate");
    check("draws", 2, E4, E5, "NotDrawn");
    check("values", 1, D3, A6, "NothingWon");
    check("values", 2, D1, D5, "Captured");
    check("fork", 1, E5, G6, "Captured");
    check("mate-in-two", 2, H6, F7, "Captured");
}

#[test]
fn verdicts_are_judged_with_a_reason() {
    let check = |number: usize, verdict: Verdict, expected: Result<(), &str>| {
        let step = &stage("stalemate").unwrap().steps[number - 1];
        let judged = Attempt::new(step).judge(verdict).map_err(|wrong| format!("{wrong:?}"));
        match (judged, expected) {
            (Ok(()), Ok(())) => {}
            (Err(said), Err(expected)) => assert!(said.contains(expected), "{said}"),
            (judged, expected) => panic!("{number}: {judged:?} instead of {expected:?}"),
        }
    };
    check(1, Verdict::Stalemate, Ok(()));
    check(1, Verdict::Checkmate, Err("NotAttacked"));
    check(2, Verdict::Checkmate, Ok(()));
    check(2, Verdict::Check, Err("NoWayOut"));
    check(2, Verdict::Stalemate, Err("Attacked"));
    check(3, Verdict::Check, Ok(()));
    check(3, Verdict::Checkmate, Err("KingEscapes"));
}

#[test]
fn a_wrong_promotion_is_taken_back() {
    let step = &stage("promotion").unwrap().steps[2];
    let mut attempt = Attempt::new(step);
    let m = attempt.explain(Square::E7, Square::E8, Some(rules::Role::Queen)).unwrap();
    assert_eq!(attempt.play(m), Err(WrongMove::OtherPromotion));
}
