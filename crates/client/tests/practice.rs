//! The practice of endgames, with the tables.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use client::practice::{
    Exercise, Goal, KnownPosition, MOVES_TO_HOLD, MoveVerdict, Practice, PracticeStatus, Truth,
};
use game::Game;
use rules::{Color, Position, Role};
use tablebase::Tablebase;

fn known(tables: &Tablebase, position: &Position) -> KnownPosition {
    let moves = tables.moves(position).unwrap().into_iter().map(|rated| (rated.m, rated.outcome)).collect();
    KnownPosition { turn: position.turn(), outcome: tables.probe(position).unwrap(), moves }
}

/// A game with what the tables say about the positions in which the player moves.
fn play(tables: &Tablebase, goal: Goal, fen: &str, moves: &str) -> (Practice, Game) {
    let start: Position = fen.parse().unwrap();
    let mut practice = Practice::new(goal, start.turn());
    let mut game = Game::from_position(start);
    practice.record(0, known(tables, &start));
    for san in moves.split_whitespace() {
        let m = game.parse_move(san).unwrap();
        game.play(m).unwrap();
        if game.turn() == start.turn() && game.outcome().is_none() {
            practice.record(game.plies(), known(tables, game.position().unwrap()));
        }
    }
    (practice, game)
}

const QUEEN: &str = "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1";

#[test]
fn each_move_gets_its_verdict() {
    let tables = Tablebase::new();
    let check = |goal, fen: &str, moves: &str, expected: fn(MoveVerdict) -> bool, truth: Truth| {
        let (practice, game) = play(&tables, goal, fen, moves);
        let moves: Vec<_> = game.moves().collect();
        let verdict = practice.verdict(moves.len() - 1, *moves.last().unwrap()).unwrap();
        assert!(expected(verdict), "{fen} {moves:?}: {verdict:?}");
        assert_eq!(practice.truth(&moves), Some(truth), "{fen}");
        let is_slip = matches!(verdict, MoveVerdict::Slip { .. });
        assert_eq!(practice.last_slip(&moves), is_slip.then(|| moves.len() - 1), "{fen}");
    };
    check(Goal::Win, QUEEN, "Qg7#", |verdict| verdict == MoveVerdict::Best, Truth::Win(0));
    check(
        Goal::Win,
        QUEEN,
        "Qa1+",
        |verdict| matches!(verdict, MoveVerdict::Slower { mate: 1, best_mate: 0, .. }),
        Truth::Win(1),
    );
    check(
        Goal::Win,
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
        "Qf7",
        |verdict| matches!(verdict, MoveVerdict::Slip { from: Truth::Win(_), to: Truth::Draw, .. }),
        Truth::Draw,
    );
    let holds = "8/8/8/8/4k3/4p3/8/4K3 w - - 0 1";
    check(Goal::Draw, holds, "Ke2", |verdict| verdict == MoveVerdict::Best, Truth::Draw);
    check(
        Goal::Draw,
        holds,
        "Kd1",
        |verdict| matches!(verdict, MoveVerdict::Slip { from: Truth::Draw, to: Truth::Loss(_), .. }),
        tables_truth(&tables, holds, "Kd1"),
    );
    // The truth stays while the tables have not been asked about the position after the reply.
    let (practice, game) = play(&tables, Goal::Win, QUEEN, "Qa1+");
    let reply = game.parse_move("Kh7").unwrap();
    let moves: Vec<_> = game.moves().chain([reply]).collect();
    assert_eq!(practice.truth(&moves), Some(Truth::Win(1)));
    // The opponent's moves have no verdict.
    let (practice, game) = play(&tables, Goal::Win, QUEEN, "Qa1+ Kh7");
    assert_eq!(practice.verdict(1, game.moves().nth(1).unwrap()), None);
}

fn tables_truth(tables: &Tablebase, fen: &str, san: &str) -> Truth {
    let start: Position = fen.parse().unwrap();
    let after = start.play(start.parse_move(san).unwrap()).unwrap();
    Truth::of(tables.probe(&after).unwrap(), after.turn(), start.turn())
}

#[test]
fn the_status_follows_truth_and_result() {
    let tables = Tablebase::new();
    let check = |goal, fen: &str, moves: &str, expected: PracticeStatus| {
        let (practice, game) = play(&tables, goal, fen, moves);
        let played: Vec<_> = game.moves().collect();
        assert_eq!(practice.status(&played, game.outcome()), expected, "{fen} {moves}");
    };
    check(Goal::Win, QUEEN, "", PracticeStatus::Open);
    check(Goal::Win, QUEEN, "Qa1+", PracticeStatus::Open);
    check(Goal::Win, QUEEN, "Qg7#", PracticeStatus::Solved);
    check(Goal::Win, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", PracticeStatus::Failed);
    let holds = "8/8/8/8/4k3/4p3/8/4K3 w - - 0 1";
    check(Goal::Draw, holds, "", PracticeStatus::Open);
    check(Goal::Draw, holds, "Kd1", PracticeStatus::Slipped);
}

#[test]
fn a_draw_is_held_after_enough_moves_or_at_the_end() {
    let tables = Tablebase::new();
    let mut game = Game::from_position("8/8/8/8/4k3/4p3/8/4K3 w - - 0 1".parse().unwrap());
    let mut practice = Practice::new(Goal::Draw, Color::White);
    let mut seed = 0;
    while game.outcome().is_none() && game.plies() < 2 * MOVES_TO_HOLD {
        let position = *game.position().unwrap();
        if position.turn() == Color::White {
            practice.record(game.plies(), known(&tables, &position));
            let moves: Vec<_> = game.moves().collect();
            assert_eq!(practice.status(&moves, None), PracticeStatus::Open);
        }
        seed += 1;
        game.play(tables.perfect_move(&position, seed).unwrap()).unwrap();
    }
    if game.outcome().is_none() {
        practice.record(game.plies(), known(&tables, game.position().unwrap()));
    }
    let moves: Vec<_> = game.moves().collect();
    assert_eq!(practice.status(&moves, game.outcome()), PracticeStatus::Solved);
}

#[test]
fn taking_back_forgets_what_came_later() {
    let tables = Tablebase::new();
    let (mut practice, game) = play(&tables, Goal::Win, QUEEN, "Qa1+ Kh7 Qb2");
    assert!(practice.known(2).is_some() && !practice.is_corrected());
    practice.take_back(0);
    assert!(practice.known(0).is_some() && practice.known(2).is_none() && practice.is_corrected());
    assert_eq!(practice.last_slip(&game.moves().take(0).collect::<Vec<_>>()), None);
}

/// Exercises have different ids, and the truth that their goal needs. Those with pawns among four men are checked below.
#[test]
fn exercises_can_be_solved() {
    let ids: HashSet<&str> = Exercise::ALL.iter().map(|exercise| exercise.id).collect();
    assert_eq!(ids.len(), Exercise::ALL.len());
    let tables = Tablebase::new();
    for exercise in Exercise::ALL {
        let position = exercise.position();
        assert!(position.setup().position().is_ok() && position != Position::start(), "{}", exercise.id);
        assert_eq!(Exercise::from_id(exercise.id), Some(exercise));
        if Tablebase::is_quick(&position) {
            check_truth(&tables, &exercise);
        }
    }
}

#[test]
#[ignore = "builds the tables of queen and rook against pawn: a minute"]
fn exercises_against_pawns_can_be_solved() {
    let tables = Tablebase::new();
    for exercise in Exercise::ALL {
        let position = exercise.position();
        if Tablebase::covers(&position) && !position.board().role(Role::Pawn).is_empty() {
            check_truth(&tables, &exercise);
        }
    }
}

/// The goal is the truth, and there is a move that loses it.
fn check_truth(tables: &Tablebase, exercise: &Exercise) {
    let known = known(tables, &exercise.position());
    let truth = |outcome, turn| Truth::of(outcome, turn, exercise.player());
    let of_position = truth(known.outcome, known.turn);
    let is_exact = match exercise.goal {
        Goal::Win => matches!(of_position, Truth::Win(3..)),
        Goal::Draw => of_position == Truth::Draw,
    };
    assert!(is_exact, "{}: {of_position:?}", exercise.id);
    if exercise.goal == Goal::Draw {
        let worst = known.moves.last().unwrap().1;
        assert!(!truth(worst, known.turn).meets(Goal::Draw), "{}: every move holds", exercise.id);
    }
}
