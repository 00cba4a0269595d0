//! Keys that work wherever the focus is, but not where somebody writes.

use client::{Event, Moment, Screen};
use leptos::ev;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::app::App;

/// Where the keys have a meaning of their own; Escape has not in the line where a move is typed.
const OWN_KEYS: &str = "input, select, textarea, dialog, [role=grid], [role=dialog]";

/// Listens to the keys that step through the game.
pub fn listen(app: App) {
    let listening = window_event_listener(ev::keydown, move |event| {
        let is_at_table = app.peek(|view| view.screen() == Screen::Table);
        let plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        if is_at_table && plain && !has_own_keys(&event) {
            press(app, &event);
        }
    });
    // It listens as long as the page lives.
    std::mem::forget(listening);
}

fn press(app: App, event: &KeyboardEvent) {
    let step = match event.key().as_str() {
        "ArrowLeft" => Event::Show(Moment::Previous),
        "ArrowRight" => Event::Show(Moment::Next),
        "Home" => Event::Show(Moment::First),
        "End" => Event::Show(Moment::Last),
        "Escape" => Event::Escape,
        _ => return,
    };
    event.prevent_default();
    app.send(step);
}

fn has_own_keys(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_in =
        |places| target.as_ref().is_some_and(|element| matches!(element.closest(places), Ok(Some(_))));
    is_in(OWN_KEYS) && !(event.key() == "Escape" && is_in(".typed"))
}
