//! A clock's face.

use client::ClockFace;
use game::Millis;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::lazy::{Kept, lazy, part_if, text};

/// The time a side has left, if there is a clock.
#[component]
pub fn ClockView(
    /// Whose.
    color: Kept<Color>,
) -> impl IntoView {
    let app = App::here();
    let face = Kept::new(move || app.read_now(|view| view.clock(color.get())));
    let digits = Kept::new(move || face.get().map_or(String::new(), |face| face.digits()));
    let left = Kept::new(move || face.get().map_or(0, |face| seconds(face.left)));
    let is = move |f: fn(&ClockFace) -> bool| lazy(move || face.get().is_some_and(|face| f(&face)));
    part_if(
        move || face.get().is_some(),
        move || {
            view! {
                <span
                    class="clock"
                    class:runs=is(|face| face.is_running)
                    class:low=is(|face| face.is_low)
                    class:waits=is(|face| face.delay > Millis::ZERO)
                    role="timer"
                    aria-label=text(move || app.words().time_left(color.get(), Millis::seconds(left.get())))
                >
                    {digits.signal()}
                </span>
            }
            .into_any()
        },
    )
}

/// Whole seconds, a begun one counted.
fn seconds(left: Millis) -> u32 {
    left.0.div_ceil(1_000).try_into().unwrap_or(u32::MAX)
}
