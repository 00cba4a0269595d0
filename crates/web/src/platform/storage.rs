//! Local storage: the current game, the study with its review, and the settings. If the browser refuses, nothing is stored.

use client::Settings;
use web_sys::Storage;

const GAME_KEY: &str = "hanpan.game";
const SETTINGS_KEY: &str = "hanpan.settings";
const STUDY_KEY: &str = "hanpan.study";
const REVIEW_KEY: &str = "hanpan.review";
const LESSONS_KEY: &str = "hanpan.lessons";
const LESSONS_SPEAK_KEY: &str = "hanpan.lessons-speak";

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

/// The stored progress in the lessons.
pub fn lessons() -> Option<String> {
    read_item(LESSONS_KEY)
}

/// Stores the progress in the lessons; failures are ignored.
pub fn save_lessons(text: &str) {
    if let Some(store) = local_storage() {
        let _ = store.set_item(LESSONS_KEY, text);
    }
}

/// Returns true if lessons are read aloud.
pub fn lessons_speak() -> bool {
    read_item(LESSONS_SPEAK_KEY).is_some()
}

/// Stores that lessons are read aloud; failures are ignored.
pub fn save_lessons_speak() {
    if let Some(store) = local_storage() {
        let _ = store.set_item(LESSONS_SPEAK_KEY, "on");
    }
}

/// Stores that lessons are not read aloud; failures are ignored.
pub fn remove_lessons_speak() {
    if let Some(store) = local_storage() {
        let _ = store.remove_item(LESSONS_SPEAK_KEY);
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
