//! The record of the solver, in the browser's storage, and the day.

use ::puzzles::{Day, PuzzleRecord};
use leptos::prelude::window;

const KEY: &str = "hanpan.puzzles";

/// The stored record; an empty one if the browser refuses.
pub(super) fn record() -> PuzzleRecord {
    let text = window().local_storage().ok().flatten().and_then(|store| store.get_item(KEY).ok().flatten());
    PuzzleRecord::parse(&text.unwrap_or_default())
}

/// Stores the record; failures are ignored.
pub(super) fn save(record: &PuzzleRecord) {
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.set_item(KEY, &record.to_string());
    }
}

/// The current UTC day.
pub(super) fn today() -> Day {
    Day::of_millis(js_sys::Date::now().max(0.0) as u64)
}
