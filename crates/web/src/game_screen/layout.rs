//! The layout of every screen with a game: skip link, board between two players, panel beside it.

use std::fmt;

use client::{MessageKey, Shape};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::board::Board;
use crate::boxed::{BoxedMemo, handler};
use crate::platform;

/// The parts of the layout that differ from screen to screen.
pub struct Layout {
    /// CSS classes of the `main` element.
    pub class: &'static str,
    /// The heading, for screen readers only.
    pub title: Signal<String>,
    /// Arrows of the engine.
    pub hints: Option<BoxedMemo<Vec<Shape>>>,
    /// Content between the players besides the board, e.g. the evaluation bar.
    pub beside_board: Option<AnyView>,
    /// Draws a player above or below the board.
    pub player_strip: fn(BoxedMemo<Color>) -> AnyView,
    /// Status, moves and actions.
    pub panel: AnyView,
    /// Links to other pages.
    pub nav: Option<AnyView>,
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").field("class", &self.class).finish_non_exhaustive()
    }
}

/// Lays out a screen with a game.
pub fn layout(app: App, parts: Layout) -> AnyView {
    let Layout { class, title, hints, beside_board: beside, player_strip: side, panel, nav: corner } = parts;
    let below = app.memo(|view| view.local_game().orientation().bottom);
    let above = BoxedMemo::new(move || !below.get());
    // Following the link would change the fragment, which names the screen.
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
