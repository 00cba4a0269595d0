//! The mouse wheel steps through the game, over the board and over the move list.

use std::cell::Cell;

use client::{Event, Navigation};
use web_sys::WheelEvent;

use crate::app::App;

/// Scroll distance for one move, in pixels.
const PIXELS_PER_MOVE: f64 = 40.0;

thread_local! {
    /// Scroll distance since the last step, in pixels.
    static SCROLLED: Cell<f64> = const { Cell::new(0.0) };
}

/// Steps forward or back after enough scrolling. With Ctrl the browser zooms as usual.
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
