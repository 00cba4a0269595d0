//! What the browser keeps for us: the game in progress, the one that is analysed, and the settings. A browser may refuse to; then nothing is kept.

use client::Settings;
use web_sys::Storage;

const GAME_KEY: &str = "hanpan.game";
const SETTINGS_KEY: &str = "hanpan.settings";
const STUDY_KEY: &str = "hanpan.study";

/// The settings as they were kept.
pub fn settings() -> Settings {
    Settings::parse(&read_item(SETTINGS_KEY).unwrap_or_default())
}

/// The game as it was kept.
pub fn saved_game() -> Option<String> {
    read_item(GAME_KEY)
}

/// Keeps the game; `None` if the browser does not let us.
pub fn save_game(text: &str) -> Option<()> {
    local_storage()?.set_item(GAME_KEY, text).ok()
}

/// The game on the analysis board as it was kept.
pub fn study() -> Option<String> {
    read_item(STUDY_KEY)
}

/// Keeps a game for the analysis board, if the browser lets us.
pub fn save_study(text: &str) {
    if let Some(store) = local_storage() {
        let _ = store.set_item(STUDY_KEY, text);
    }
}

/// Keeps the settings, if the browser lets us; they are not worth a message.
pub fn save_settings(text: &str) {
    if let Some(store) = local_storage() {
        let _ = store.set_item(SETTINGS_KEY, text);
    }
}

/// The kept game is not wanted any more.
pub fn remove_game() {
    if let Some(store) = local_storage() {
        let _ = store.remove_item(GAME_KEY);
    }
}

fn read_item(key: &str) -> Option<String> {
    local_storage()?.get_item(key).ok().flatten()
}

fn local_storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
