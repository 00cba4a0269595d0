//! The sentence that says why a move is refused, on a row of the board where it hides nothing that matters.

use client::Slip;
use leptos::prelude::*;

use super::Drawn;
use crate::app::App;
use crate::lazy::{memo, part, text};

/// The sentence, while there is something to explain. Those who listen have heard it already.
#[component]
pub(super) fn Bubble(drawn: Memo<Drawn>) -> impl IntoView {
    let app = App::here();
    let slip = memo(move || drawn.with(|drawn| drawn.explanation.map(|slip| (slip, free_row(drawn, &slip)))));
    part(move || {
        slip.get().map(|(slip, row)| {
            view! {
                <div class=format!("bubble y{row}") aria-hidden="true">
                    <p>{text(move || app.words().refusal(&slip.refusal))}</p>
                </div>
            }
            .into_any()
        })
    })
}

/// The row nearest to the try on which no square has a part in it; the edge away from the try if there is none.
fn free_row(drawn: &Drawn, slip: &Slip) -> u8 {
    let row = |square| drawn.orientation.cell(square).row;
    let busy = slip.squares() | slip.line() | slip.from.bitboard() | slip.to.bitboard();
    let tried = row(slip.to);
    let is_free = |wanted: &u8| busy.into_iter().all(|square| row(square) != *wanted);
    let edge = if tried < 4 { 7 } else { 0 };
    (0..8u8).filter(is_free).min_by_key(|free| free.abs_diff(tried)).unwrap_or(edge)
}
