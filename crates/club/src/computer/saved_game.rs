//! The game against the computer as the browser keeps it: who is played, on a line of its own, then the game.

use engine::Level;
use leptos::prelude::window;

use super::Opponent;

const KEY: &str = "hanpan.computer";

/// The game that was kept.
pub(super) fn load() -> Option<(Opponent, String)> {
    let text = window().local_storage().ok()??.get_item(KEY).ok()??;
    let (head, game) = text.split_once('\n')?;
    let (level, seed) = head.split_once(' ')?;
    let rival = Opponent { level: level.parse::<Level>().ok()?, seed: seed.parse().ok()? };
    Some((rival, game.to_owned()))
}

/// Keeps a game, if the browser lets us.
pub(super) fn save(rival: Opponent, game: &str) {
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.set_item(KEY, &format!("{} {}\n{game}", rival.level, rival.seed));
    }
}

/// Keeps none.
pub(super) fn remove() {
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.remove_item(KEY);
    }
}
