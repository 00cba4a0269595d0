//! The progress, in the browser's storage.

use client::practice::{Exercise, Progress, Solution};
use leptos::prelude::window;

const KEY: &str = "hanpan.endings";

/// The stored progress.
pub(super) fn progress() -> Progress {
    let text = window().local_storage().ok().flatten().and_then(|store| store.get_item(KEY).ok().flatten());
    Progress::parse(&text.unwrap_or_default())
}

/// Adds a solution; failures are ignored.
pub(super) fn add_solution(exercise: &Exercise, solution: Solution) {
    let mut progress = progress();
    progress.add_solution(exercise, solution);
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.set_item(KEY, &progress.to_string());
    }
}
