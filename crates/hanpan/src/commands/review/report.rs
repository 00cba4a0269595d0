//! A review as JSON.

use std::collections::BTreeMap;

use client::Locale;
use client::review::{MoveGrade, ReviewJob};
use game::pgn::{EvalScore, PgnGame};
use serde::Serialize;

use super::annotate::{better_line, sentence};

/// Review of a game.
#[derive(Serialize)]
pub(super) struct GameReport {
    tags: BTreeMap<String, String>,
    result: &'static str,
    accuracy: Accuracy,
    moves: Vec<MoveReport>,
}

/// Accuracy of the sides in percent; `null` for a side without moves.
#[derive(Serialize)]
struct Accuracy {
    white: Option<f64>,
    black: Option<f64>,
}

/// Review of a move.
#[derive(Serialize)]
struct MoveReport {
    san: String,
    grade: &'static str,
    eval: EvalChange,
    text: String,
    better: Vec<String>,
}

/// Evaluations around a move, for White; `null` after a move that ends the game.
#[derive(Serialize)]
struct EvalChange {
    before: Option<EvalJson>,
    after: Option<EvalJson>,
}

/// Centipawns, or moves to mate.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum EvalJson {
    Cp(i32),
    Mate(i32),
}

impl GameReport {
    pub(super) fn new(pgn: &PgnGame, job: &ReviewJob, locale: Locale) -> GameReport {
        let review = job.review();
        let round = |percent: Option<f64>| percent.map(|percent| (percent * 10.0).round() / 10.0);
        let moves = review.moves.iter().filter_map(|move_review| {
            let index = move_review.ply.index().checked_sub(1)?;
            Some(MoveReport {
                san: job.game.san(index)?,
                grade: grade_name(move_review.grade),
                eval: EvalChange { before: evaluation(job, index), after: evaluation(job, index + 1) },
                text: sentence(index, move_review, job, locale),
                better: sans(job, index, &better_line(index, move_review, job)),
            })
        });
        GameReport {
            tags: pgn.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            result: pgn.result.as_str(),
            accuracy: Accuracy { white: round(review.accuracy.white), black: round(review.accuracy.black) },
            moves: moves.collect(),
        }
    }
}

/// A brilliant move is a great one here.
fn grade_name(grade: MoveGrade) -> &'static str {
    match grade {
        MoveGrade::Brilliant | MoveGrade::Great => "great",
        MoveGrade::Good => "good",
        MoveGrade::Inaccuracy => "inaccuracy",
        MoveGrade::Mistake => "mistake",
        MoveGrade::Blunder => "blunder",
    }
}

/// The evaluation after `ply` half-moves; `None` if there is no legal move.
fn evaluation(job: &ReviewJob, ply: usize) -> Option<EvalJson> {
    job.game.position_at(ply).filter(|position| position.has_legal_moves())?;
    Some(match job.line_at(ply)?.opinion.evaluation {
        EvalScore::Centipawns(centipawns) => EvalJson::Cp(centipawns),
        EvalScore::Mate(moves) => EvalJson::Mate(moves),
    })
}

/// SAN of a line after `ply` half-moves.
fn sans(job: &ReviewJob, ply: usize, line: &[rules::Move]) -> Vec<String> {
    let Some(mut position) = job.game.position_at(ply).copied() else { return Vec::new() };
    let mut sans = Vec::new();
    for &m in line {
        sans.push(position.san(m).to_string());
        let Ok(next) = position.play(m) else { break };
        position = next;
    }
    sans
}
