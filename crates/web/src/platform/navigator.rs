//! The browser's `navigator`: its language, and whether it is online.

use client::Language;
use leptos::ev;
use leptos::prelude::*;

/// The first of the browser's languages that is supported.
pub fn language() -> Language {
    let Some(window) = web_sys::window() else { return Language::default() };
    let codes = window.navigator().languages();
    codes.iter().filter_map(|code| Language::from_code(&code.as_string()?)).next().unwrap_or_default()
}

/// True while the browser is online; updated until the reactive owner is cleaned up.
pub fn is_online() -> RwSignal<bool> {
    let is_online = RwSignal::new(window().navigator().on_line());
    let on_online = window_event_listener(ev::online, move |_| is_online.set(true));
    let on_offline = window_event_listener(ev::offline, move |_| is_online.set(false));
    on_cleanup(move || {
        on_online.remove();
        on_offline.remove();
    });
    is_online
}
