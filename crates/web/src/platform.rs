//! Everything that needs the browser: runs the client's effects, and sends the events that no element sends.

pub mod location;
pub(crate) mod dates;
pub mod document;
mod early;
pub mod extras;
pub(crate) mod fetch;
pub mod files;
pub mod focus;
pub mod keys;
pub mod music;
pub mod navigation;
pub mod navigator;
pub(crate) mod online_storage;
pub(crate) mod share;
pub(crate) mod socket;
pub mod sound;
pub mod storage;
pub mod time;
pub mod wheel;

use std::time::Duration;

use client::{Effect, Event, LocalGame, MessageKey};
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::app::App;

/// Runs effects; `landing` is the time in seconds until a piece that moves now has arrived.
pub fn run_effects(app: App, effects: Vec<Effect>, landing: f64) {
    let (mut texts, mut spoken) = (Vec::new(), Vec::new());
    for effect in effects {
        match effect {
            Effect::PlaySound(sound) => {
                sound::play(sound, app.with_view_untracked(|view| *view.settings()), landing);
            }
            Effect::Announce(announcement) => {
                texts.push(app.announcement_text(&announcement));
                if announcement.is_spoken() {
                    spoken.extend(texts.last().cloned());
                }
            }
            Effect::SaveGame(text) => save_game(app, &text),
            Effect::DeleteSavedGame => storage::remove_game(),
            Effect::SaveSettings(text) => storage::save_settings(&text),
            Effect::CopyText(_, text) => files::copy_to_clipboard(app, text),
            Effect::Download(name, text) => files::download(&name, &text),
            Effect::FocusSquare(square) => document::focus_square(square),
            // The promotion dialog takes the focus itself; network effects are handled by the online pages.
            _ => {}
        }
    }
    extras::speak(app, &spoken.join(" "));
    if !texts.is_empty() {
        announce(app, texts.join(" "));
    }
}

/// Stores the game, or shows a notice if the browser refuses.
fn save_game(app: App, text: &str) {
    if storage::save_game(text).is_none() {
        app.notice.set(Some(MessageKey::NotSaved));
    }
}

/// Announces a text to screen readers. Texts of one event are joined: a later text would replace an earlier
/// one.
pub fn announce(app: App, text: String) {
    // Screen readers do not repeat the same text; a trailing space makes it different.
    let same = app.announcement.get_untracked() == text;
    app.announcement.set(if same { text + "\u{a0}" } else { text });
}

/// Sends the date and the stored game, and starts all listeners.
pub fn start(app: App) {
    if let Some(today) = time::today() {
        app.send(Event::SetDate(today));
    }
    let resume = move |saved| {
        app.send(Event::SavedGameFound(saved));
        location::sync_with_screen(app);
    };
    match (storage::saved_game(), Owner::current()) {
        // The code for PGN is loaded first.
        (Some(saved), Some(owner)) if LocalGame::is_saved_with_pgn(&saved) => {
            app.load_import(Box::new(move || owner.with(|| resume(saved))));
        }
        (Some(saved), _) => resume(saved),
        (None, _) => location::sync_with_screen(app),
    }
    listen(app);
}

/// Removes event listeners when the current reactive owner is cleaned up.
pub(crate) fn remove_on_cleanup<const N: usize>(listeners: [WindowListenerHandle; N]) {
    on_cleanup(move || listeners.into_iter().for_each(WindowListenerHandle::remove));
}

/// Calls a function at each interval until the current reactive owner is cleaned up.
pub(crate) fn repeat(interval: Duration, f: impl Fn() + 'static) {
    // If the interval cannot be set, nothing can be done.
    if let Ok(handle) = set_interval_with_handle(f, interval) {
        on_cleanup(move || handle.clear());
    }
}

/// Waits.
pub(crate) async fn pause(millis: i32) {
    let mut wait = |resolve: js_sys::Function, _: js_sys::Function| {
        // If the timer cannot be set, the wait is over at once.
        if window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, millis).is_err() {
            resolve.call0(&JsValue::NULL).ok();
        }
    };
    JsFuture::from(js_sys::Promise::new(&mut wait)).await.ok();
}

/// Starts the listeners of an application state; they are removed together with it.
pub fn listen(app: App) {
    focus::listen(app);
    time::start_ticking(app);
    keys::listen(app);
}
