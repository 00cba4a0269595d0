//! Everything that needs the browser: runs the client's effects, and sends the events that no element sends.

pub mod location;
pub mod document;
pub mod files;
pub mod focus;
pub mod keys;
pub mod music;
pub mod navigator;
pub mod sound;
pub mod storage;
pub mod time;
pub mod wheel;

use client::{Effect, Event, MessageKey};

use crate::app::App;

/// Runs effects; `landing` is the time in seconds until a piece that moves now has arrived.
pub fn run_effects(app: App, effects: Vec<Effect>, landing: f64) {
    let mut texts = Vec::new();
    for effect in effects {
        match effect {
            Effect::PlaySound(sound) => {
                sound::play(sound, app.with_view_untracked(|view| view.settings().sound), landing);
            }
            Effect::Announce(announcement) => texts.push(app.locale_untracked().announcement(&announcement)),
            Effect::SaveGame(text) => save_game(app, &text),
            Effect::DeleteSavedGame => storage::remove_game(),
            Effect::SaveSettings(text) => storage::save_settings(&text),
            Effect::CopyText(_, text) => files::copy_to_clipboard(app, text),
            Effect::Download(name, text) => files::download(&name, &text),
            Effect::FocusSquare(square) => document::focus_square(square),
            // The promotion dialog takes the focus itself; network effects are handled by `club`.
            _ => {}
        }
    }
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
    if let Some(saved) = storage::saved_game() {
        app.send(Event::SavedGameFound(saved));
    }
    location::sync_with_screen(app);
    listen(app);
}

/// Starts the listeners that live as long as the page.
pub fn listen(app: App) {
    focus::listen(app);
    time::start_ticking(app);
    keys::listen(app);
    sound::resume_on_user_gesture();
}
