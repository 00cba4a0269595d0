//! The page at `/learn`: the lessons, and everything else that makes a player better.

use client::{EditorMessageKey, LearnMessageKey, Locale, MessageKey, PracticeMessageKey, PuzzleMessageKey};
use leptos::prelude::*;
use lessons::{Progress, Stage, stages};
use rules::Color;

use crate::app::App;
use crate::boxed::{fragment, text};
use crate::icon::icon;
use crate::piece;
use crate::platform::storage;

use super::stars::stage_stars;
use super::translate;

/// The page at `/learn`.
#[component]
pub(super) fn Hub() -> impl IntoView {
    let app = App::from_context();
    let progress = Progress::parse(&storage::lessons().unwrap_or_default());
    let next = progress.next_stage();
    let stage_cards = fragment(stages().iter().map(|stage| stage_card(app, stage, &progress)));
    let count = progress.star_count();
    view! {
        <main class="content learn">
            <h1>{app.translate(MessageKey::Learn)}</h1>
            <section class="learn-lessons" aria-labelledby="lessons">
                <div class="learn-lessons-head">
                    <h2 id="lessons">{translate(app, LearnMessageKey::Lessons)}</h2>
                    <p class="about">
                        {match (next, count) {
                            (None, _) => translate(app, LearnMessageKey::Finished),
                            (Some(_), 0) => translate(app, LearnMessageKey::LessonsAbout),
                            (Some(_), _) => text(move || app.locale().star_count(count)),
                        }}
                    </p>
                    {next.map(|stage| begin_button(app, stage, count))}
                </div>
                <ol class="learn-stages">{stage_cards}</ol>
            </section>
            <div class="learn-cards">
                {text_card(
                    app,
                    routes::PUZZLES,
                    "hint",
                    |locale| locale.puzzle_message(PuzzleMessageKey::Title),
                    |locale| locale.puzzle_message(PuzzleMessageKey::About),
                )}
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

/// The link to the first stage that has not been finished.
fn begin_button(app: App, stage: &'static Stage, star_count: u32) -> AnyView {
    let key = if star_count == 0 { LearnMessageKey::Begin } else { LearnMessageKey::Continue };
    view! {
        <a class="button main large" href=stage_path(stage)>
            {icon("play")}
            <span>{translate(app, key)} ": " {text(move || app.locale().stage_name(stage).to_owned())}</span>
        </a>
    }
    .into_any()
}

/// A link to a stage with its stars.
fn stage_card(app: App, stage: &'static Stage, progress: &Progress) -> AnyView {
    view! {
        <li>
            <a class="learn-stage-card" href=stage_path(stage)>
                <span class="learn-piece">{piece::colored_svg(stage.icon.of(Color::White))}</span>
                <span class="learn-name">{text(move || app.locale().stage_name(stage).to_owned())}</span>
                {stage_stars(app, progress.stars(stage))}
            </a>
        </li>
    }
    .into_any()
}

/// The path of a stage.
pub(super) fn stage_path(stage: &Stage) -> String {
    routes::LEARN_PREFIX.to_owned() + stage.name
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
