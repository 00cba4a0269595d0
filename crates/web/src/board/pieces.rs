//! The pieces. Each keeps its DOM element for the whole game, so that CSS animates it from square to square.

use client::PieceView;
use leptos::prelude::*;
use rules::Square;

use super::BoardSnapshot;
use crate::boxed::{BoxedMemo, derived, keyed, text};
use crate::held::BoxedSignal;
use crate::piece;

/// All pieces of the game, keyed by their starting square.
#[component]
pub(super) fn Pieces(drawn: BoxedMemo<BoardSnapshot>, lifted: BoxedSignal<bool>) -> impl IntoView {
    let homes =
        BoxedMemo::new(move || drawn.read().pieces.iter().map(|man| man.origin as u64).collect::<Vec<_>>());
    let draw = move |home: u64| {
        let home = Square::ALL.into_iter().find(|&square| square as u64 == home);
        home.map(|home| view! { <PieceElement home drawn lifted /> }).into_any()
    };
    view! { <div class="men" aria-hidden="true">{keyed(move || homes.get(), draw)}</div> }
}

#[component]
fn PieceElement(home: Square, drawn: BoxedMemo<BoardSnapshot>, lifted: BoxedSignal<bool>) -> impl IntoView {
    let man = BoxedMemo::new(move || drawn.read().pieces.iter().find(|man| man.origin == home).copied());
    let class = BoxedMemo::new(move || man.get().map_or(String::new(), |man| class_of(&man, &drawn.read())));
    let is_held = derived(move || {
        let square = man.get().filter(|man| man.is_visible).map(|man| man.square);
        lifted.get() && square.is_some() && drawn.read().held == square
    });
    let href = text(move || man.get().map_or(String::new(), |man| piece::href(man.piece.role)));
    view! {
        <div class=class.signal() class:held=is_held data-home=home.to_string()>
            <svg class="drawing" viewBox="0 0 100 100"><use href=href /></svg>
        </div>
    }
}

fn class_of(man: &PieceView, drawn: &BoardSnapshot) -> String {
    let cell = drawn.orientation.cell(man.square);
    let color = piece::color_class(man.piece.color);
    let mut class = format!("man {color} x{} y{}", cell.column, cell.row);
    if !man.is_visible {
        class.push_str(" taken");
    }
    if man.is_premoved {
        class.push_str(" ahead");
    }
    if drawn.promotion.is_some_and(|promotion| promotion.from == man.square && man.is_visible) {
        class.push_str(" waiting");
    }
    // Two class names for one animation: alternating them restarts it for every rejected move.
    match drawn.rejected.filter(|slip| slip.from == man.square && man.is_visible) {
        Some(slip) if slip.number.is_multiple_of(2) => class.push_str(" shakes"),
        Some(_) => class.push_str(" shakes-again"),
        None => {}
    }
    class
}
