//! A clock's digits.

use client::ClockView;
use game::Millis;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::boxed::{BoxedMemo, derived, show_if, text};

/// The remaining time of a side, if there is a clock.
#[component]
pub fn ClockView(
    /// The side.
    color: BoxedMemo<Color>,
) -> impl IntoView {
    let app = App::from_context();
    let face = BoxedMemo::new(move || app.with_view_each_tick(|view| view.clock(color.get())));
    let digits = BoxedMemo::new(move || {
        let locale = app.locale();
        face.get().map_or(String::new(), |face| locale.clock_digits(&face))
    });
    let left = BoxedMemo::new(move || face.get().map_or(0, |face| ceil_seconds(face.left)));
    let is = move |f: fn(&ClockView) -> bool| derived(move || face.get().is_some_and(|face| f(&face)));
    show_if(
        move || face.get().is_some(),
        move || {
            view! {
                <span
                    class="clock"
                    class:runs=is(|face| face.is_running)
                    class:low=is(|face| face.is_low)
                    class:days=is(|face| face.left >= Millis::days(1))
                    class:waits=is(|face| face.delay > Millis::ZERO)
                    role="timer"
                    aria-label=text(move || app.locale().time_left(color.get(), Millis::seconds(left.get())))
                >
                    {digits.signal()}
                </span>
            }
            .into_any()
        },
    )
}

/// Whole seconds, rounded up.
fn ceil_seconds(left: Millis) -> u32 {
    left.0.div_ceil(1_000).try_into().unwrap_or(u32::MAX)
}
