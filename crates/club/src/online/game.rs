//! A game: whom it waits for, how it is played, and how it went.

mod actions;
mod chat;
mod notices;
mod offers;
mod strip;
mod waiting;

use client::online::{Purpose, Wish};
use client::{ClubPhrase, Event, Screen};
use leptos::prelude::*;
use protocol::GameId;
use web::app::App;
use web::icon::icon;
use web::lazy::{part, part_if};
use web::table::frame::{Parts, frame};
use web::table::moves::MoveList;
use web::table::share::Share;
use web::table::space_button;
use web::table::status::StatusLine;
use web::table::typed::TypedMove;

use super::connection::{self, Banner};
use super::games;
use crate::page::{Bar, say, settings_button};

/// What there is to see of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The server has not told it yet.
    Awaited,
    /// It cannot be entered.
    Refused(protocol::Refusal),
    /// A seat is free.
    Waiting,
    /// Both players are there, or were.
    Table,
}

/// The page of a game.
#[component]
pub(crate) fn GamePage(id: GameId) -> impl IntoView {
    let app = App::here();
    connection::begin(app);
    app.send(Event::Wish(Wish::Enter { game: id, purpose: Purpose::Watch }));
    app.send(Event::Go(Screen::Table));
    app.behind.set(Screen::Table);
    on_cleanup(move || {
        app.behind.set(Screen::Home);
        // A rematch is at the table already when this page is left.
        if app.peek(|view| view.online().game().is_some_and(|game| game.id() == id)) {
            app.send(Event::Wish(Wish::Leave));
        }
        app.send(Event::Go(Screen::Home));
    });
    let phase = app.watch(move |view| {
        let Some(game) = view.online().game().filter(|game| game.id() == id) else { return Phase::Awaited };
        match (game.truth(), game.refused()) {
            (None, Some(refusal)) => Phase::Refused(refusal),
            (None, None) => Phase::Awaited,
            (Some(truth), _) if !truth.has_begun() && truth.game.outcome().is_none() => Phase::Waiting,
            (Some(_), _) => Phase::Table,
        }
    });
    part(move || {
        Some(match phase.get() {
            Phase::Table => view! { <Table id /> }.into_any(),
            Phase::Waiting => view! { <Bar /> <waiting::Waiting id /> }.into_any(),
            Phase::Awaited => {
                view! { <Bar /> <main class="club narrow"><Banner /> {games::nothing(app, ClubPhrase::Loading)}</main> }
                    .into_any()
            }
            Phase::Refused(refusal) => {
                view! { <Bar /> <main class="club narrow"><h1>{app.words().denied(refusal)}</h1></main> }.into_any()
            }
        })
    })
}

/// The board with the two players, and everything one can do.
#[component]
fn Table(id: GameId) -> impl IntoView {
    let app = App::here();
    let moves = app.watch(|view| view.moves());
    let plays = app.watch(|view| view.online().game().is_some_and(|game| game.seat().is_some()));
    let is_on = app.watch(|view| view.table().game().outcome().is_none());
    let panel = view! {
        <StatusLine moves />
        <div class="notices">
            <Banner />
            <notices::Notices />
            <offers::Offers />
        </div>
        <MoveList moves />
        <actions::ActionBar id />
        <chat::Chat />
        <div class="lower">
            {part_if(move || plays.get() && is_on.get(), || view! { <TypedMove /> }.into_any())}
            <Share />
        </div>
    };
    let corner = view! {
        <nav class="corner" aria-label=say(app, ClubPhrase::Menu)>
            <a class="round quiet" href="/online" aria-label=say(app, ClubPhrase::Title) title=say(app, ClubPhrase::Title)>
                {icon("home")}
            </a>
            {space_button(app)}
            {settings_button(app)}
        </nav>
    };
    frame(
        app,
        Parts {
            class: "table online",
            title: pairing(app),
            hints: None,
            beside: None,
            side: |color| view! { <strip::Strip color /> }.into_any(),
            panel: panel.into_any(),
            corner: Some(corner.into_any()),
        },
    )
}

/// Who plays whom.
fn pairing(app: App) -> Signal<String> {
    let names = app.tell(|view, words| {
        let game = view.online().game();
        let name = |seat| {
            game.and_then(|game| game.person(seat))
                .map_or_else(|| "…".to_owned(), |person| words.person(person))
        };
        words.against(&name(protocol::Seat::White), &name(protocol::Seat::Black))
    });
    names.signal()
}
