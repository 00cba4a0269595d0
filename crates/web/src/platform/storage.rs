//! Local storage: the current game, the study with its review, and the settings. If the browser refuses, nothing is stored.

use client::Settings;
use web_sys::Storage;

const GAME_KEY: &str = "hanpan.game";
const SETTINGS_KEY: &str = "hanpan.settings";
const STUDY_KEY: &str = "hanpan.study";
const REVIEW_KEY: &str = "hanpan.review";

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

/// The stored review of the game of the analysis board.
pub fn review() -> Option<String> {
    read_item(REVIEW_KEY)
}

/// Stores the review, or removes it; failures are ignored.
pub fn save_review(text: Option<String>) {
    if let Some(store) = local_storage() {
        let _ = match text {
            Some(text) => store.set_item(REVIEW_KEY, &text),
            None => store.remove_item(REVIEW_KEY),
        };
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
