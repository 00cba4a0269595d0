//! Clock, date, random seeds and ticks.

use std::time::Duration;

use client::{Event, Screen};
use game::{Date, Timestamp};
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;

use crate::app::App;

/// Interval between ticks while a clock runs.
const TICK_INTERVAL: Duration = Duration::from_millis(100);

/// The current time of a monotonic clock.
pub fn now() -> Timestamp {
    let performance = web_sys::window().and_then(|window| window.performance());
    Timestamp(performance.map_or(0, |performance| performance.now().max(0.0) as u64))
}

/// The local date.
pub fn today() -> Option<Date> {
    let date = js_sys::Date::new_0();
    let (year, month, day) = (date.get_full_year(), date.get_month() + 1, date.get_date());
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
}

/// A random seed.
pub fn random_seed() -> u64 {
    (js_sys::Math::random() * 9e15) as u64
}

/// Sends a tick at each interval while a clock runs, and when the page is hidden or shown.
pub fn start_ticking(app: App) {
    let is_on = move || {
        app.with_view_untracked(|view| view.screen() == Screen::Game && view.next_flag_at().is_some())
    };
    let interval = set_interval_with_handle(
        move || {
            if is_on() {
                app.send(Event::Tick);
            }
        },
        TICK_INTERVAL,
    );
    // The interval runs as long as the page; if it cannot be set, nothing can be done.
    drop(interval);
    let on_visibility_change = Closure::<dyn Fn()>::new(move || {
        app.send(if document().hidden() { Event::Hide } else { Event::Tick });
    });
    let listener = document()
        .add_event_listener_with_callback("visibilitychange", on_visibility_change.as_ref().unchecked_ref());
    drop(listener);
    on_visibility_change.forget();
    // On reload a page may be left without a `visibilitychange`.
    let on_page_hide = Closure::<dyn Fn()>::new(move || app.send(Event::Hide));
    let listener =
        window().add_event_listener_with_callback("pagehide", on_page_hide.as_ref().unchecked_ref());
    drop(listener);
    on_page_hide.forget();
}
