//! The page as a whole: the screen that is shown, the drawings it refers to, and the voice for those who listen.

use client::{Animation, Appearance, Event, Phrase, Screen};
use leptos::prelude::*;

use crate::app::App;
use crate::lazy::{effect, later, part};
use crate::{form, home, icon, open, piece, question, settings, table, world};

/// Everything in the document's body.
#[component]
pub fn Page() -> impl IntoView {
    let app = App::new(|_, effect| Some(effect));
    provide_context(app);
    dress(app);
    follow_screens(app);
    world::begin(app);
    let screen = app.watch(|view| view.screen());
    let drop = open::dropped(app, Event::Open);
    // At home and at the table it has a place of its own.
    let said = app.tell(move |view, words| {
        let is_sheet = matches!(view.screen(), Screen::Form | Screen::Settings);
        let own = app.remark.get().map(|phrase| words.phrase(phrase).to_owned());
        own.or(view.problem().map(|problem| words.problem(problem))).filter(|_| is_sheet)
    });
    view! {
        <svg class="sprites" aria-hidden="true" inner_html=sprites()></svg>
        <div class="page" on:dragover=|event| event.prevent_default() on:drop=drop>
            {part(move || said.get().map(|text| view! { <p class="remark" role="alert">{text}</p> }.into_any()))}
            {later(move || {
                world::document::clear();
                part(move || Some(match screen.get() {
                    Screen::Home => view! { <home::Home /> }.into_any(),
                    Screen::Form => view! { <form::NewGame /> }.into_any(),
                    Screen::Table => view! { <table::Table /> }.into_any(),
                    Screen::Settings => view! { <settings::SettingsScreen /> }.into_any(),
                }))
            })}
        </div>
        <question::ClientQuestion />
        <p class="unseen" role="status" aria-live="polite">{app.said.signal()}</p>
    }
}

/// The drawings that the page refers to by name.
pub fn sprites() -> String {
    piece::symbols() + icon::SYMBOLS
}

/// Keeps the document's language and looks as the settings have them.
pub fn dress(app: App) {
    let settings = app.watch(|view| *view.settings());
    effect(move || {
        let settings = settings.get();
        let theme = match settings.appearance {
            Appearance::Auto => None,
            chosen => Some(chosen.name()),
        };
        let motion = match settings.animation {
            Animation::Auto => None,
            chosen => Some(chosen.name()),
        };
        world::document::mark("data-theme", theme);
        world::document::mark("data-motion", motion);
        world::document::mark("data-board", Some(settings.theme.name()));
        world::document::mark("data-marks", Some(settings.highlight.name()));
        world::music::set_volume(settings.music.percent());
    });
}

/// Names the document after the screen, and begins each screen at its top.
fn follow_screens(app: App) {
    let title = app.tell(|view, words| {
        let name = words.phrase(Phrase::AppName);
        match view.screen() {
            Screen::Home => name.to_owned(),
            Screen::Form => format!("{} · {name}", words.phrase(Phrase::NewGame)),
            Screen::Table => format!("{} · {name}", words.status(&view.status())),
            Screen::Settings => format!("{} · {name}", words.phrase(Phrase::Settings)),
        }
    });
    effect(move || world::document::describe(app.language(), &title.read()));
    let screen = app.watch(|view| view.screen());
    let mut before = None;
    effect(move || {
        let now = screen.get();
        if let Some(before @ (Screen::Home | Screen::Table)) = before.filter(|&before| before != now) {
            app.behind.set(before);
        }
        if before.is_some() {
            world::document::to_top();
            world::focus::enter(app);
        }
        before = Some(now);
    });
}

/// Leaves the form or the settings for where they were opened, as the browser's way back does.
pub fn go_back(app: App) {
    if !world::address::go_back() {
        app.send(Event::Go(app.behind.peek()));
    }
}
