//! Mouse, pen and finger on the board.

use client::{Brush, Event, Shape};
use leptos::prelude::*;
use rules::Square;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

use crate::app::App;
use crate::held::Held;

/// How far a finger travels before the piece follows it, in pixels: less is a click.
const THRESHOLD: f64 = 5.0;

/// What the fingers are doing.
#[derive(Clone, Copy)]
pub(super) struct Fingers {
    app: App,
    /// Whether the held piece follows the pointer.
    pub(super) lifted: Held<bool>,
    /// The arrow or circle that is being drawn.
    pub(super) sketch: Held<Option<Shape>>,
    grip: StoredValue<Grip>,
}

/// What need not be drawn.
#[derive(Clone, Copy, Default)]
struct Grip {
    /// Where the finger went down.
    began: Option<(f64, f64)>,
    over: Option<Square>,
}

impl Fingers {
    pub(super) fn new(app: App) -> Fingers {
        Fingers {
            app,
            lifted: Held::new(false),
            sketch: Held::new(None),
            grip: StoredValue::new(Grip::default()),
        }
    }

    pub(super) fn down(self, event: &PointerEvent) {
        let Some((_, _, Some(square))) = self.place(event).filter(|_| event.is_primary()) else { return };
        match event.button() {
            0 if self.sketch.peek().is_some() => self.sketch.set(None),
            0 => {
                // Otherwise the browser would move the focus and begin a selection.
                event.prevent_default();
                self.capture(event);
                self.lifted.set(false);
                self.began(Some(point(event)));
                self.follow(event);
                self.app.send(Event::Press(square));
            }
            2 => {
                self.capture(event);
                self.sketch.set(Some(Shape { from: square, to: square, brush: brush(event) }));
            }
            _ => {}
        }
    }

    pub(super) fn moved(self, event: &PointerEvent) {
        if !event.is_primary() {
            return;
        }
        let Some((_, _, square)) = self.place(event) else { return };
        if let Some(sketch) = self.sketch.peek() {
            let to = square.unwrap_or(sketch.to);
            if to != sketch.to {
                self.sketch.set(Some(Shape { to, ..sketch }));
            }
            return;
        }
        self.follow(event);
        if let Some((x, y)) = self.grip.get_value().began {
            let (now_x, now_y) = point(event);
            if !self.lifted.peek() && (now_x - x).hypot(now_y - y) > THRESHOLD {
                self.lifted.set(true);
            }
        }
        self.point_at(square);
    }

    pub(super) fn up(self, event: &PointerEvent) {
        if !event.is_primary() {
            return;
        }
        let square = self.place(event).and_then(|(_, _, square)| square);
        match event.button() {
            2 => {
                if let Some(shape) = self.sketch.peek() {
                    self.sketch.set(None);
                    self.app.send(Event::Draw(shape));
                }
            }
            _ if self.grip.get_value().began.is_some() => {
                self.began(None);
                self.app.send(Event::Release(square));
                self.lifted.set(false);
                if event.pointer_type() == "touch" {
                    self.point_at(None);
                }
            }
            _ => {}
        }
    }

    pub(super) fn cancel(self, event: &PointerEvent) {
        if event.is_primary() {
            self.sketch.set(None);
            self.began(None);
            self.app.send(Event::Release(None));
            self.lifted.set(false);
            self.point_at(None);
        }
    }

    pub(super) fn leave(self, event: &PointerEvent) {
        if event.is_primary() && self.grip.get_value().began.is_none() {
            self.point_at(None);
        }
    }

    fn point_at(self, square: Option<Square>) {
        if self.grip.get_value().over != square {
            self.grip.update_value(|grip| grip.over = square);
            self.app.send(Event::Over(square));
        }
    }

    /// Tells the style sheet where the pointer is.
    fn follow(self, event: &PointerEvent) {
        let (Some(board), Some((x, y, _))) = (board(event), self.place(event)) else { return };
        let style = board.style();
        // Both are good properties, so nothing can go wrong.
        let _ = style.set_property("--hand-x", &format!("{}px", x as i32));
        let _ = style.set_property("--hand-y", &format!("{}px", y as i32));
    }

    fn began(self, at: Option<(f64, f64)>) {
        self.grip.update_value(|grip| grip.began = at);
    }

    fn capture(self, event: &PointerEvent) {
        if let Some(board) = board(event) {
            // A pointer that is gone already cannot be followed, and need not be.
            let _ = board.set_pointer_capture(event.pointer_id());
        }
    }

    /// Where on the board the pointer is, and over which square.
    fn place(self, event: &PointerEvent) -> Option<(f64, f64, Option<Square>)> {
        let rect = board(event)?.get_bounding_client_rect();
        let (x, y) = (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top());
        let (column, row) = ((x / rect.width() * 8.0).floor(), (y / rect.height() * 8.0).floor());
        let is_inside = (0.0..8.0).contains(&column) && (0.0..8.0).contains(&row);
        let lying = self.app.peek(|view| view.table().orientation());
        let square = is_inside.then(|| lying.squares().nth(row as usize * 8 + column as usize)).flatten();
        Some((x, y, square))
    }
}

/// The board, which listens to its pointers itself.
fn board(event: &PointerEvent) -> Option<HtmlElement> {
    event.current_target()?.dyn_into().ok()
}

fn point(event: &PointerEvent) -> (f64, f64) {
    (event.client_x().into(), event.client_y().into())
}

/// The pen goes by the keys held down with it.
fn brush(event: &PointerEvent) -> Brush {
    match (event.shift_key() || event.ctrl_key(), event.alt_key()) {
        (false, false) => Brush::First,
        (true, false) => Brush::Second,
        (false, true) => Brush::Third,
        (true, true) => Brush::Fourth,
    }
}
