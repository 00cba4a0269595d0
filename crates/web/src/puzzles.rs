//! Puzzles: the list of modes and themes, and the board on which puzzles are solved.
//!
//! [`::puzzles::Session`] has the rules of the modes. The board is that of the client, with the opponent as remote player; a worker
//! answers wrong moves.

mod board;
mod lines;
mod overview;
mod panel;
mod puzzle_files;
mod solver;
mod solver_view;
mod stored;

use ::puzzles::PuzzleMode;
use client::PuzzleMessageKey;
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::text;

pub(crate) use overview::Overview;

/// The page of a mode; `None` if the path is of no mode.
pub(crate) fn mode_page(path: &str) -> Option<AnyView> {
    let mode: PuzzleMode = path.strip_prefix(routes::PUZZLES_PREFIX)?.parse().ok()?;
    Some(board::mode_page(mode))
}

/// The text of a phrase; follows the language setting.
fn translate(app: App, key: PuzzleMessageKey) -> Signal<String> {
    text(move || app.locale().puzzle_message(key).to_owned())
}

/// Name of a mode.
const fn mode_title(mode: PuzzleMode) -> PuzzleMessageKey {
    match mode {
        PuzzleMode::Rated => PuzzleMessageKey::ModeRated,
        PuzzleMode::Daily => PuzzleMessageKey::ModeDaily,
        PuzzleMode::Streak => PuzzleMessageKey::ModeStreak,
        PuzzleMode::ThreeMinutes => PuzzleMessageKey::ModeThreeMinutes,
        PuzzleMode::Theme(theme) => theme.title(),
    }
}

/// Description of a mode.
const fn mode_about(mode: PuzzleMode) -> PuzzleMessageKey {
    match mode {
        PuzzleMode::Rated | PuzzleMode::Theme(_) => PuzzleMessageKey::ModeRatedAbout,
        PuzzleMode::Daily => PuzzleMessageKey::ModeDailyAbout,
        PuzzleMode::Streak => PuzzleMessageKey::ModeStreakAbout,
        PuzzleMode::ThreeMinutes => PuzzleMessageKey::ModeThreeMinutesAbout,
    }
}
