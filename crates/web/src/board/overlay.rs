//! SVG overlays of the board: arrows and circles of the players, and the lines of an explanation.

use client::{Brush, Orientation, RejectedMove, Shape};
use leptos::prelude::*;
use rules::Square;

use super::BoardSnapshot;
use crate::boxed::{BoxedMemo, BoxedSignal};

/// The overlays; a square is 100 units wide. The markup consists of numbers and our own class names only, so
/// it needs no escaping.
#[component]
pub(super) fn Overlay(
    snapshot: BoxedMemo<BoardSnapshot>,
    draft_shape: BoxedSignal<Option<Shape>>,
    hints: Option<BoxedMemo<Vec<Shape>>>,
) -> impl IntoView {
    let lines = BoxedMemo::new(move || {
        let snapshot = snapshot.read();
        snapshot
            .explanation
            .map_or(String::new(), |rejected| explanation_svg(snapshot.orientation, &rejected))
    });
    let shapes = BoxedMemo::new(move || {
        let snapshot = snapshot.read();
        hints
            .map_or_else(Vec::new, BoxedMemo::get)
            .into_iter()
            .chain(snapshot.shapes.iter().copied())
            .chain(draft_shape.get())
            .map(|each| shape_svg(snapshot.orientation, each))
            .chain(
                snapshot
                    .explanation
                    .filter(|rejected| rejected.to != rejected.from)
                    .map(|rejected| rejected_cross_svg(&snapshot, &rejected)),
            )
            .collect::<String>()
    });
    view! {
        <svg class="overlay beneath" viewBox="0 0 800 800" aria-hidden="true" inner_html=lines.signal()></svg>
        <svg class="overlay" viewBox="0 0 800 800" aria-hidden="true" inner_html=shapes.signal()></svg>
    }
}

fn shape_svg(orientation: Orientation, shape: Shape) -> String {
    let class = match shape.brush {
        Brush::First => "brush-first",
        Brush::Second => "brush-second",
        Brush::Third => "brush-third",
        Brush::Fourth => "brush-fourth",
    };
    if shape.is_circle() {
        return circle_svg(class, center(orientation, shape.from));
    }
    let d = arrow_path(center(orientation, shape.from), center(orientation, shape.to));
    format!("<path class=\"arrow {class}\" d=\"{d}\"/>")
}

/// A line from each piece that makes the move illegal to its target, and a ring around the piece. The number
/// of the rejected move makes each drawing unique, so that its animation restarts.
fn explanation_svg(orientation: Orientation, rejected: &RejectedMove) -> String {
    let mut drawing = format!("<g data-slip=\"{}\">", rejected.number);
    for (from, to) in rejected.lines() {
        let ((x1, y1), (x2, y2)) = (center(orientation, from), center(orientation, to));
        drawing += &format!("<path class=\"blame-line\" pathLength=\"1\" d=\"M{x1} {y1}L{x2} {y2}\"/>");
    }
    for from in rejected.offending_squares() {
        drawing += &circle_svg("blame-ring", center(orientation, from));
    }
    drawing + "</g>"
}

/// A cross on the target square of the rejected move; small and in the corner if the square is occupied.
fn rejected_cross_svg(snapshot: &BoardSnapshot, rejected: &RejectedMove) -> String {
    let (x, y) = center(snapshot.orientation, rejected.to);
    let is_free = snapshot.squares[rejected.to as usize].piece.is_none();
    let (x, y, half) = if is_free { (x, y, 20) } else { (x + 33, y - 33, 7) };
    let (left, right, top, bottom) = (x - half, x + half, y - half, y + half);
    let cross = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
    let class = if is_free { "refused" } else { "refused badge" };
    let round = if is_free { String::new() } else { format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"16\"/>") };
    format!("<g class=\"{class}\" data-slip=\"{}\">{round}<path d=\"{cross}\"/></g>", rejected.number)
}

fn circle_svg(class: &str, (x, y): (i32, i32)) -> String {
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"44\"/>")
}

/// Half widths of shaft and head, and the length of the head, in hundredths of a square.
const ARROW_SHAFT: f64 = 8.5;
const ARROW_HEAD: f64 = 24.0;
const ARROW_HEAD_LENGTH: f64 = 42.0;

/// Outline of an arrow: the shaft starts beside the centre of the first square, the tip is in the centre of
/// the second.
fn arrow_path((x1, y1): (i32, i32), (x2, y2): (i32, i32)) -> String {
    let (x1, y1, x2, y2) = (f64::from(x1), f64::from(y1), f64::from(x2), f64::from(y2));
    let length = (x2 - x1).hypot(y2 - y1);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let at = |along: f64, aside: f64| {
        let (x, y) = (x1 + ux * along - uy * aside, y1 + uy * along + ux * aside);
        format!("{} {}", x as i32, y as i32)
    };
    let (start, neck, tip) = (32.0, length - ARROW_HEAD_LENGTH, length);
    format!(
        "M{}L{}L{}L{}L{}L{}L{}Z",
        at(start, ARROW_SHAFT),
        at(neck, ARROW_SHAFT),
        at(neck, ARROW_HEAD),
        at(tip, 0.0),
        at(neck, -ARROW_HEAD),
        at(neck, -ARROW_SHAFT),
        at(start, -ARROW_SHAFT)
    )
}

fn center(orientation: Orientation, square: Square) -> (i32, i32) {
    let cell = orientation.cell(square);
    (i32::from(cell.column) * 100 + 50, i32::from(cell.row) * 100 + 50)
}
