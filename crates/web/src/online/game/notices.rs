//! Notices during a game: an absent opponent, the deadline for the first move, spectators.

use crate::app::App;
use crate::boxed::{BoxedMemo, handler, show, show_if};
use crate::platform::time;
use client::{ClubMessageKey, Event, PlayerAction};
use game::Millis;
use leptos::prelude::*;

use crate::pages::translate;

/// The notices.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let app = App::from_context();
    let absence = BoxedMemo::new(move || {
        app.with_view_each_tick(|view| {
            view.online()
                .game()?
                .opponent_absence(view.online().server_time(), time::now())
                .map(round_up_claim)
        })
    });
    let interruption = BoxedMemo::new(move || {
        app.with_view_each_tick(|view| {
            view.online().game()?.interruption(view.online().server_time(), time::now())
        })
    });
    let first_move = BoxedMemo::new(move || {
        app.with_view_each_tick(|view| {
            let left = view.online().game()?.time_to_first_move(view.online().server_time(), time::now())?;
            Some((view.local_game().game().turn(), round_up_to_seconds(left)))
        })
    });
    let is_watching = app.memo(|view| view.online().game().is_some_and(|game| game.seat().is_none()));
    let watchers = app.memo(|view| view.online().game().map_or(0, |game| game.watchers()));
    let may_claim =
        BoxedMemo::new(move || absence.get().is_some_and(|absence| absence.claim_in == Some(Millis::ZERO)));
    let act = move |action: PlayerAction| handler(move |_| app.send(Event::LocalAction(action.clone())));
    view! {
        {show(move || interruption.get().map(|away| {
            view! { <p class="notice">{app.locale().server_interruption(away)}</p> }.into_any()
        }))}
        {show(move || absence.get().map(|absence| {
            view! { <p class="notice" role="status">{app.locale().opponent_absence(absence)}</p> }.into_any()
        }))}
        {show_if(move || may_claim.get(), move || view! {
            <div class="answers start">
                <button type="button" class="main" on:click=act(PlayerAction::ClaimWin)>{translate(app, ClubMessageKey::ClaimWin)}</button>
                <button type="button" on:click=act(PlayerAction::ClaimDraw)>{translate(app, ClubMessageKey::ClaimDrawOfAbsence)}</button>
            </div>
        }.into_any())}
        {show(move || first_move.get().map(|(color, left)| {
            view! { <p class="notice">{app.locale().first_move_in(color, left)}</p> }.into_any()
        }))}
        {show_if(move || is_watching.get(), move || view! { <p class="watchers">{translate(app, ClubMessageKey::Spectating)}</p> }.into_any())}
        {show_if(move || watchers.get() > 0, move || view! {
            <p class="watchers">{crate::boxed::text(move || app.locale().spectator_count(watchers.get()))}</p>
        }.into_any())}
    }
}

/// Rounds the time up to whole seconds, so that the memo changes once per second.
fn round_up_claim(absence: client::online::OpponentAbsence) -> client::online::OpponentAbsence {
    client::online::OpponentAbsence { claim_in: absence.claim_in.map(round_up_to_seconds) }
}

fn round_up_to_seconds(span: Millis) -> Millis {
    Millis(span.0.div_ceil(1_000) * 1_000)
}
