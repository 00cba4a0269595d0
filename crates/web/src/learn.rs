//! The pages for learning. This part has pages of its own, which it finds by their path, so that the first file knows only that
//! they exist.

mod hub;
mod lesson;
mod lesson_page;
mod stars;

use leptos::prelude::*;

use crate::app::App;
use crate::boxed::text;
use crate::route::Route;
use crate::{editor, pages, practice, puzzles};
use client::LearnMessageKey;

/// The page of a route of this part.
pub(crate) fn page(route: &Route) -> AnyView {
    let Route::Learn(path) = route else { return pages::not_found() };
    match path.as_str() {
        routes::LEARN => view! { <hub::Hub /> }.into_any(),
        routes::EDITOR => view! { <editor::EditorPage /> }.into_any(),
        routes::ENDINGS => view! { <practice::ExerciseList /> }.into_any(),
        routes::PUZZLES => view! { <puzzles::Overview /> }.into_any(),
        path => match path.strip_prefix(routes::LEARN_PREFIX) {
            Some(name) => lessons::stage(name).map(lesson_page::lesson_page),
            None => practice::exercise_page(path).or_else(|| puzzles::mode_page(path)),
        }
        .unwrap_or_else(pages::not_found),
    }
}

/// The text of a phrase; follows the language setting.
fn translate(app: App, key: LearnMessageKey) -> Signal<String> {
    text(move || app.locale().learn_message(key).to_owned())
}
