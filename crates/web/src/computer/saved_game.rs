//! The stored game against the computer: a line with level and seed, then the saved game.

use engine::Level;
use leptos::prelude::window;

use super::Opponent;

const KEY: &str = "hanpan.computer";
/// The level of the last opponent, chosen again in the form.
const LEVEL_KEY: &str = "hanpan.computer-level";

/// Reads the stored game.
pub(super) fn load() -> Option<(Opponent, String)> {
    let text = window().local_storage().ok()??.get_item(KEY).ok()??;
    let (head, game) = text.split_once('\n')?;
    let (level, seed) = head.split_once(' ')?;
    let opponent = Opponent { level: level.parse::<Level>().ok()?, seed: seed.parse().ok()? };
    Some((opponent, game.to_owned()))
}

/// Stores a game; failures are ignored.
pub(super) fn save(opponent: Opponent, game: &str) {
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.set_item(KEY, &format!("{} {}\n{game}", opponent.level, opponent.seed));
    }
}

/// Level of the last opponent.
pub(super) fn last_level() -> Option<Level> {
    window().local_storage().ok()??.get_item(LEVEL_KEY).ok()??.parse().ok()
}

/// Stores the level of an opponent; failures are ignored.
pub(super) fn save_last_level(level: Level) {
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.set_item(LEVEL_KEY, &level.to_string());
    }
}

/// Removes the stored game.
pub(super) fn remove() {
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.remove_item(KEY);
    }
}
