//! The wheel steps through the game, over the board and over the list of moves.

use std::cell::Cell;

use client::{Event, Navigation};
use web_sys::WheelEvent;

use crate::app::App;

/// How far a wheel turns for one move.
const PIXELS_PER_MOVE: f64 = 40.0;

thread_local! {
    /// How far the wheel has turned since the last step.
    static SCROLLED: Cell<f64> = const { Cell::new(0.0) };
}

/// Steps on or back when the wheel has turned far enough. With the control key it enlarges the page, as everywhere.
pub fn step_through_game(app: App, event: &WheelEvent) {
    if event.ctrl_key() {
        return;
    }
    event.prevent_default();
    let turned = SCROLLED.get() + event.delta_y();
    if turned.abs() < PIXELS_PER_MOVE {
        return SCROLLED.set(turned);
    }
    SCROLLED.set(0.0);
    app.send(Event::Navigate(if turned > 0.0 { Navigation::Next } else { Navigation::Previous }));
}
