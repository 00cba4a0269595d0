//! The promotion dialog at the promotion square.

use client::{Event, MessageKey, Promotion};
use leptos::prelude::*;
use rules::Role;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

use super::BoardSnapshot;
use crate::app::App;
use crate::boxed::{BoxedMemo, BoxedSignal, effect, fragment, handler, show, text};
use crate::{piece, platform};

/// Four pieces from the promotion square towards the middle of the board.
#[component]
pub(super) fn PromotionDialog(snapshot: BoxedMemo<BoardSnapshot>) -> impl IntoView {
    let app = App::from_context();
    let target =
        BoxedMemo::new(move || snapshot.read().promotion.map(|promotion| (promotion.to, promotion.color)));
    let highlighted =
        BoxedMemo::new(move || snapshot.read().promotion.map(|promotion| promotion.highlighted));
    effect(move || {
        if let Some(role) = highlighted.get() {
            request_animation_frame(move || {
                platform::document::focus(&format!("[data-promotion={}]", role.lower_char()))
            });
        }
    });
    // The tap that moves the pawn ends on the dialog that it opens; it must not choose a piece.
    let pressed = BoxedSignal::new(false);
    let is_meant = move |event: &MouseEvent| pressed.get_untracked() || event.detail() == 0;
    show(move || {
        pressed.set(false);
        let (to, color) = target.get()?;
        let cell = snapshot.read_untracked().orientation.cell(to);
        let direction = if cell.row == 0 { "down" } else { "up" };
        let choice = move |role: Role| {
            view! {
                <button
                    type="button"
                    data-promotion=role.lower_char().to_string()
                    aria-label=text(move || app.locale().promote_to(role))
                    on:click=handler(move |event| {
                        if is_meant(&event) {
                            app.send(Event::Promote(role));
                        }
                    })
                >
                    {piece::svg(role)}
                </button>
            }
        };
        let chooser = view! {
            <div class="veil" aria-hidden="true"></div>
            <div
                class=format!("promotion {direction} {} x{}", piece::color_class(color), cell.column)
                role="dialog"
                aria-modal="true"
                aria-label=app.translate(MessageKey::PromotionTitle)
                on:pointerdown=handler(move |event: PointerEvent| {
                    event.stop_propagation();
                    pressed.set(true);
                })
                on:keydown=move |event| handle_key(app, &event)
            >
                {fragment(Promotion::CHOICES.map(choice))}
                <button
                    type="button"
                    class="cancel"
                    aria-label=app.translate(MessageKey::PromotionCancel)
                    on:click=handler(move |event| {
                        if is_meant(&event) {
                            app.send(Event::Escape);
                        }
                    })
                >
                    {crate::icon::icon("close")}
                </button>
            </div>
        };
        Some(chooser.into_any())
    })
}

/// Arrow keys and Tab move the highlight, Enter chooses, Escape cancels the move. The focus follows with the
/// next animation frame, so the keys do not depend on it.
fn handle_key(app: App, event: &KeyboardEvent) {
    let mapped = match event.key().as_str() {
        "ArrowUp" | "ArrowLeft" => Event::ArrowKey(client::Direction::Up),
        "ArrowDown" | "ArrowRight" => Event::ArrowKey(client::Direction::Down),
        // The dialog traps the focus: it is modal.
        "Tab" if event.shift_key() => Event::ArrowKey(client::Direction::Up),
        "Tab" => Event::ArrowKey(client::Direction::Down),
        "Enter" | " " => Event::Enter,
        "Escape" => Event::Escape,
        _ => return,
    };
    event.prevent_default();
    app.send(mapped);
}
