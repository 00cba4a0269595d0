//! When the clock faces change next.

use client::{ClockView, View};
use game::Millis;
use rules::Color;

/// How long what the clocks show stays as it is; `None` if nothing runs.
pub(crate) fn next_clock_change(view: View<'_>) -> Option<Millis> {
    let face = Color::ALL.into_iter().filter_map(|color| view.clock(color)).find(|face| face.is_running)?;
    if face.delay > Millis::ZERO {
        return Some(face.delay.min(Millis(1_000)));
    }
    let unit = if face.left <= ClockView::TENTHS_BELOW { 100 } else { 1_000 };
    // A begun unit counts whole, so it changes right after a whole one.
    Some(Millis((face.left.0 + unit - 1) % unit + 1))
}
