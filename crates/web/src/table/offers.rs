//! What one side has offered and the other has to answer.

use client::{Act, Event, Phrase};
use leptos::prelude::*;

use crate::app::App;
use crate::lazy::{doing, part, row, text};

/// The offers that wait, each with its two answers.
#[component]
pub fn Offers() -> impl IntoView {
    let app = App::here();
    let waiting = app.watch(|view| view.actions().answer);
    part(move || {
        let offers = waiting.get().into_iter().map(|(by, offer)| {
            view! {
                <div class="offer" tabindex="-1" role="group" aria-label=text(move || app.words().offer(by, offer))>
                    <p>{text(move || app.words().offer(by, offer))}</p>
                    <button type="button" class="main" on:click=doing(move |_| app.send(Event::Act(Act::Accept(offer))))>
                        {app.say(Phrase::Accept)}
                    </button>
                    <button type="button" on:click=doing(move |_| app.send(Event::Act(Act::Decline(offer))))>
                        {app.say(Phrase::Decline)}
                    </button>
                </div>
            }
        });
        Some(row(offers))
    })
}
