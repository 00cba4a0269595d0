//! What the browser remembers for the club: the name that a guest goes by.

use leptos::prelude::window;

const NAME: &str = "hanpan.name";

/// The name a guest used last.
pub(crate) fn name() -> String {
    let store = window().local_storage().ok().flatten();
    store.and_then(|store| store.get_item(NAME).ok().flatten()).unwrap_or_default()
}

/// Keeps the name, if the browser lets us; it is not worth a message.
pub(crate) fn keep_name(name: &str) {
    if let Ok(Some(store)) = window().local_storage() {
        let _ = store.set_item(NAME, name);
    }
}
