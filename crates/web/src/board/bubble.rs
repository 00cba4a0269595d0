//! The sentence that explains a rejected move, placed on a row where it hides nothing important.

use client::RejectedMove;
use leptos::prelude::*;

use super::BoardSnapshot;
use crate::app::App;
use crate::boxed::{BoxedMemo, show, text};

/// The explanation bubble. It is `aria-hidden`: the client announces the same text.
#[component]
pub(super) fn ExplanationBubble(drawn: BoxedMemo<BoardSnapshot>) -> impl IntoView {
    let app = App::from_context();
    let slip = BoxedMemo::new(move || {
        let drawn = drawn.read();
        drawn.explanation.map(|slip| {
            let row = free_row(&drawn, &slip);
            (slip, format!("bubble y{row} {}", alignment(&drawn, row)))
        })
    });
    show(move || {
        slip.get().map(|(slip, class)| {
            view! {
                <div class=class aria-hidden="true">
                    <p>{text(move || app.locale().refusal(&slip.refusal))}</p>
                </div>
            }
            .into_any()
        })
    })
}

/// The row for the bubble: none of the explanation's squares is on it, few pieces are hidden, and it is near
/// the rejected move. Falls back to the far edge.
fn free_row(drawn: &BoardSnapshot, slip: &RejectedMove) -> u8 {
    let row = |square| drawn.orientation.cell(square).row;
    let busy = slip.offending_squares() | slip.line_squares() | slip.from.bitboard() | slip.to.bitboard();
    let tried = row(slip.to);
    let is_free = |wanted: &u8| busy.into_iter().all(|square| row(square) != *wanted);
    let edge = if tried < 4 { 7 } else { 0 };
    let cost = |free: &u8| 2 * occupied_columns(drawn, *free).count() + usize::from(free.abs_diff(tried));
    (0..8u8).filter(is_free).min_by_key(cost).unwrap_or(edge)
}

/// The half of the row that is empty, if there is one.
fn alignment(drawn: &BoardSnapshot, row: u8) -> &'static str {
    let (left, right) = (
        occupied_columns(drawn, row).any(|column| column < 4),
        occupied_columns(drawn, row).any(|column| column > 3),
    );
    match (left, right) {
        (true, false) => "right",
        (false, true) => "left",
        (true, true) | (false, false) => "middle",
    }
}

/// The columns of a row that have a visible piece.
fn occupied_columns(drawn: &BoardSnapshot, row: u8) -> impl Iterator<Item = u8> {
    let cells =
        drawn.pieces.iter().filter(|man| man.is_visible).map(|man| drawn.orientation.cell(man.square));
    cells.filter(move |cell| cell.row == row).map(|cell| cell.column)
}
