//! The focus of the keyboard: where it goes on a new screen, and when what had it is gone.

use leptos::ev;
use leptos::prelude::*;
use web_sys::Element;

use super::document::focus;
use crate::app::App;

/// The square of the board that the keys are at.
pub const CURSOR: &str = "[role=gridcell][tabindex='0']";

/// Where the focus goes: to the first of these that is there.
const TARGETS: [&str; 4] = [".offer", ".panel > .actions .main", CURSOR, "h1"];

/// Notes whether the keyboard or a pointer was used last.
pub(super) fn listen(app: App) {
    let keys = window_event_listener(ev::keydown, move |_| app.is_keyboard_active.set(true));
    let pointers = window_event_listener(ev::pointerdown, move |_| app.is_keyboard_active.set(false));
    // They listen as long as the page lives.
    std::mem::forget((keys, pointers));
}

/// Brings the focus to where a screen that has just come begins: for the keyboard, to what is done there first.
pub fn focus_screen(app: App) {
    request_animation_frame(move || {
        if app.is_keyboard_active.get_untracked() { focus_first_target() } else { focus("h1") }
    });
}

/// Finds a new place for the focus of the keyboard if what had it is gone.
pub fn restore(app: App) {
    if app.is_keyboard_active.get_untracked() {
        request_animation_frame(|| {
            let active = document().active_element();
            let is = |selector| {
                active.as_ref().is_some_and(|element: &Element| element.matches(selector) == Ok(true))
            };
            if active.is_none() || is("body, :disabled") {
                focus_first_target();
            }
        });
    }
}

fn focus_first_target() {
    let is_there = |place: &&str| document().query_selector(place).ok().flatten().is_some();
    if let Some(place) = TARGETS.into_iter().find(|place| is_there(place)) {
        focus(place);
    }
}
