//! The pages for learning. This part has pages of its own, which it finds by their path, so that the first file knows only that
//! they exist.

mod hub;

use leptos::prelude::*;

use crate::app::App;
use crate::boxed::text;
use crate::pages;
use crate::route::Route;
use client::LearnMessageKey;

/// The page of a route of this part.
pub(crate) fn page(route: &Route) -> AnyView {
    match route {
        Route::Learn(path) if path == routes::LEARN => view! { <hub::Hub /> }.into_any(),
        _ => pages::not_found(),
    }
}

/// The text of a phrase; follows the language setting.
fn translate(app: App, key: LearnMessageKey) -> Signal<String> {
    text(move || app.locale().learn_message(key).to_owned())
}
