//! The men. Each keeps its element for the whole game, so that it glides from square to square.

use client::ManView;
use leptos::prelude::*;
use rules::Square;

use super::Drawn;
use crate::lazy::{lazy, memo, text};
use crate::piece;

/// All men of the game.
#[component]
pub(super) fn Men(drawn: Memo<Drawn>, lifted: RwSignal<bool>) -> impl IntoView {
    let homes = memo(move || drawn.with(|drawn| drawn.men.iter().map(|man| man.home).collect::<Vec<_>>()));
    view! {
        <div class="men" aria-hidden="true">
            <For each=move || homes.get() key=|home| *home let(home)>
                <Man home drawn lifted />
            </For>
        </div>
    }
}

#[component]
fn Man(home: Square, drawn: Memo<Drawn>, lifted: RwSignal<bool>) -> impl IntoView {
    let man = Memo::new(move |before: Option<&Option<ManView>>| {
        let found = drawn.with(|drawn| drawn.men.iter().find(|man| man.home == home).copied());
        found.or(before.copied().flatten())
    });
    let class =
        memo(move || man.get().map_or(String::new(), |man| drawn.with(|drawn| class_of(&man, drawn))));
    let is_held = lazy(move || {
        let square = man.get().filter(|man| man.is_visible).map(|man| man.square);
        lifted.get() && square.is_some() && drawn.with(|drawn| drawn.held == square)
    });
    let href = text(move || man.get().map_or(String::new(), |man| piece::href(man.piece.role)));
    view! {
        <div class=class class:held=is_held data-home=home.to_string()>
            <svg class="drawing" viewBox="0 0 100 100"><use href=href /></svg>
        </div>
    }
}

fn class_of(man: &ManView, drawn: &Drawn) -> String {
    let cell = drawn.orientation.cell(man.square);
    let color = piece::color_class(man.piece.color);
    let mut class = format!("man {color} x{} y{}", cell.column, cell.row);
    if !man.is_visible {
        class.push_str(" taken");
    }
    if man.is_ahead {
        class.push_str(" ahead");
    }
    if drawn.promotion.is_some_and(|promotion| promotion.from == man.square && man.is_visible) {
        class.push_str(" waiting");
    }
    // Two names for one movement: each slip begins it anew.
    match drawn.slip.filter(|slip| slip.from == man.square && man.is_visible) {
        Some(slip) if slip.number.is_multiple_of(2) => class.push_str(" shakes"),
        Some(_) => class.push_str(" shakes-again"),
        None => {}
    }
    class
}
