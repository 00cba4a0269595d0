//! What the browser remembers for the club: the name that a guest goes by, and moves that the server has not confirmed.

use leptos::prelude::window;
use web_sys::Storage;

const NAME: &str = "hanpan.name";
const OUTBOX: &str = "hanpan.outbox";

/// The name a guest used last.
pub(crate) fn name() -> String {
    kept(NAME)
}

/// Keeps the name, if the browser lets us; it is not worth a message.
pub(crate) fn keep_name(name: &str) {
    keep(NAME, name);
}

/// The moves that an earlier page could not send.
pub(crate) fn outbox() -> String {
    kept(OUTBOX)
}

/// Keeps the moves that are not confirmed; without any, nothing is kept.
pub(crate) fn keep_outbox(text: &str) {
    keep(OUTBOX, text);
}

fn kept(key: &str) -> String {
    store().and_then(|store| store.get_item(key).ok().flatten()).unwrap_or_default()
}

fn keep(key: &str, text: &str) {
    let Some(store) = store() else { return };
    // A browser that keeps nothing for us loses only what it has not sent when it is closed.
    let _ = if text.is_empty() { store.remove_item(key) } else { store.set_item(key, text) };
}

fn store() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
