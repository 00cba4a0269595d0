//! What the browser does for the client: every effect, and what happens without a finger on the page.

pub mod address;
pub mod document;
pub mod files;
pub mod focus;
pub mod keys;
pub mod language;
pub mod music;
pub mod network;
pub mod sound;
pub mod space;
pub mod storage;
pub mod time;
pub mod wheel;

use client::{Effect, Event, Phrase};

use crate::app::App;

/// Does what the client asks for.
pub fn carry_out(app: App, effects: Vec<Effect>) {
    let mut said = Vec::new();
    for effect in effects {
        match effect {
            Effect::Play(sound) => sound::play(sound, app.peek(|view| view.settings().sound)),
            Effect::Announce(announcement) => said.push(app.words_now().announcement(&announcement)),
            Effect::Save(text) => keep(app, &text),
            Effect::Forget => storage::forget(),
            Effect::SaveSettings(text) => storage::save_settings(&text),
            Effect::Copy(_, text) => files::copy(app, text),
            Effect::Download(document, text) => files::download(document, &text),
            Effect::Focus(square) => document::focus_square(square),
            // The chooser takes the focus itself when it appears; who sits elsewhere is the club's business.
            _ => {}
        }
    }
    if !said.is_empty() {
        say(app, said.join(" "));
    }
}

/// Keeps the game, or says that the browser does not let us.
fn keep(app: App, text: &str) {
    if storage::save(text).is_none() {
        app.remark.set(Some(Phrase::NotSaved));
    }
}

/// Says something to those who listen. What one event brings is said in one breath, for the last words replace the others.
fn say(app: App, text: String) {
    // The same words twice would not be heard twice; a blank at the end makes them others.
    let same = app.said.peek() == text;
    app.said.set(if same { text + "\u{a0}" } else { text });
}

/// Brings the client what it cannot know: the day, the game that was kept, the time that passes, the keys.
pub fn begin(app: App) {
    if let Some(today) = time::today() {
        app.send(Event::Today(today));
    }
    if let Some(saved) = storage::saved() {
        app.send(Event::Found(saved));
    }
    address::follow(app);
    listen(app);
}

/// Listens to the browser for as long as the page lives.
pub fn listen(app: App) {
    focus::listen(app);
    time::tick(app);
    keys::listen(app);
    sound::wake_on_touch();
}
