//! Local storage: the current game, the study and the settings. If the browser refuses, nothing is stored.

use client::Settings;
use web_sys::Storage;

const GAME_KEY: &str = "hanpan.game";
const SETTINGS_KEY: &str = "hanpan.settings";
const STUDY_KEY: &str = "hanpan.study";

/// The stored settings.
pub fn settings() -> Settings {
    Settings::parse(&read_item(SETTINGS_KEY).unwrap_or_default())
}

/// The stored game.
pub fn saved_game() -> Option<String> {
    read_item(GAME_KEY)
}

/// Stores the game; `None` if the browser refuses.
pub fn save_game(text: &str) -> Option<()> {
    local_storage()?.set_item(GAME_KEY, text).ok()
}

/// The stored game of the analysis board.
pub fn study() -> Option<String> {
    read_item(STUDY_KEY)
}

/// Stores the game of the analysis board; failures are ignored.
pub fn save_study(text: &str) {
    if let Some(store) = local_storage() {
        let _ = store.set_item(STUDY_KEY, text);
    }
}

/// Stores the settings; failures are ignored.
pub fn save_settings(text: &str) {
    if let Some(store) = local_storage() {
        let _ = store.set_item(SETTINGS_KEY, text);
    }
}

/// Removes the stored game.
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
