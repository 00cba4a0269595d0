//! What a player has to know besides the position: an opponent who left, the first move that is awaited, who watches.

use client::online::Wish;
use client::{ClubPhrase, Event};
use game::Millis;
use leptos::prelude::*;
use web::app::App;
use web::lazy::{Kept, doing, part, part_if};
use web::world::time;

use crate::page::say;

/// The notices, one below the other.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let app = App::here();
    let absence = Kept::new(move || {
        app.read_now(|view| view.online().game()?.absence(view.online().time(), time::now()).map(in_seconds))
    });
    let interruption = Kept::new(move || {
        app.read_now(|view| view.online().game()?.interruption(view.online().time(), time::now()))
    });
    let first_move = Kept::new(move || {
        app.read_now(|view| {
            let left = view.online().game()?.first_move_in(view.online().time(), time::now())?;
            Some((view.table().game().turn(), seconds(left)))
        })
    });
    let is_watching = app.watch(|view| view.online().game().is_some_and(|game| game.seat().is_none()));
    let watchers = app.watch(|view| view.online().game().map_or(0, |game| game.watchers()));
    let may_claim =
        Kept::new(move || absence.get().is_some_and(|absence| absence.claim_in == Some(Millis::ZERO)));
    let wish = move |wish: Wish| doing(move |_| app.send(Event::Wish(wish.clone())));
    view! {
        {part(move || interruption.get().map(|away| {
            view! { <p class="notice">{app.words().interrupted(away)}</p> }.into_any()
        }))}
        {part(move || absence.get().map(|absence| {
            view! { <p class="notice" role="status">{app.words().absence(absence)}</p> }.into_any()
        }))}
        {part_if(move || may_claim.get(), move || view! {
            <div class="answers start">
                <button type="button" class="main" on:click=wish(Wish::ClaimWin)>{say(app, ClubPhrase::ClaimWin)}</button>
                <button type="button" on:click=wish(Wish::ClaimDraw)>{say(app, ClubPhrase::ClaimDrawOfAbsence)}</button>
            </div>
        }.into_any())}
        {part(move || first_move.get().map(|(color, left)| {
            view! { <p class="notice">{app.words().first_move_in(color, left)}</p> }.into_any()
        }))}
        {part_if(move || is_watching.get(), move || view! { <p class="watchers">{say(app, ClubPhrase::Spectating)}</p> }.into_any())}
        {part_if(move || watchers.get() > 0, move || view! {
            <p class="watchers">{web::lazy::text(move || app.words().watchers(watchers.get()))}</p>
        }.into_any())}
    }
}

/// The same with the wait in whole seconds: what is shown changes only with them.
fn in_seconds(absence: client::online::Absence) -> client::online::Absence {
    client::online::Absence { claim_in: absence.claim_in.map(seconds) }
}

fn seconds(span: Millis) -> Millis {
    Millis(span.0.div_ceil(1_000) * 1_000)
}
