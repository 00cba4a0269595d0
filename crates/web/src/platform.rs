//! What the browser does for the client: every effect, and what happens without a finger on the page.

pub mod location;
pub mod document;
pub mod files;
pub mod focus;
pub mod keys;
pub mod language;
pub mod music;
pub mod network;
pub mod sound;
pub mod board3d;
pub mod storage;
pub mod time;
pub mod wheel;

use client::{Effect, Event, MessageKey};

use crate::app::App;

/// Does what the client asks for.
pub fn run_effects(app: App, effects: Vec<Effect>) {
    let mut said = Vec::new();
    for effect in effects {
        match effect {
            Effect::PlaySound(sound) => {
                sound::play(sound, app.with_view_untracked(|view| view.settings().sound))
            }
            Effect::Announce(announcement) => said.push(app.locale_untracked().announcement(&announcement)),
            Effect::SaveGame(text) => save_game(app, &text),
            Effect::DeleteSavedGame => storage::remove_game(),
            Effect::SaveSettings(text) => storage::save_settings(&text),
            Effect::CopyText(_, text) => files::copy_to_clipboard(app, text),
            Effect::Download(document, text) => files::download(document, &text),
            Effect::FocusSquare(square) => document::focus_square(square),
            // The chooser takes the focus itself when it appears; who sits elsewhere is the club's business.
            _ => {}
        }
    }
    if !said.is_empty() {
        announce(app, said.join(" "));
    }
}

/// Keeps the game, or says that the browser does not let us.
fn save_game(app: App, text: &str) {
    if storage::save_game(text).is_none() {
        app.notice.set(Some(MessageKey::NotSaved));
    }
}

/// Says something to those who listen. What one event brings is said in one breath, for the last words replace the others.
fn announce(app: App, text: String) {
    // The same words twice would not be heard twice; a blank at the end makes them others.
    let same = app.announcement.get_untracked() == text;
    app.announcement.set(if same { text + "\u{a0}" } else { text });
}

/// Brings the client what it cannot know: the day, the game that was kept, the time that passes, the keys.
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

/// Listens to the browser for as long as the page lives.
pub fn listen(app: App) {
    focus::listen(app);
    time::start_ticking(app);
    keys::listen(app);
    sound::resume_on_user_gesture();
}
