//! The liveliest game, to be looked at while one waits.

use client::online::{Purpose, Wish};
use client::{ClubPhrase, Event};
use leptos::prelude::*;
use protocol::{Crowd, Seat};
use web::app::App;
use web::board::Board;
use web::lazy::{Kept, effect, part, text};

use crate::page::say;

/// The board of the liveliest game, with its players and the way there.
#[component]
pub(crate) fn Stage(crowd: Kept<Option<Crowd>>) -> impl IntoView {
    let app = App::here();
    let liveliest = Kept::new(move || crowd.get().and_then(|crowd| crowd.liveliest));
    effect(move || {
        let watched = app.peek(|view| view.online().game().map(|game| game.id()));
        match liveliest.get() {
            Some(game) if watched != Some(game) => {
                app.send(Event::Wish(Wish::Enter { game, purpose: Purpose::Watch }));
            }
            _ => {}
        }
    });
    on_cleanup(move || {
        let watched = app.peek(|view| view.online().game().map(|game| game.id()));
        if watched.is_some() && watched == *liveliest.peek() {
            app.send(Event::Wish(Wish::Leave));
        }
    });
    let is_told = app.watch(|view| view.online().game().is_some_and(|game| game.truth().is_some()));
    let pairing = app.tell(|view, words| {
        let game = view.online().game();
        let name = |seat: Seat| {
            game.and_then(|game| game.person(seat))
                .map_or_else(|| "…".to_owned(), |person| words.person(person))
        };
        words.against(&name(Seat::White), &name(Seat::Black))
    });
    part(move || {
        let game = liveliest.get().filter(|_| is_told.get())?;
        Some(
            view! {
                <a class="card stage" href=format!("/game/{game}")>
                    <span class="stage-head">
                        <strong>{pairing.signal()}</strong>
                        <span class="stage-watch">{say(app, ClubPhrase::Watch)}</span>
                    </span>
                    <span class="stage-board" inert aria-label=text(move || pairing.get())><Board /></span>
                </a>
            }
            .into_any(),
        )
    })
}
