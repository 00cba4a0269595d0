//! The page at `/puzzles`: the rating, a card for each mode, and the themes.

use ::puzzles::{PuzzleMode, PuzzleRecord, Theme};
use client::{Locale, PuzzleMessageKey};
use leptos::prelude::*;

use super::{mode_about, mode_title, stored, translate};
use crate::app::App;
use crate::boxed::{fragment, text};
use crate::icon::icon;

/// The overview.
#[component]
pub(crate) fn Overview() -> impl IntoView {
    let app = App::from_context();
    let record = stored::record();
    let (rating, rated, solved) = (record.rating.points(), record.rated, record.solved);
    let rating =
        text(move || app.locale().puzzle_sentence(PuzzleMessageKey::YourRating, &[("rating", &rating)]));
    let first_answers = text(move || {
        let values: [(&str, &dyn std::fmt::Display); 2] = [("solved", &solved), ("rated", &rated)];
        app.locale().puzzle_sentence(PuzzleMessageKey::FirstAnswers, &values)
    });
    let themes = Theme::ALL.iter().map(|&theme| {
        let href = address(PuzzleMode::Theme(theme));
        view! { <li><a class="button" href=href>{translate(app, theme.title())}</a></li> }
    });
    view! {
        <main class="content practice-list puzzles">
            <h1>{translate(app, PuzzleMessageKey::Title)}</h1>
            <p class="about">{translate(app, PuzzleMessageKey::Intro)}</p>
            <p class="puzzle-run"><strong data-testid="rating">{rating}</strong> <span>{first_answers}</span></p>
            <ul class="learn-cards">
                {fragment(PuzzleMode::WITHOUT_THEMES.map(|mode| card(app, mode, &record)))}
            </ul>
            <section class="stack" aria-labelledby="themes">
                <h2 id="themes">{translate(app, PuzzleMessageKey::ByTheme)}</h2>
                <ul class="puzzle-themes">{fragment(themes)}</ul>
            </section>
        </main>
    }
}

/// A link to a mode with its best result.
fn card(app: App, mode: PuzzleMode, record: &PuzzleRecord) -> AnyView {
    let result = result(mode, record);
    let result = text(move || result.map(|result| describe(app.locale(), result)).unwrap_or_default());
    view! {
        <li>
            <a class="card learn-card" href=address(mode)>
                {icon(icon_name(mode))}
                <strong>{translate(app, mode_title(mode))}</strong>
                <span class="about">{translate(app, mode_about(mode))}</span>
                <span class="about puzzle-best">{result}</span>
            </a>
        </li>
    }
    .into_any()
}

/// Result of a mode.
#[derive(Clone, Copy)]
enum ModeResult {
    Best(u32),
    Daily { is_solved: bool, row: u32 },
}

fn result(mode: PuzzleMode, record: &PuzzleRecord) -> Option<ModeResult> {
    match mode {
        PuzzleMode::Rated | PuzzleMode::Theme(_) => None,
        PuzzleMode::Streak => Some(ModeResult::Best(record.best_streak)),
        PuzzleMode::ThreeMinutes => Some(ModeResult::Best(record.best_three_minutes)),
        PuzzleMode::Daily => {
            let today = stored::today();
            Some(ModeResult::Daily { is_solved: record.daily.is_solved(today), row: record.daily.row(today) })
        }
    }
}

fn describe(locale: Locale, result: ModeResult) -> String {
    let row = |row: u32| locale.puzzle_sentence(PuzzleMessageKey::DailyRow, &[("count", &row)]);
    match result {
        ModeResult::Best(best) => locale.puzzle_sentence(PuzzleMessageKey::Best, &[("count", &best)]),
        ModeResult::Daily { is_solved: true, row: days } => {
            format!("{} {}", locale.puzzle_message(PuzzleMessageKey::DailySolved), row(days))
        }
        ModeResult::Daily { row: days, .. } => row(days),
    }
}

const fn icon_name(mode: PuzzleMode) -> &'static str {
    match mode {
        PuzzleMode::Rated | PuzzleMode::Theme(_) => "chart",
        PuzzleMode::Daily => "board",
        PuzzleMode::Streak => "last",
        PuzzleMode::ThreeMinutes => "pause",
    }
}

fn address(mode: PuzzleMode) -> String {
    format!("{}{mode}", routes::PUZZLES_PREFIX)
}
