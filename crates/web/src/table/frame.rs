//! What every table has in common: the way to the board, the board between its two players, and a panel beside it.

use std::fmt;

use client::{Phrase, Shape};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::board::Board;
use crate::lazy::{Kept, doing};
use crate::world;

/// What differs from table to table.
pub struct Parts {
    /// The classes of the whole.
    pub class: &'static str,
    /// What it is called for those who listen.
    pub title: Signal<String>,
    /// Arrows on the board that nobody here has drawn.
    pub hints: Option<Kept<Vec<Shape>>>,
    /// What stands between the players besides the board.
    pub beside: Option<AnyView>,
    /// A player, above or below the board.
    pub side: fn(Kept<Color>) -> AnyView,
    /// What is told and what can be done.
    pub panel: AnyView,
    /// The ways elsewhere.
    pub corner: Option<AnyView>,
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").field("class", &self.class).finish_non_exhaustive()
    }
}

/// A table.
pub fn frame(app: App, parts: Parts) -> AnyView {
    let Parts { class, title, hints, beside, side, panel, corner } = parts;
    let below = app.watch(|view| view.table().orientation().bottom);
    let above = Kept::new(move || !below.get());
    // Its address would name a screen; the way to the board is no way out of the game.
    let skip = |event: web_sys::MouseEvent| {
        event.prevent_default();
        world::document::focus(world::focus::CURSOR);
    };
    view! {
        <main class=class>
            <a class="skip" href="#board" on:click=doing(skip)>{app.say(Phrase::SkipToBoard)}</a>
            <h1 class="unseen">{title}</h1>
            <div class="side-above">{side(above)}</div>
            {beside}
            <div class="board-place" id="board"><Board hints /></div>
            <div class="side-below">{side(below)}</div>
            <section class="panel" aria-label=app.say(Phrase::GameControls)>{panel}</section>
            {corner}
        </main>
    }
    .into_any()
}
