//! Clock, date, random seeds and ticks.

use std::time::Duration;

use client::{Event, Screen};
use game::{Date, Timestamp};
use leptos::ev;
use leptos::prelude::*;

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
    super::repeat(TICK_INTERVAL, move || {
        if is_on() {
            app.send(Event::Tick);
        }
    });
    let on_visibility_change = window_event_listener(ev::visibilitychange, move |_| {
        app.send(if document().hidden() { Event::Hide } else { Event::Tick });
    });
    // On reload a page may be left without a `visibilitychange`.
    let on_page_hide = window_event_listener(ev::pagehide, move |_| app.send(Event::Hide));
    super::remove_on_cleanup([on_visibility_change, on_page_hide]);
    // Another page of the application is opened.
    on_cleanup(move || app.send(Event::Hide));
}
