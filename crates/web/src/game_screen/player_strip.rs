//! The strip of a player beside the board: name, captures, clock.

use leptos::prelude::*;
use rules::{Color, Role};

use super::clock::ClockView;
use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, show, show_if, text};
use crate::piece;

/// The strip of one side.
#[component]
pub fn PlayerStrip(
    /// The side.
    color: BoxedMemo<Color>,
    /// Shown instead of the client's name, e.g. with rating and link.
    #[prop(optional)]
    name: Option<AnyView>,
) -> impl IntoView {
    let app = App::from_context();
    let player_name =
        BoxedMemo::new(move || app.with_view(|view| view.side(color.get()).player.name().to_owned()));
    let captured =
        BoxedMemo::new(move || app.with_view(|view| sorted_by_value(view.side(color.get()).captured)));
    let ahead = BoxedMemo::new(move || app.with_view(|view| view.side(color.get()).material_lead));
    let is_to_move = BoxedMemo::new(move || app.with_view(|view| view.side(color.get()).is_to_move));
    let shown_name = text(move || {
        let name = player_name.get();
        if name.is_empty() { app.locale().color(color.get()).to_owned() } else { name }
    });
    let pieces = show(move || {
        let color = !color.get();
        let captured = captured.get();
        let groups = captured.chunk_by(|a, b| a == b).map(|group| {
            let pieces = fragment(group.iter().map(|role| piece::colored_svg(role.of(color))));
            view! { <span class="kind">{pieces}</span> }
        });
        Some(fragment(groups))
    });
    view! {
        <div class="side" class:to-move=is_to_move.signal()>
            <span class=text(move || format!("emblem {}", piece::color_class(color.get())))>{piece::svg(Role::King)}</span>
            <span class="name">{name.unwrap_or_else(|| shown_name.into_any())}</span>
            <span
                class="captured piece-small"
                role="img"
                aria-label=text(move || app.locale().captured_pieces(color.get(), &captured.get()))
            >
                {pieces}
            </span>
            {show_if(move || ahead.get() > 0, move || view! {
                <span class="ahead" title=text(move || app.locale().material_lead(color.get(), ahead.get()))>
                    {text(move || format!("+{}", ahead.get()))}
                </span>
            }.into_any())}
            <ClockView color />
        </div>
    }
}

/// Pawns first.
fn sorted_by_value(captured: Vec<Role>) -> Vec<Role> {
    Role::ALL
        .into_iter()
        .flat_map(|role| captured.iter().copied().filter(move |&other| other == role))
        .collect()
}
