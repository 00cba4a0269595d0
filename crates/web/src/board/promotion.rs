//! The chooser at the promotion square: what does the pawn become?

use client::{Event, Phrase, Promotion};
use leptos::prelude::*;
use rules::Role;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

use super::Drawn;
use crate::app::App;
use crate::held::Held;
use crate::lazy::{Kept, doing, effect, part, row, text};
use crate::{piece, world};

/// Four pieces from the promotion square towards the middle of the board.
#[component]
pub(super) fn Chooser(drawn: Kept<Drawn>) -> impl IntoView {
    let app = App::here();
    let waiting = Kept::new(move || drawn.read().promotion.map(|promotion| (promotion.to, promotion.color)));
    let lit = Kept::new(move || drawn.read().promotion.map(|promotion| promotion.lit));
    effect(move || {
        if let Some(role) = lit.get() {
            request_animation_frame(move || {
                world::document::focus(&format!("[data-promotion={}]", role.lower()))
            });
        }
    });
    // The tap that brings a pawn here ends on the chooser that it opens, and must not choose.
    let pressed = Held::new(false);
    let is_meant = move |event: &MouseEvent| pressed.peek() || event.detail() == 0;
    part(move || {
        pressed.set(false);
        let (to, color) = waiting.get()?;
        let cell = drawn.peek().orientation.cell(to);
        let way = if cell.row == 0 { "down" } else { "up" };
        let choice = move |role: Role| {
            view! {
                <button
                    type="button"
                    data-promotion=role.lower().to_string()
                    aria-label=text(move || app.words().promote_to(role))
                    on:click=doing(move |event| {
                        if is_meant(&event) {
                            app.send(Event::Promote(role));
                        }
                    })
                >
                    {piece::drawing(role)}
                </button>
            }
        };
        let chooser = view! {
            <div class="veil" aria-hidden="true"></div>
            <div
                class=format!("promotion {way} {} x{}", piece::color_class(color), cell.column)
                role="dialog"
                aria-modal="true"
                aria-label=app.say(Phrase::PromotionTitle)
                on:pointerdown=doing(move |event: PointerEvent| {
                    event.stop_propagation();
                    pressed.set(true);
                })
                on:keydown=move |event| key(app, &event)
            >
                {row(Promotion::CHOICES.map(choice))}
                <button
                    type="button"
                    class="cancel"
                    aria-label=app.say(Phrase::PromotionCancel)
                    on:click=doing(move |event| {
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

/// Arrows and the tab key go through the choices, Enter takes the one that is lit, Escape takes the move back. The focus
/// follows with the next frame, which fast fingers do not wait for.
fn key(app: App, event: &KeyboardEvent) {
    let meant = match event.key().as_str() {
        "ArrowUp" | "ArrowLeft" => Event::Steer(client::Direction::Up),
        "ArrowDown" | "ArrowRight" => Event::Steer(client::Direction::Down),
        // Nothing else can be done before the choice is made.
        "Tab" if event.shift_key() => Event::Steer(client::Direction::Up),
        "Tab" => Event::Steer(client::Direction::Down),
        "Enter" | " " => Event::Enter,
        "Escape" => Event::Escape,
        _ => return,
    };
    event.prevent_default();
    app.send(meant);
}
