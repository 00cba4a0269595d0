//! The page of a mode: the board, and what is said beside it.

use ::puzzles::PuzzleMode;
use client::{Event, Extensions, PuzzleMessageKey, Screen};
use leptos::prelude::*;

use super::solver::Solver;
use super::{mode_title, panel};
use crate::app::App;
use crate::boxed::{BoxedMemo, text};
use crate::game_screen::layout::{Layout, layout};
use crate::game_screen::player_strip::PlayerStrip;

/// Board and panel.
pub(super) fn mode_page(mode: PuzzleMode) -> AnyView {
    let app = App::from_context();
    app.extend(Extensions::none());
    app.return_screen.set(Screen::Game);
    let solver = Solver::begin(app, mode);
    on_cleanup(move || {
        app.return_screen.set(Screen::Home);
        app.send(Event::GoTo(Screen::Home));
    });
    let title = text(move || {
        let locale = app.locale();
        let name = locale.puzzle_message(mode_title(mode));
        format!("{}: {name}", locale.puzzle_message(PuzzleMessageKey::Title))
    });
    layout(
        app,
        Layout {
            class: "table practice puzzle",
            title,
            hints: Some(BoxedMemo::new(move || solver.shapes())),
            beside_board: None,
            player_strip: |color| view! { <PlayerStrip color /> }.into_any(),
            panel: panel::panel(solver),
            nav: None,
        },
    )
}
