//! Pointer events on the board (mouse, pen and touch): pressing, dragging and drawing arrows.

use client::{Brush, Event, Shape};
use leptos::prelude::*;
use rules::Square;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

use crate::app::App;
use crate::boxed::BoxedSignal;

/// Distance in pixels after which a press becomes a drag.
const DRAG_THRESHOLD: f64 = 5.0;

/// State of the pointer on the board; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct PointerHandler {
    app: App,
    /// True while the held piece follows the pointer.
    pub(super) is_dragging: BoxedSignal<bool>,
    /// The arrow or circle being drawn with the right button.
    pub(super) draft_shape: BoxedSignal<Option<Shape>>,
    drag: StoredValue<Drag>,
}

/// State that nothing is drawn from.
#[derive(Clone, Copy, Default)]
struct Drag {
    /// Position of the pointerdown, in client coordinates.
    start: Option<(f64, f64)>,
    hovered: Option<Square>,
}

impl PointerHandler {
    pub(super) fn new(app: App) -> PointerHandler {
        PointerHandler {
            app,
            is_dragging: BoxedSignal::new(false),
            draft_shape: BoxedSignal::new(None),
            drag: StoredValue::new(Drag::default()),
        }
    }

    pub(super) fn down(self, event: &PointerEvent) {
        let Some((_, _, Some(square))) = self.locate(event).filter(|_| event.is_primary()) else { return };
        match event.button() {
            0 if self.draft_shape.get_untracked().is_some() => self.draft_shape.set(None),
            0 => {
                // Prevents the browser from moving the focus and starting a text selection.
                event.prevent_default();
                self.capture(event);
                self.is_dragging.set(false);
                self.set_drag_start(Some(client_point(event)));
                self.publish_position(event);
                self.app.send(Event::Press(square));
            }
            2 => {
                self.capture(event);
                self.draft_shape.set(Some(Shape { from: square, to: square, brush: brush(event) }));
            }
            _ => {}
        }
    }

    pub(super) fn moved(self, event: &PointerEvent) {
        if !event.is_primary() {
            return;
        }
        let Some((_, _, square)) = self.locate(event) else { return };
        if let Some(draft_shape) = self.draft_shape.get_untracked() {
            let to = square.unwrap_or(draft_shape.to);
            if to != draft_shape.to {
                self.draft_shape.set(Some(Shape { to, ..draft_shape }));
            }
            return;
        }
        self.publish_position(event);
        if let Some((x, y)) = self.drag.get_value().start {
            let (now_x, now_y) = client_point(event);
            if !self.is_dragging.get_untracked() && (now_x - x).hypot(now_y - y) > DRAG_THRESHOLD {
                self.is_dragging.set(true);
            }
        }
        self.hover(square);
    }

    pub(super) fn up(self, event: &PointerEvent) {
        if !event.is_primary() {
            return;
        }
        let square = self.locate(event).and_then(|(_, _, square)| square);
        match event.button() {
            2 => {
                if let Some(shape) = self.draft_shape.get_untracked() {
                    self.draft_shape.set(None);
                    self.app.send(Event::DrawShape(shape));
                }
            }
            _ if self.drag.get_value().start.is_some() => {
                self.set_drag_start(None);
                self.app.send(Event::Release(square));
                self.is_dragging.set(false);
                if event.pointer_type() == "touch" {
                    self.hover(None);
                }
            }
            _ => {}
        }
    }

    pub(super) fn cancel(self, event: &PointerEvent) {
        if event.is_primary() {
            self.draft_shape.set(None);
            self.set_drag_start(None);
            self.app.send(Event::Release(None));
            self.is_dragging.set(false);
            self.hover(None);
        }
    }

    pub(super) fn leave(self, event: &PointerEvent) {
        if event.is_primary() && self.drag.get_value().start.is_none() {
            self.hover(None);
        }
    }

    fn hover(self, square: Option<Square>) {
        if self.drag.get_value().hovered != square {
            self.drag.update_value(|drag| drag.hovered = square);
            self.app.send(Event::PointerOver(square));
        }
    }

    /// Writes the pointer's position into the CSS variables `--hand-x` and `--hand-y`.
    fn publish_position(self, event: &PointerEvent) {
        let (Some(board), Some((x, y, _))) = (board(event), self.locate(event)) else { return };
        let style = board.style();
        // Setting a custom property cannot fail.
        let _ = style.set_property("--hand-x", &format!("{}px", x as i32));
        let _ = style.set_property("--hand-y", &format!("{}px", y as i32));
    }

    fn set_drag_start(self, at: Option<(f64, f64)>) {
        self.drag.update_value(|drag| drag.start = at);
    }

    fn capture(self, event: &PointerEvent) {
        if let Some(board) = board(event) {
            // Fails only if the pointer is gone already.
            let _ = board.set_pointer_capture(event.pointer_id());
        }
    }

    /// The pointer's position relative to the board, and the square under it.
    fn locate(self, event: &PointerEvent) -> Option<(f64, f64, Option<Square>)> {
        let rect = board(event)?.get_bounding_client_rect();
        let (x, y) = (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top());
        let (column, row) = ((x / rect.width() * 8.0).floor(), (y / rect.height() * 8.0).floor());
        let is_inside = (0.0..8.0).contains(&column) && (0.0..8.0).contains(&row);
        let orientation = self.app.with_view_untracked(|view| view.local_game().orientation());
        let square =
            is_inside.then(|| orientation.squares().nth(row as usize * 8 + column as usize)).flatten();
        Some((x, y, square))
    }
}

/// The board element: it is the one that listens.
fn board(event: &PointerEvent) -> Option<HtmlElement> {
    event.current_target()?.dyn_into().ok()
}

fn client_point(event: &PointerEvent) -> (f64, f64) {
    (event.client_x().into(), event.client_y().into())
}

/// The brush depends on the modifier keys.
fn brush(event: &PointerEvent) -> Brush {
    match (event.shift_key() || event.ctrl_key(), event.alt_key()) {
        (false, false) => Brush::First,
        (true, false) => Brush::Second,
        (false, true) => Brush::Third,
        (true, true) => Brush::Fourth,
    }
}
