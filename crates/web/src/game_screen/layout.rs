//! What every table has in common: the way to the board, the board between its two players, and a panel beside it.

use std::fmt;

use client::{MessageKey, Shape};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::board::Board;
use crate::boxed::{BoxedMemo, handler};
use crate::platform;

/// What differs from table to table.
pub struct Layout {
    /// The classes of the whole.
    pub class: &'static str,
    /// What it is called for those who listen.
    pub title: Signal<String>,
    /// Arrows on the board that nobody here has drawn.
    pub hints: Option<BoxedMemo<Vec<Shape>>>,
    /// What stands between the players besides the board.
    pub beside_board: Option<AnyView>,
    /// A player, above or below the board.
    pub player_strip: fn(BoxedMemo<Color>) -> AnyView,
    /// What is told and what can be done.
    pub panel: AnyView,
    /// The ways elsewhere.
    pub nav: Option<AnyView>,
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").field("class", &self.class).finish_non_exhaustive()
    }
}

/// A table.
pub fn layout(app: App, parts: Layout) -> AnyView {
    let Layout { class, title, hints, beside_board: beside, player_strip: side, panel, nav: corner } = parts;
    let below = app.memo(|view| view.local_game().orientation().bottom);
    let above = BoxedMemo::new(move || !below.get());
    // Its address would name a screen; the way to the board is no way out of the game.
    let skip = |event: web_sys::MouseEvent| {
        event.prevent_default();
        platform::document::focus(platform::focus::CURSOR);
    };
    view! {
        <main class=class>
            <a class="skip" href="#board" on:click=handler(skip)>{app.translate(MessageKey::SkipToBoard)}</a>
            <h1 class="unseen">{title}</h1>
            <div class="side-above">{side(above)}</div>
            {beside}
            <div class="board-place" id="board"><Board hints /></div>
            <div class="side-below">{side(below)}</div>
            <section class="panel" aria-label=app.translate(MessageKey::GameControls)>{panel}</section>
            {corner}
        </main>
    }
    .into_any()
}
