//! The URL's fragment names the screen, so that the back button moves between screens.

use client::{Event, Screen};
use leptos::ev;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsValue;

use super::navigation::route_of_location;
use super::time;
use crate::app::App;
use crate::boxed::effect;
use crate::route::Route;

/// Opens the screen of the URL, and keeps both in sync from then on.
pub(super) fn sync_with_screen(app: App) {
    open_screen_of_location(app);
    let listener = window_event_listener(ev::hashchange, move |_| open_screen_of_location(app));
    super::remove_on_cleanup([listener]);
    let screen = app.memo(|view| view.screen());
    effect(move || push_screen(screen.get()));
}

/// Goes back in the browser's history, if the previous entry is a screen of this page.
pub fn go_back() -> bool {
    window().history().is_ok_and(|history| {
        let is_ours = history.state().is_ok_and(|state| state.is_truthy());
        is_ours && history.back().is_ok()
    })
}

/// Opens the screen of the URL. `#game` continues the stored game, finished or not, or starts a new one.
fn open_screen_of_location(app: App) {
    let (current, is_on, has_moves) = app.with_view_untracked(|view| {
        (view.screen(), view.unfinished_game().is_some(), view.local_game().game().plies() > 0)
    });
    // The game that was left a moment ago still exists, even without moves.
    let is_new = !has_moves && app.return_screen.get_untracked() != Screen::Game;
    match screen_of_location() {
        // Unknown fragments are ignored.
        None => {}
        Some(screen) if screen == current => {}
        Some(Screen::Game) if is_on => app.send(Event::ResumeSavedGame),
        Some(Screen::Game) if is_new => app.send(Event::StartGame { seed: time::random_seed() }),
        Some(screen) => app.send(Event::GoTo(screen)),
    }
}

/// The screen that the URL's fragment names.
fn screen_of_location() -> Option<Screen> {
    let fragment = window().location().hash().unwrap_or_default();
    let screens = [Screen::Home, Screen::Form, Screen::Game, Screen::Settings];
    screens.into_iter().find(|&screen| fragment_of(screen) == fragment)
}

fn push_screen(screen: Screen) {
    // The next page may have been opened already, and this one stays only until it is there.
    if screen_of_location() == Some(screen) || route_of_location() != Route::Home {
        return;
    }
    let location = window().location();
    // The query is included: a URL of a fragment only would keep it, an empty one would drop it.
    let address = [location.pathname(), location.search(), Ok(fragment_of(screen).to_owned())];
    let address: String = address.into_iter().flatten().collect();
    if let Ok(history) = window().history() {
        // The state marks the entry as one of this page. Without history the URL stays as it is.
        let _ = history.push_state_with_url(&JsValue::TRUE, "", Some(&address));
    }
}

const fn fragment_of(screen: Screen) -> &'static str {
    match screen {
        Screen::Home => "",
        Screen::Form => "#new",
        Screen::Game => "#game",
        Screen::Settings => "#settings",
    }
}
