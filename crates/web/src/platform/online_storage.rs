//! Storage: the name of a guest and unconfirmed actions, and the premoves and read messages of this tab.

use leptos::prelude::window;
use web_sys::Storage;

const NAME_KEY: &str = "hanpan.name";
const OUTBOX_KEY: &str = "hanpan.outbox";
const VISIT_KEY: &str = "hanpan.online";
const ACCOUNT_KEY: &str = "hanpan.account";
const UNSENT_GAMES_KEY: &str = "hanpan.unsent-games";
const PREMOVES_KEY: &str = "hanpan.premoves";
const READ_CHAT_KEY: &str = "hanpan.read-chat";

/// The last name of the guest.
pub(crate) fn name() -> String {
    read_item(NAME_KEY)
}

/// Stores the name; failures are ignored.
pub(crate) fn save_name(name: &str) {
    write_item(NAME_KEY, name);
}

/// The actions that an earlier page could not send.
pub(crate) fn outbox() -> String {
    read_item(OUTBOX_KEY)
}

/// Stores the unconfirmed actions; an empty text removes them.
pub(crate) fn save_outbox(text: &str) {
    write_item(OUTBOX_KEY, text);
}

/// Notes that this browser has been to the online pages: the home screen then asks for the games that wait.
pub(crate) fn save_online_visit() {
    write_item(VISIT_KEY, "1");
}

/// Returns true if this browser has been to the online pages.
pub(crate) fn has_visited_online() -> bool {
    !read_item(VISIT_KEY).is_empty()
}

/// Name of the account that was last seen; empty for a guest.
pub(crate) fn account() -> String {
    read_item(ACCOUNT_KEY)
}

/// Stores the name of the account; an empty name removes it.
pub(crate) fn save_account(name: &str) {
    write_item(ACCOUNT_KEY, name);
}

/// The finished games that have not reached the archive.
pub(crate) fn unsent_games() -> String {
    read_item(UNSENT_GAMES_KEY)
}

/// Stores the finished games that have not reached the archive; an empty text removes them.
pub(crate) fn save_unsent_games(text: &str) {
    write_item(UNSENT_GAMES_KEY, text);
}

/// The premoves before a reload of this tab.
pub(crate) fn premoves() -> String {
    read_session_item(PREMOVES_KEY)
}

/// Time of the last chat message that was read in this tab, in milliseconds since 1970.
pub(crate) fn read_chat() -> u64 {
    read_session_item(READ_CHAT_KEY).parse().unwrap_or_default()
}

/// Stores the time of the last chat message that was read.
pub(crate) fn save_read_chat(at: u64) {
    if let Some(store) = session_storage() {
        // If the browser refuses, the message counts as unread after a reload.
        let _ = store.set_item(READ_CHAT_KEY, &at.to_string());
    }
}

/// Stores the premoves of this tab; an empty text removes them.
pub(crate) fn save_premoves(text: &str) {
    let Some(store) = session_storage() else { return };
    // If the browser refuses, the premoves end with the page.
    let _ =
        if text.is_empty() { store.remove_item(PREMOVES_KEY) } else { store.set_item(PREMOVES_KEY, text) };
}

fn read_item(key: &str) -> String {
    local_storage().and_then(|store| store.get_item(key).ok().flatten()).unwrap_or_default()
}

fn read_session_item(key: &str) -> String {
    session_storage().and_then(|store| store.get_item(key).ok().flatten()).unwrap_or_default()
}

fn write_item(key: &str, text: &str) {
    let Some(store) = local_storage() else { return };
    // If the browser refuses, only actions unsent when the page is closed are lost.
    let _ = if text.is_empty() { store.remove_item(key) } else { store.set_item(key, text) };
}

fn local_storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn session_storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}
