//! The page at `/learn`: everything that makes a player better.

use client::{EditorMessageKey, LearnMessageKey, Locale, MessageKey, PracticeMessageKey};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::text;
use crate::icon::icon;

use super::translate;

/// The page at `/learn`.
#[component]
pub(super) fn Hub() -> impl IntoView {
    let app = App::from_context();
    view! {
        <main class="content learn">
            <h1>{app.translate(MessageKey::Learn)}</h1>
            <div class="learn-cards">
                {card(app, routes::COMPUTER, "computer", LearnMessageKey::Play, LearnMessageKey::PlayAbout)}
                {card(app, routes::ANALYSIS, "chart", LearnMessageKey::Review, LearnMessageKey::ReviewAbout)}
                {text_card(
                    app,
                    routes::ENDINGS,
                    "flag",
                    |locale| locale.practice_message(PracticeMessageKey::Title),
                    |locale| locale.practice_message(PracticeMessageKey::About),
                )}
                {text_card(
                    app,
                    routes::EDITOR,
                    "board",
                    |locale| locale.editor_message(EditorMessageKey::Title),
                    |locale| locale.editor_message(EditorMessageKey::About),
                )}
            </div>
        </main>
    }
}

/// A link to a page whose texts have keys of their own.
fn text_card(
    app: App,
    href: &'static str,
    icon_name: &'static str,
    title: fn(Locale) -> &'static str,
    about: fn(Locale) -> &'static str,
) -> AnyView {
    view! {
        <a class="card learn-card" href=href>
            {icon(icon_name)}
            <strong>{text(move || title(app.locale()).to_owned())}</strong>
            <span class="about">{text(move || about(app.locale()).to_owned())}</span>
        </a>
    }
    .into_any()
}

/// A link to a page, with its name and what it is for.
fn card(
    app: App,
    href: &'static str,
    icon_name: &'static str,
    title: LearnMessageKey,
    about: LearnMessageKey,
) -> AnyView {
    view! {
        <a class="card learn-card" href=href>
            {icon(icon_name)}
            <strong>{translate(app, title)}</strong>
            <span class="about">{translate(app, about)}</span>
        </a>
    }
    .into_any()
}
