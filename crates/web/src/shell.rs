//! The start page: its current screen, and the `aria-live` region.

use client::{Animation, Appearance, Event, MessageKey, Screen};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{defer, effect, show};
use crate::route::Route;
use crate::{confirm, form, game_screen, home, open_file, platform, settings};

/// The start page.
#[component]
pub(crate) fn Shell(route: RwSignal<Route>) -> impl IntoView {
    let app = App::new(route);
    provide_context(app);
    apply_settings(app);
    sync_title_and_scroll(app);
    platform::start(app);
    let screen = app.memo(|view| view.screen());
    let drop = open_file::on_file_dropped(app, App::open_text);
    // Home and game screen show the message themselves.
    let message = app.memo_localized(move |view, locale| {
        let is_sheet = matches!(view.screen(), Screen::Form | Screen::Settings);
        let own = app.notice.get().map(|key| locale.message(key).to_owned());
        own.or(view.problem().map(|problem| app.explain_problem(locale, problem))).filter(|_| is_sheet)
    });
    view! {
        <div class="page" on:dragover=|event| event.prevent_default() on:drop=drop>
            {show(move || message.get().map(|text| view! { <p class="remark" role="alert">{text}</p> }.into_any()))}
            {defer(move || {
                platform::document::remove_placeholder();
                show(move || Some(match screen.get() {
                    Screen::Home => view! { <home::Home /> }.into_any(),
                    Screen::Form => view! { <form::NewGameForm /> }.into_any(),
                    Screen::Game => view! { <game_screen::GameScreen /> }.into_any(),
                    Screen::Settings => view! { <settings::SettingsScreen /> }.into_any(),
                }))
            })}
        </div>
        <confirm::ClientConfirmDialog />
        <p class="unseen" role="status" aria-live="polite">{app.announcement.signal()}</p>
    }
}

/// Keeps the root's attributes and the music volume in sync with the settings.
pub fn apply_settings(app: App) {
    platform::extras::follow(app);
    let settings = app.memo(|view| *view.settings());
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
        platform::document::set_root_attribute("data-theme", theme);
        platform::document::set_root_attribute("data-motion", motion);
        platform::document::set_root_attribute("data-board", Some(settings.theme.name()));
        platform::document::set_root_attribute("data-marks", Some(settings.highlight.name()));
        platform::music::set_volume(settings.music.percent());
    });
}

/// Sets the document's title for each screen, and scrolls a new screen to its top.
fn sync_title_and_scroll(app: App) {
    let title = app.memo_localized(|view, locale| {
        let name = locale.message(MessageKey::AppName);
        match view.screen() {
            Screen::Home => name.to_owned(),
            Screen::Form => format!("{} · {name}", locale.message(MessageKey::NewGame)),
            Screen::Game => format!("{} · {name}", locale.game_status(view)),
            Screen::Settings => format!("{} · {name}", locale.message(MessageKey::Settings)),
        }
    });
    effect(move || platform::document::set_language_and_title(app.language(), &title.read()));
    let screen = app.memo(|view| view.screen());
    let mut previous = None;
    effect(move || {
        let current = screen.get();
        if let Some(previous @ (Screen::Home | Screen::Game)) =
            previous.filter(|&previous| previous != current)
        {
            app.return_screen.set(previous);
        }
        if previous.is_some() {
            platform::document::scroll_to_top();
            platform::focus::focus_screen(app);
        }
        previous = Some(current);
    });
}

/// Leaves the form or the settings, like the browser's back button.
pub fn go_back(app: App) {
    if !platform::location::go_back() {
        app.send(Event::GoTo(app.return_screen.get_untracked()));
    }
}
