//! The pages for learning. This part has pages of its own, which it finds by their path, so that the first file knows only that
//! they exist.

mod hub;
mod lesson;
mod lesson_page;
mod stars;

use leptos::prelude::*;

use crate::app::App;
use crate::boxed::text;
use crate::pages;
use crate::route::Route;
use client::LearnMessageKey;

/// The page of a route of this part.
pub(crate) fn page(route: &Route) -> AnyView {
    let Route::Learn(path) = route else { return pages::not_found() };
    if path == routes::LEARN {
        return view! { <hub::Hub /> }.into_any();
    }
    match path.strip_prefix(routes::LEARN_PREFIX).and_then(lessons::stage) {
        Some(stage) => lesson_page::lesson_page(stage),
        None => pages::not_found(),
    }
}

/// The text of a phrase; follows the language setting.
fn translate(app: App, key: LearnMessageKey) -> Signal<String> {
    text(move || app.locale().learn_message(key).to_owned())
}
