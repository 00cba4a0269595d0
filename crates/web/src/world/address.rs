//! The address: its fragment names the screen, so that the browser's way back leads through the screens.

use client::{Event, Screen};
use leptos::ev;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsValue;

use super::time;
use crate::app::App;
use crate::lazy::effect;

/// Goes where the address points, and keeps the two together from then on.
pub(super) fn follow(app: App) {
    go(app);
    let listening = window_event_listener(ev::hashchange, move |_| go(app));
    // It listens as long as the page lives.
    std::mem::forget(listening);
    let screen = app.watch(|view| view.screen());
    effect(move || write(screen.get()));
}

/// Goes where the address points. At the table that is the game that was kept, over or not, or else a new one.
fn go(app: App) {
    let wanted = named();
    let (here, is_on, has_moves) =
        app.peek(|view| (view.screen(), view.unfinished().is_some(), view.table().game().plies() > 0));
    match wanted {
        _ if wanted == here => {}
        Screen::Table if is_on => app.send(Event::Continue),
        Screen::Table if !has_moves => app.send(Event::Start { seed: time::seed() }),
        screen => app.send(Event::Go(screen)),
    }
}

/// The screen that the address names; home, if it names none of ours.
fn named() -> Screen {
    let fragment = window().location().hash().unwrap_or_default();
    let screens = [Screen::Form, Screen::Table, Screen::Settings];
    screens.into_iter().find(|&screen| fragment_of(screen) == fragment).unwrap_or(Screen::Home)
}

fn write(screen: Screen) {
    if named() == screen {
        return;
    }
    let fragment = fragment_of(screen);
    let address = if fragment.is_empty() { "/" } else { fragment };
    if let Ok(history) = window().history() {
        // A browser that keeps no history leaves the address as it is.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

const fn fragment_of(screen: Screen) -> &'static str {
    match screen {
        Screen::Home => "",
        Screen::Form => "#new",
        Screen::Table => "#game",
        Screen::Settings => "#settings",
    }
}
