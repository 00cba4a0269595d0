//! The sentences beside the board.

use ::puzzles::{Hint, PuzzleMode, SessionEnd};
use client::{Locale, PuzzleMessageKey};

use super::mode_title;
use super::solver_view::{Phase, PuzzleView, Remark, SolverView};

/// The sentences about a puzzle, the headline first.
pub(super) fn lines(locale: Locale, mode: PuzzleMode, view: &SolverView) -> Vec<String> {
    let message = |key| locale.puzzle_message(key).to_owned();
    let mut lines = match view.phase {
        Phase::Loading => vec![message(PuzzleMessageKey::Loading)],
        Phase::NotLoaded => vec![message(PuzzleMessageKey::NotLoaded)],
        Phase::NoMore => vec![message(mode_title(mode)), message(PuzzleMessageKey::NoMore)],
        _ => remark_lines(locale, view),
    };
    match view.phase {
        Phase::Waiting | Phase::Solving => {
            lines.extend(view.hint.map(|hint| hint_line(locale, hint)));
            lines.extend(view.puzzle.as_ref().map(|puzzle| to_move(locale, puzzle)));
            if mode == PuzzleMode::ThreeMinutes && view.score + view.mistakes == 0 {
                lines.push(message(PuzzleMessageKey::ClockStarts));
            }
            if let Some(row) = view.row {
                lines.push(daily_line(locale, row));
            }
        }
        Phase::Done if mode.is_rated() => {
            lines.extend(view.puzzle.as_ref().map(|puzzle| theme_line(locale, puzzle)));
            lines.extend(view.puzzle.as_ref().map(|puzzle| rating_line(locale, view, puzzle)));
            lines.extend(view.row.map(|row| daily_line(locale, row)));
        }
        Phase::Over => lines.extend(end_lines(locale, mode, view)),
        _ => {}
    }
    lines
}

fn remark_lines(locale: Locale, view: &SolverView) -> Vec<String> {
    let message = |key| locale.puzzle_message(key).to_owned();
    match &view.remark {
        Remark::None => Vec::new(),
        Remark::Right => vec![message(PuzzleMessageKey::Right)],
        Remark::Solved => vec![message(PuzzleMessageKey::Solved)],
        Remark::Refuting(san) => vec![locale.puzzle_sentence(PuzzleMessageKey::Refuting, &[("san", san)])],
        Remark::Wrong(san) => vec![locale.puzzle_sentence(PuzzleMessageKey::Wrong, &[("san", san)])],
        Remark::Solution(line) => vec![locale.puzzle_sentence(PuzzleMessageKey::Solution, &[("line", line)])],
        Remark::Refuted(san, reply, refutation) => {
            let headline = match reply {
                Some(reply) => {
                    locale.puzzle_sentence(PuzzleMessageKey::Refuted, &[("san", san), ("reply", reply)])
                }
                None => locale.puzzle_sentence(PuzzleMessageKey::Wrong, &[("san", san)]),
            };
            let reason = match &refutation.reason {
                Some(reason) => locale.review_reason(reason),
                None => message(PuzzleMessageKey::Weaker),
            };
            vec![headline, reason]
        }
    }
}

fn hint_line(locale: Locale, hint: Hint) -> String {
    match hint {
        Hint::Piece(m) => {
            let role = locale.role(m.role());
            locale.puzzle_sentence(PuzzleMessageKey::HintPiece, &[("role", &role), ("from", &m.from())])
        }
        Hint::Square(m) => {
            let role = locale.role(m.role());
            locale.puzzle_sentence(PuzzleMessageKey::HintSquare, &[("role", &role), ("to", &m.to())])
        }
    }
}

fn to_move(locale: Locale, puzzle: &PuzzleView) -> String {
    locale.puzzle_sentence(PuzzleMessageKey::ToMove, &[("color", &locale.color(puzzle.solver))])
}

fn theme_line(locale: Locale, puzzle: &PuzzleView) -> String {
    let names: Vec<&str> = puzzle.themes.iter().map(|theme| locale.puzzle_message(theme.title())).collect();
    locale.puzzle_sentence(PuzzleMessageKey::Themes, &[("themes", &names.join(", "))])
}

/// The ratings of puzzle and player; only that of the puzzle if it did not count.
fn rating_line(locale: Locale, view: &SolverView, puzzle: &PuzzleView) -> String {
    match view.rating_change {
        Some(change) => {
            let change = if change < 0 { change.to_string() } else { format!("+{change}") };
            locale.puzzle_sentence(
                PuzzleMessageKey::Rating,
                &[("puzzle", &puzzle.rating), ("rating", &view.rating), ("change", &change)],
            )
        }
        None => locale.puzzle_sentence(PuzzleMessageKey::RatingOfPuzzle, &[("puzzle", &puzzle.rating)]),
    }
}

fn daily_line(locale: Locale, row: u32) -> String {
    let row = locale.puzzle_sentence(PuzzleMessageKey::DailyRow, &[("count", &row)]);
    format!("{} {row}", locale.puzzle_message(PuzzleMessageKey::DailySolved))
}

fn end_lines(locale: Locale, mode: PuzzleMode, view: &SolverView) -> Vec<String> {
    let key = match (view.end, mode) {
        (Some(SessionEnd::Time), _) => PuzzleMessageKey::TimeUp,
        (_, PuzzleMode::Streak) => PuzzleMessageKey::StreakOver,
        _ => PuzzleMessageKey::RunOver,
    };
    let end = locale.puzzle_sentence(key, &[("count", &view.score)]);
    let best = match view.is_record {
        true => locale.puzzle_message(PuzzleMessageKey::NewRecord).to_owned(),
        false => locale.puzzle_sentence(PuzzleMessageKey::Best, &[("count", &view.best)]),
    };
    vec![end, best]
}
