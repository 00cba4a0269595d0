//! A piece that follows the pointer, from the board or from the palette.

use leptos::prelude::*;
use rules::{Piece, Square};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

use client::editor::Editor;

/// Distance in pixels after which a press becomes a drag.
const DRAG_THRESHOLD: f64 = 5.0;

/// The board, on which a piece of the palette is dropped.
const BOARD: &str = ".editor .board";

/// State of the pointer; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct DragState {
    /// The piece that follows the pointer.
    pub(super) held: RwSignal<Option<Held>>,
    /// Point at which the press began, in client coordinates.
    start: StoredValue<Option<(f64, f64)>>,
    /// True after a drag: the browser sends a click, too.
    was_drag: StoredValue<bool>,
}

/// A held piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Held {
    pub(super) piece: Piece,
    /// The square it comes from; `None` for the palette.
    pub(super) from: Option<Square>,
}

impl DragState {
    pub(super) fn new() -> DragState {
        DragState {
            held: RwSignal::new(None),
            start: StoredValue::new(None),
            was_drag: StoredValue::new(false),
        }
    }

    /// Begins a press.
    pub(super) fn begin(self, event: &PointerEvent) {
        self.start.set_value(Some(client_point(event)));
        self.held.set(None);
        self.was_drag.set_value(false);
        capture(event);
    }

    pub(super) fn is_pressed(self) -> bool {
        self.start.get_value().is_some()
    }

    /// Follows the pointer; `held` is picked up once it has moved far enough.
    pub(super) fn follow(self, event: &PointerEvent, held: impl FnOnce() -> Option<Held>) {
        let Some((x, y)) = self.start.get_value() else { return };
        let (now_x, now_y) = client_point(event);
        if self.held.get_untracked().is_none() && (now_x - x).hypot(now_y - y) > DRAG_THRESHOLD {
            self.held.set(held());
        }
        publish_position(event);
    }

    /// Ends the press; returns the piece that was held.
    pub(super) fn end(self) -> Option<Held> {
        self.start.set_value(None);
        let held = self.held.get_untracked();
        self.held.set(None);
        self.was_drag.set_value(held.is_some());
        held
    }

    /// Ends the press without an effect.
    pub(super) fn cancel(self) {
        self.start.set_value(None);
        self.held.set(None);
    }

    /// Returns true once after a drag.
    pub(super) fn take_was_drag(self) -> bool {
        let was_drag = self.was_drag.get_value();
        self.was_drag.set_value(false);
        was_drag
    }
}

/// Writes the pointer's position into the CSS variables `--hand-x` and `--hand-y` of the board.
fn publish_position(event: &PointerEvent) {
    let Some(board) = board() else { return };
    let rect = board.get_bounding_client_rect();
    let (x, y) = client_point(event);
    // Setting a custom property cannot fail.
    let _ = board.style().set_property("--hand-x", &format!("{}px", (x - rect.left()) as i32));
    let _ = board.style().set_property("--hand-y", &format!("{}px", (y - rect.top()) as i32));
}

/// The square under the pointer; `None` outside the board.
pub(super) fn square_at(event: &PointerEvent, editor: &Editor) -> Option<Square> {
    let rect = board()?.get_bounding_client_rect();
    let (x, y) = client_point(event);
    let (column, row) =
        (((x - rect.left()) / rect.width() * 8.0).floor(), ((y - rect.top()) / rect.height() * 8.0).floor());
    let is_inside = (0.0..8.0).contains(&column) && (0.0..8.0).contains(&row);
    is_inside.then(|| editor.orientation().squares().nth(row as usize * 8 + column as usize)).flatten()
}

fn board() -> Option<HtmlElement> {
    document().query_selector(BOARD).ok()??.dyn_into().ok()
}

fn capture(event: &PointerEvent) {
    let target = event.current_target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    if let Some(target) = target {
        // Fails only if the pointer is gone already.
        let _ = target.set_pointer_capture(event.pointer_id());
    }
}

fn client_point(event: &PointerEvent) -> (f64, f64) {
    (event.client_x().into(), event.client_y().into())
}
