//! The page at `/endings`: all exercises with the progress.

use client::PracticeMessageKey;
use client::practice::{Exercise, ExerciseGroup, Progress};
use leptos::prelude::*;
use rules::Role;

use super::{stored, translate};
use crate::app::App;
use crate::boxed::{fragment, show_if, text};
use crate::piece;

/// The list.
#[component]
pub(crate) fn ExerciseList() -> impl IntoView {
    let app = App::from_context();
    let progress = StoredValue::new(stored::progress());
    let total = text(move || {
        progress.with_value(|progress| {
            app.locale().exercises_solved(progress.solved_exercises(), Exercise::ALL.len())
        })
    });
    view! {
        <main class="content practice-list">
            <h1>{translate(app, PracticeMessageKey::Title)}</h1>
            <p class="about">{translate(app, PracticeMessageKey::Intro)}</p>
            <p class="about">{total}</p>
            {fragment(ExerciseGroup::ALL.map(|group| group_section(app, group, progress)))}
        </main>
    }
}

fn group_section(app: App, group: ExerciseGroup, progress: StoredValue<Progress>) -> AnyView {
    let exercises = Exercise::ALL.into_iter().filter(move |exercise| exercise.group == group);
    view! {
        <section class="stack">
            <h2>{text(move || app.locale().exercise_group(group).to_owned())}</h2>
            <ul class="learn-cards">{fragment(exercises.map(|exercise| card(app, exercise, progress)))}</ul>
        </section>
    }
    .into_any()
}

fn card(app: App, exercise: Exercise, progress: StoredValue<Progress>) -> AnyView {
    let done = progress.with_value(|progress| progress.of(&exercise));
    view! {
        <li>
            <a class="card exercise" class:solved={done.solved > 0} href=format!("{}{}", routes::ENDINGS_PREFIX, exercise.id)>
                <span class="exercise-men piece-small" aria-hidden="true">{fragment(men(&exercise))}</span>
                <strong>{text(move || app.locale().exercise(&exercise).to_owned())}</strong>
                <span class="about">{text(move || app.locale().goal(exercise.goal).to_owned())}</span>
                {show_if(move || done.solved > 0, move || view! {
                    <span class="about">{text(move || app.locale().exercise_progress(done))}</span>
                }.into_any())}
            </a>
        </li>
    }
    .into_any()
}

/// The men of an exercise, the player's first, without the kings.
fn men(exercise: &Exercise) -> Vec<AnyView> {
    let player = exercise.player();
    let position = exercise.position();
    let mut men: Vec<_> =
        position.board().iter().map(|(_, piece)| piece).filter(|piece| piece.role != Role::King).collect();
    men.sort_by_key(|piece| (piece.color != player, std::cmp::Reverse(piece.role)));
    men.into_iter().map(|piece| piece::colored_svg(piece).into_any()).collect()
}
