use leptos::ev;
use leptos::prelude::*;

/// True while the browser is online; updated until the reactive owner is cleaned up.
pub fn is_online() -> RwSignal<bool> {
    let is_there = RwSignal::new(window().navigator().on_line());
    let came = window_event_listener(ev::online, move |_| is_there.set(true));
    let went = window_event_listener(ev::offline, move |_| is_there.set(false));
    on_cleanup(move || {
        came.remove();
        went.remove();
    });
    is_there
}
