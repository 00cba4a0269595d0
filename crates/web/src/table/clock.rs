//! A clock's face.

use client::ClockFace;
use game::Millis;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::lazy::{Kept, lazy, part_if, text};

/// The time a side has left, if there is a clock.
#[component]
pub(super) fn ClockView(color: Kept<Color>) -> impl IntoView {
    let app = App::here();
    let face = Kept::new(move || app.read_now(|view| view.clock(color.get())));
    let digits = Kept::new(move || face.get().map_or(String::new(), |face| digits(face.left)));
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

/// Hours, minutes and seconds; tenths too when it gets close.
fn digits(left: Millis) -> String {
    if left < Millis::seconds(10) {
        let tenths = left.0.div_ceil(100);
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = seconds(left);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces() {
        let check = |millis, face: &str| assert_eq!(digits(Millis(millis)), face);
        check(0, "0:00.0");
        check(1, "0:00.1");
        check(9_950, "0:10.0");
        check(10_000, "0:10");
        check(59_001, "1:00");
        check(3_600_000, "1:00:00");
        check(5_400_000, "1:30:00");
    }
}
