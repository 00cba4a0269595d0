//! Pending offers.

use client::{Event, MessageKey, PlayerAction};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{fragment, handler, show, text};

/// The pending offers, each with accept and decline.
#[component]
pub fn Offers() -> impl IntoView {
    let app = App::from_context();
    let waiting = app.memo(|view| view.actions().answerable_offers);
    show(move || {
        let offers = waiting.get().into_iter().map(|(by, offer)| {
            view! {
                <div class="offer" tabindex="-1" role="group" aria-label=text(move || app.locale().offer(by, offer))>
                    <p>{text(move || app.locale().offer(by, offer))}</p>
                    <button type="button" class="main" on:click=handler(move |_| app.send(Event::LocalAction(PlayerAction::accept(offer))))>
                        {app.translate(MessageKey::Accept)}
                    </button>
                    <button type="button" on:click=handler(move |_| app.send(Event::LocalAction(PlayerAction::decline(offer))))>
                        {app.translate(MessageKey::Decline)}
                    </button>
                </div>
            }
        });
        Some(fragment(offers))
    })
}
