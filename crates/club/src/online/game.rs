//! A game: whom it waits for, or how it went.

use client::{ClubPhrase, Event};
use leptos::prelude::*;
use protocol::{GameId, GameState, ToClient};
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::board::Board;
use web::lazy::part;
use web::table::moves::MoveList;
use web::table::share::Share;
use web::table::status::StatusLine;

use super::link::LinkCard;
use super::{games, words};
use crate::page::say;
use crate::world::address;
use crate::world::fetch::{self, Answer};

/// The page of a game.
#[component]
pub(crate) fn GamePage(id: GameId) -> impl IntoView {
    let app = App::here();
    let game = fetch::load::<ToClient>(format!("/api/games/{id}"));
    part(move || {
        Some(match game.get() {
            Answer::Awaited => notice(app, ClubPhrase::Loading),
            Answer::Failed(trouble) => {
                view! { <main class="club narrow"><h1>{words::trouble(app.words(), &trouble)}</h1></main> }
                    .into_any()
            }
            Answer::Here(ToClient::State { state, .. })
                if state.seats.white.is_none() || state.seats.black.is_none() =>
            {
                waiting(app, id, &state)
            }
            Answer::Here(ToClient::State { state, .. }) => replay(app, id, &state),
            Answer::Here(_) => notice(app, ClubPhrase::NotUnderstood),
        })
    })
}

fn notice(app: App, phrase: ClubPhrase) -> AnyView {
    view! { <main class="club narrow">{games::nothing(app, phrase)}</main> }.into_any()
}

/// A seat is free: here is the link.
fn waiting(app: App, id: GameId, state: &GameState) -> AnyView {
    view! {
        <main class="club narrow">
            <h1>{say(app, ClubPhrase::LinkReady)}</h1>
            <p class="about">{words::about(app.words_now(), &state.about)}</p>
            <section class="card">
                <p>{say(app, ClubPhrase::LinkAbout)}</p>
                <LinkCard url=address::whole(&format!("/game/{id}")) />
            </section>
        </main>
    }
    .into_any()
}

/// The game on the board, move by move.
fn replay(app: App, id: GameId, state: &GameState) -> AnyView {
    spawn_local(async move {
        if let Ok(pgn) = fetch::text(&format!("/api/games/{id}/pgn")).await {
            app.send(Event::Open(pgn));
        }
    });
    let moves = app.watch(|view| view.moves());
    let about = words::about(app.words_now(), &state.about);
    view! {
        <main class="table">
            <div class="side-above"><span class="about">{about}</span></div>
            <div class="board-place" id="board"><Board /></div>
            <section class="panel">
                <StatusLine moves />
                <MoveList moves />
                <Share />
            </section>
        </main>
    }
    .into_any()
}
