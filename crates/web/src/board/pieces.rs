//! The pieces. Each keeps its DOM element for the whole game, so that CSS animates it from square to square.

use client::PieceView;
use leptos::prelude::*;
use rules::Square;

use super::BoardSnapshot;
use crate::boxed::{BoxedMemo, BoxedSignal, derived, keyed, text};
use crate::piece;

/// All pieces of the game, keyed by their starting square.
#[component]
pub(super) fn Pieces(snapshot: BoxedMemo<BoardSnapshot>, is_dragging: BoxedSignal<bool>) -> impl IntoView {
    let homes = BoxedMemo::new(move || {
        snapshot.read().pieces.iter().map(|piece| piece.origin as u64).collect::<Vec<_>>()
    });
    let draw = move |home: u64| {
        let home = Square::ALL.into_iter().find(|&square| square as u64 == home);
        home.map(|home| view! { <PieceElement home snapshot is_dragging /> }).into_any()
    };
    view! { <div class="men" aria-hidden="true">{keyed(move || homes.get(), draw)}</div> }
}

#[component]
fn PieceElement(
    home: Square,
    snapshot: BoxedMemo<BoardSnapshot>,
    is_dragging: BoxedSignal<bool>,
) -> impl IntoView {
    let piece =
        BoxedMemo::new(move || snapshot.read().pieces.iter().find(|piece| piece.origin == home).copied());
    let class =
        BoxedMemo::new(move || piece.get().map_or(String::new(), |piece| class_of(&piece, &snapshot.read())));
    let is_held = derived(move || {
        let square = piece.get().filter(|piece| piece.is_visible).map(|piece| piece.square);
        is_dragging.get() && square.is_some() && snapshot.read().held == square
    });
    let href = text(move || piece.get().map_or(String::new(), |piece| piece::href(piece.piece.role)));
    view! {
        <div class=class.signal() class:held=is_held data-home=home.to_string()>
            <svg class="drawing" viewBox="0 0 100 100"><use href=href /></svg>
        </div>
    }
}

fn class_of(piece: &PieceView, snapshot: &BoardSnapshot) -> String {
    let cell = snapshot.orientation.cell(piece.square);
    let color = piece::color_class(piece.piece.color);
    let mut class = format!("man {color} x{} y{}", cell.column, cell.row);
    if !piece.is_visible {
        class.push_str(" taken");
    }
    if piece.is_premoved {
        class.push_str(" ahead");
    }
    if snapshot.promotion.is_some_and(|promotion| promotion.from == piece.square && piece.is_visible) {
        class.push_str(" waiting");
    }
    // Two class names for one animation: alternating them restarts it for every rejected move.
    match snapshot.rejected.filter(|rejected| rejected.from == piece.square && piece.is_visible) {
        Some(rejected) if rejected.number.is_multiple_of(2) => class.push_str(" shakes"),
        Some(_) => class.push_str(" shakes-again"),
        None => {}
    }
    class
}
