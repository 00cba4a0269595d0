//! Keyboard focus: where it goes on a new screen, and when the focused element disappears.

use leptos::ev;
use leptos::prelude::*;
use web_sys::Element;

use super::document::focus;
use crate::app::App;

/// The focusable square of the board.
pub const CURSOR: &str = "[role=gridcell][tabindex='0']";

/// Selectors; the first one that is present gets the focus.
const TARGETS: [&str; 4] = [".offer", ".panel > .actions .main", CURSOR, "h1"];

/// Records whether the last input came from the keyboard or a pointer.
pub(super) fn listen(app: App) {
    let keys = window_event_listener(ev::keydown, move |_| app.is_keyboard_active.set(true));
    let pointers = window_event_listener(ev::pointerdown, move |_| app.is_keyboard_active.set(false));
    super::remove_on_cleanup([keys, pointers]);
}

/// Focuses the start of a new screen: the heading or, for keyboard users, the first action.
pub fn focus_screen(app: App) {
    request_animation_frame(move || {
        if app.is_keyboard_active.get_untracked() { focus_first_target() } else { focus("h1") }
    });
}

/// Moves the focus to a new element if the focused one disappeared or was disabled.
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
    let exists = |target: &&str| document().query_selector(target).ok().flatten().is_some();
    if let Some(target) = TARGETS.into_iter().find(|target| exists(target)) {
        focus(target);
    }
}
