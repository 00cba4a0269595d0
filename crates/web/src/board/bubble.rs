//! The sentence that explains a rejected move, placed on a row where it hides nothing important.

use client::RejectedMove;
use leptos::prelude::*;

use super::BoardSnapshot;
use crate::app::App;
use crate::boxed::{BoxedMemo, show, text};

/// The explanation bubble. It is `aria-hidden`: the client announces the same text.
#[component]
pub(super) fn ExplanationBubble(snapshot: BoxedMemo<BoardSnapshot>) -> impl IntoView {
    let app = App::from_context();
    let rejected = BoxedMemo::new(move || {
        let snapshot = snapshot.read();
        snapshot.explanation.map(|rejected| {
            let row = free_row(&snapshot, &rejected);
            (rejected, format!("bubble y{row} {}", alignment(&snapshot, row)))
        })
    });
    show(move || {
        rejected.get().map(|(rejected, class)| {
            view! {
                <div class=class aria-hidden="true">
                    <p>{text(move || app.locale().refusal(&rejected.reason))}</p>
                </div>
            }
            .into_any()
        })
    })
}

/// The row for the bubble: none of the explanation's squares is on it, few pieces are hidden, and it is near
/// the rejected move. Falls back to the far edge.
fn free_row(snapshot: &BoardSnapshot, rejected: &RejectedMove) -> u8 {
    let row = |square| snapshot.orientation.cell(square).row;
    let busy = rejected.offending_squares()
        | rejected.line_squares()
        | rejected.from.bitboard()
        | rejected.to.bitboard();
    let tried = row(rejected.to);
    let is_free = |wanted: &u8| busy.into_iter().all(|square| row(square) != *wanted);
    let edge = if tried < 4 { 7 } else { 0 };
    let cost = |free: &u8| 2 * occupied_columns(snapshot, *free).count() + usize::from(free.abs_diff(tried));
    (0..8u8).filter(is_free).min_by_key(cost).unwrap_or(edge)
}

/// The half of the row that is empty, if there is one.
fn alignment(snapshot: &BoardSnapshot, row: u8) -> &'static str {
    let (left, right) = (
        occupied_columns(snapshot, row).any(|column| column < 4),
        occupied_columns(snapshot, row).any(|column| column > 3),
    );
    match (left, right) {
        (true, false) => "right",
        (false, true) => "left",
        (true, true) | (false, false) => "middle",
    }
}

/// The columns of a row that have a visible piece.
fn occupied_columns(snapshot: &BoardSnapshot, row: u8) -> impl Iterator<Item = u8> {
    let cells = snapshot
        .pieces
        .iter()
        .filter(|piece| piece.is_visible)
        .map(|piece| snapshot.orientation.cell(piece.square));
    cells.filter(move |cell| cell.row == row).map(|cell| cell.column)
}
