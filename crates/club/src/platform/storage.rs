//! What the browser remembers for the club: the name that a guest goes by, and moves that the server has not confirmed.

use leptos::prelude::window;
use web_sys::Storage;

const NAME_KEY: &str = "hanpan.name";
const OUTBOX_KEY: &str = "hanpan.outbox";

/// The name a guest used last.
pub(crate) fn name() -> String {
    read_item(NAME_KEY)
}

/// Keeps the name, if the browser lets us; it is not worth a message.
pub(crate) fn save_name(name: &str) {
    write_item(NAME_KEY, name);
}

/// The moves that an earlier page could not send.
pub(crate) fn outbox() -> String {
    read_item(OUTBOX_KEY)
}

/// Keeps the moves that are not confirmed; without any, nothing is kept.
pub(crate) fn save_outbox(text: &str) {
    write_item(OUTBOX_KEY, text);
}

fn read_item(key: &str) -> String {
    local_storage().and_then(|store| store.get_item(key).ok().flatten()).unwrap_or_default()
}

fn write_item(key: &str, text: &str) {
    let Some(store) = local_storage() else { return };
    // A browser that keeps nothing for us loses only what it has not sent when it is closed.
    let _ = if text.is_empty() { store.remove_item(key) } else { store.set_item(key, text) };
}

fn local_storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
