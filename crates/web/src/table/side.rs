//! A player beside the board: name, captures, clock.

use leptos::prelude::*;
use rules::{Color, Role};

use super::clock::ClockView;
use crate::app::App;
use crate::lazy::{Kept, part, part_if, row, text};
use crate::piece;

/// The strip for one side.
#[component]
pub fn Side(
    /// Which.
    color: Kept<Color>,
    /// What stands in place of the name, if more is known than that.
    #[prop(optional)]
    name: Option<AnyView>,
) -> impl IntoView {
    let app = App::here();
    let called = Kept::new(move || app.read(|view| view.side(color.get()).player.name().to_owned()));
    let captured = Kept::new(move || app.read(|view| sorted(view.side(color.get()).captured)));
    let ahead = Kept::new(move || app.read(|view| view.side(color.get()).ahead));
    let is_to_move = Kept::new(move || app.read(|view| view.side(color.get()).is_to_move));
    let shown_name = text(move || {
        let name = called.get();
        if name.is_empty() { app.words().color(color.get()).to_owned() } else { name }
    });
    let pieces = part(move || {
        let color = !color.get();
        let captured = captured.get();
        let kinds = captured.chunk_by(|a, b| a == b).map(|kind| {
            let men = row(kind.iter().map(|role| piece::colored(role.of(color))));
            view! { <span class="kind">{men}</span> }
        });
        Some(row(kinds))
    });
    view! {
        <div class="side" class:to-move=is_to_move.signal()>
            <span class=text(move || format!("emblem {}", piece::color_class(color.get())))>{piece::drawing(Role::King)}</span>
            <span class="name">{name.unwrap_or_else(|| shown_name.into_any())}</span>
            <span
                class="captured piece-small"
                role="img"
                aria-label=text(move || app.words().captured(color.get(), &captured.get()))
            >
                {pieces}
            </span>
            {part_if(move || ahead.get() > 0, move || view! {
                <span class="ahead" title=text(move || app.words().ahead(color.get(), ahead.get()))>
                    {text(move || format!("+{}", ahead.get()))}
                </span>
            }.into_any())}
            <ClockView color />
        </div>
    }
}

/// Pawns first, as one counts them.
fn sorted(mut captured: Vec<Role>) -> Vec<Role> {
    captured.sort_unstable();
    captured
}
