//! Global keyboard shortcuts; they are off in form fields.

use client::{Event, Navigation, Screen, Setting};
use leptos::ev;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::app::App;

/// Elements that handle keys themselves. Escape still works in the move input, Z on the board.
const KEY_CAPTURING_ELEMENTS: &str = "input, select, textarea, dialog, [role=grid], [role=dialog]";

/// Listens for the keys that step through the game and switch zen mode.
pub fn listen(app: App) {
    let listener = window_event_listener(ev::keydown, move |event| {
        let is_at_table = app.with_view_untracked(|view| view.screen() == Screen::Game);
        let has_no_modifier = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        if is_at_table && has_no_modifier && !is_captured_by_target(&event) {
            handle_key(app, &event);
        }
    });
    super::remove_on_cleanup([listener]);
}

fn handle_key(app: App, event: &KeyboardEvent) {
    let step = match event.key().as_str() {
        "ArrowLeft" => Event::Navigate(Navigation::Previous),
        "ArrowRight" => Event::Navigate(Navigation::Next),
        "Home" => Event::Navigate(Navigation::First),
        "End" => Event::Navigate(Navigation::Last),
        "Escape" => Event::Escape,
        _ if is_zen_key(event) => {
            let is_on = app.with_view_untracked(|view| view.settings().zen.is_on());
            Event::ChangeSetting(Setting::Zen((!is_on).into()))
        }
        _ => return,
    };
    event.prevent_default();
    app.send(step);
}

fn is_captured_by_target(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_within =
        |places| target.as_ref().is_some_and(|element| matches!(element.closest(places), Ok(Some(_))));
    is_within(KEY_CAPTURING_ELEMENTS)
        && !(event.key() == "Escape" && is_within(".typed") || is_zen_key(event) && is_within("[role=grid]"))
}

/// Returns true for Z, also with Caps Lock, and for its key where the layout has no Latin letters (Hangul).
fn is_zen_key(event: &KeyboardEvent) -> bool {
    let key = event.key();
    if key.len() == 1 { key.eq_ignore_ascii_case("z") } else { event.code() == "KeyZ" }
}
