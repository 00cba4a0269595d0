//! A game in which a seat is free: for the one who invites the link, for whoever opens it the seat.

use client::online::Wish;
use client::{Act, ClubPhrase, Event, Problem};
use leptos::prelude::*;
use protocol::{GameId, Refusal};
use web::app::App;
use web::lazy::{doing, part};

use super::actions::twice;
use crate::online::connection::Banner;
use crate::online::link::LinkCard;
use crate::online::name::{self, GuestName};
use crate::online::words;
use crate::page::say;
use crate::world::address;

/// What is played, and what to do until it begins.
#[component]
pub(crate) fn Waiting(id: GameId) -> impl IntoView {
    let app = App::here();
    let is_seated = app.watch(|view| view.online().game().is_some_and(|game| game.seat().is_some()));
    let terms = app.tell(|view, words| {
        let truth = view.online().game().and_then(|game| game.truth());
        truth.map(|truth| words::about(words, &truth.about)).unwrap_or_default()
    });
    let host = app.tell(|view, words| {
        let truth = view.online().game()?.truth()?;
        let seat = truth.free_seat()?.other();
        let person = truth.seats.of(seat).as_ref()?;
        Some(format!("{} · {}", words.person(person), words.color(seat.into())))
    });
    view! {
        <main class="club narrow">
            <Banner />
            {part(move || Some(if is_seated.get() { inviting(app, id) } else { invited(app, host.get()) }))}
            <p class="terms">{terms.signal()}</p>
        </main>
    }
}

fn inviting(app: App, id: GameId) -> AnyView {
    let withdraw = move || {
        app.send(Event::Act(Act::Abort));
        app.send(Event::Act(Act::Confirm));
    };
    view! {
        <h1>{say(app, ClubPhrase::LinkReady)}</h1>
        <section class="card">
            <p>{say(app, ClubPhrase::LinkAbout)}</p>
            <LinkCard url=address::whole(&format!("/game/{id}")) />
            <div class="answers start">
                {twice(app, "", "close", say(app, ClubPhrase::Withdraw), Signal::derive(|| false), withdraw)}
            </div>
        </section>
    }
    .into_any()
}

fn invited(app: App, host: Option<String>) -> AnyView {
    let sit = move |_| app.send(Event::Wish(Wish::Sit { name: name::chosen() }));
    let refused = app.watch(|view| match view.problem() {
        Some(Problem::Denied(reason)) => Some(*reason),
        _ => None,
    });
    let why = move |reason: Refusal| {
        let way = (reason == Refusal::AccountNeeded)
            .then(|| view! { <a class="button" href="/account">{say(app, ClubPhrase::LogIn)}</a> });
        view! { <p class="wrong" role="alert">{app.words().denied(reason)}</p> {way} }.into_any()
    };
    view! {
        <h1>{say(app, ClubPhrase::Invited)}</h1>
        <section class="card">
            {host.map(|host| view! { <p class="host">{host}</p> })}
            <GuestName />
            <button type="button" class="main large" on:click=doing(sit)>{say(app, ClubPhrase::SitDown)}</button>
            {part(move || refused.get().map(why))}
        </section>
    }
    .into_any()
}
