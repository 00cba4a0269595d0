//! The page of an exercise: the board, and what is said beside it.

use client::practice::{Exercise, PracticeStatus, Solution};
use client::{Event, Extensions, PracticeMessageKey, Screen};
use leptos::prelude::*;

use super::opponent::Attempt;
use super::{panel, stored};
use crate::app::App;
use crate::boxed::{effect, text};
use crate::game_screen::layout::{Layout, layout};
use crate::game_screen::player_strip::PlayerStrip;

/// Board and panel.
#[component]
pub(super) fn ExercisePage(exercise: Exercise) -> impl IntoView {
    let app = App::from_context();
    app.extend(Extensions::none());
    app.return_screen.set(Screen::Game);
    let attempt = Attempt::begin(app, exercise);
    count_solutions(attempt);
    on_cleanup(move || {
        app.return_screen.set(Screen::Home);
        app.send(Event::GoTo(Screen::Home));
    });
    let title = text(move || {
        let locale = app.locale();
        format!("{}: {}", locale.practice_message(PracticeMessageKey::Title), locale.exercise(&exercise))
    });
    layout(
        app,
        Layout {
            class: "table practice",
            title,
            hints: None,
            beside_board: None,
            player_strip: |color| view! { <PlayerStrip color /> }.into_any(),
            panel: panel::panel(attempt),
            nav: None,
        },
    )
}

/// Stores each position that is solved, once.
fn count_solutions(attempt: Attempt) {
    let status = panel::status(attempt);
    effect(move || {
        if status.get() == PracticeStatus::Solved && attempt.count() {
            let is_corrected = attempt.practice.with_untracked(|practice| practice.is_corrected());
            let solution = if is_corrected { Solution::Corrected } else { Solution::Clean };
            stored::add_solution(&attempt.exercise, solution);
        }
    });
}
