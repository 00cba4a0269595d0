//! The wheel steps through the game, over the board and over the list of moves.

use std::cell::Cell;

use client::{Event, Moment};
use web_sys::WheelEvent;

use crate::app::App;

/// How far a wheel turns for one move.
const NOTCH: f64 = 40.0;

thread_local! {
    /// How far the wheel has turned since the last step.
    static TURNED: Cell<f64> = const { Cell::new(0.0) };
}

/// Steps on or back when the wheel has turned far enough. With the control key it enlarges the page, as everywhere.
pub fn turn(app: App, event: &WheelEvent) {
    if event.ctrl_key() {
        return;
    }
    event.prevent_default();
    let turned = TURNED.get() + event.delta_y();
    if turned.abs() < NOTCH {
        return TURNED.set(turned);
    }
    TURNED.set(0.0);
    app.send(Event::Show(if turned > 0.0 { Moment::Next } else { Moment::Previous }));
}
