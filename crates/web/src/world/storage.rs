//! What the browser keeps for us: the game in progress, the one that is analysed, and the settings. A browser may refuse to; then nothing is kept.

use client::Settings;
use web_sys::Storage;

const GAME: &str = "hanpan.game";
const SETTINGS: &str = "hanpan.settings";
const STUDY: &str = "hanpan.study";

/// The settings as they were kept.
pub fn settings() -> Settings {
    Settings::read(&kept(SETTINGS).unwrap_or_default())
}

/// The game as it was kept.
pub fn saved() -> Option<String> {
    kept(GAME)
}

/// Keeps the game; `None` if the browser does not let us.
pub fn save(text: &str) -> Option<()> {
    store()?.set_item(GAME, text).ok()
}

/// The game on the analysis board as it was kept.
pub fn study() -> Option<String> {
    kept(STUDY)
}

/// Keeps a game for the analysis board, if the browser lets us.
pub fn save_study(text: &str) {
    if let Some(store) = store() {
        let _ = store.set_item(STUDY, text);
    }
}

/// Keeps the settings, if the browser lets us; they are not worth a message.
pub fn save_settings(text: &str) {
    if let Some(store) = store() {
        let _ = store.set_item(SETTINGS, text);
    }
}

/// The kept game is not wanted any more.
pub fn forget() {
    if let Some(store) = store() {
        let _ = store.remove_item(GAME);
    }
}

fn kept(key: &str) -> Option<String> {
    store()?.get_item(key).ok().flatten()
}

fn store() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
