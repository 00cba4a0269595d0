//! The page of a game: invitation, play, and the finished game.

mod actions;
mod chat;
mod notices;
mod offers;
mod player_strip;
mod invitation;

use crate::app::App;
use crate::boxed::{BoxedSignal, show, show_if};
use crate::game_screen::board3d_button;
use crate::game_screen::layout::{Layout, layout};
use crate::game_screen::move_input::MoveInput;
use crate::game_screen::moves::MoveList;
use crate::game_screen::share::Share;
use crate::game_screen::status::StatusLine;
use crate::icon::icon;
use crate::part;
use client::online::{JoinIntent, OnlineCommand};
use client::{ClubMessageKey, Event, Locale, Screen};
use leptos::prelude::*;
use protocol::{GameId, GameInfo};
use wasm_bindgen_futures::spawn_local;

use super::connection::{self, ConnectionBanner};
use super::{challenges, game_list, labels};
use crate::pages::{NavBar, settings_button, translate};

/// State of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The server has not sent the game yet.
    Loading,
    /// The server refused to let the user enter.
    Refused(protocol::ActionError),
    /// A seat is free.
    Invitation,
    /// Both players have joined, or the game is over.
    Board,
}

/// The page at `/game/…`.
#[component]
pub(crate) fn GamePage(id: GameId) -> impl IntoView {
    let app = App::from_context();
    connection::connect(app);
    app.send(Event::Online(OnlineCommand::EnterGame { game: id, intent: JoinIntent::Watch }));
    app.send(Event::GoTo(Screen::Game));
    app.return_screen.set(Screen::Game);
    on_cleanup(move || {
        app.return_screen.set(Screen::Home);
        // With a rematch the client has entered the next game already.
        if app.with_view_untracked(|view| view.online().game().is_some_and(|game| game.id() == id)) {
            app.send(Event::Online(OnlineCommand::LeaveGame));
        }
        app.send(Event::GoTo(Screen::Home));
    });
    let phase = app.memo(move |view| {
        let Some(game) = view.online().game().filter(|game| game.id() == id) else { return Phase::Loading };
        match (game.server_game(), game.entry_error()) {
            (None, Some(refusal)) => Phase::Refused(refusal),
            (None, None) => Phase::Loading,
            (Some(server_game), _) if !server_game.has_begun() && server_game.game.outcome().is_none() => {
                Phase::Invitation
            }
            (Some(_), _) => Phase::Board,
        }
    });
    show(move || {
        Some(match phase.get() {
            Phase::Board => table(app, id),
            Phase::Invitation => {
                view! { <NavBar /> {challenges::notice(app)} <invitation::Invitation id /> }.into_any()
            }
            Phase::Loading => loading(app),
            Phase::Refused(refusal) => {
                view! { <NavBar /> <main class="content narrow"><h1>{app.locale().server_refusal(refusal)}</h1></main> }.into_any()
            }
        })
    })
}

fn loading(app: App) -> AnyView {
    view! { <NavBar /> <main class="content narrow"><ConnectionBanner /> {game_list::placeholder(app, ClubMessageKey::Loading)}</main> }
        .into_any()
}

/// The board, once its code is there. If it cannot be loaded, the browser loads the document, which may be of a newer version.
fn table(app: App, id: GameId) -> AnyView {
    let is_loaded = BoxedSignal::new(part::is_table_loaded());
    if !is_loaded.get_untracked() {
        spawn_local(async move {
            match part::load_game_table().await {
                true => is_loaded.set(true),
                false => drop(window().location().reload()),
            }
        });
    }
    show(move || Some(if is_loaded.get() { part::draw_table(id) } else { loading(app) }))
}

/// The board with both players, and the panel.
#[component]
pub(super) fn GameBoard(id: GameId) -> impl IntoView {
    let app = App::from_context();
    let moves = app.memo(|view| view.moves());
    let plays = app.memo(|view| view.online().game().is_some_and(|game| game.seat().is_some()));
    let is_on = app.memo(|view| view.local_game().game().outcome().is_none());
    // Nobody plays against the user in an archived game against the computer.
    let is_kept = app.with_view_untracked(|view| view.online().game().is_some_and(|game| game.is_kept()));
    let setup = setup_text(app, labels::setup);
    let panel = view! {
        <StatusLine moves />
        <p class="terms">{setup}</p>
        <div class="notices">
            <ConnectionBanner />
            <notices::Notices />
            <offers::OnlineOffers />
            {challenges::notice(app)}
        </div>
        <MoveList moves />
        <actions::OnlineActionBar id />
        {show_if(move || !is_kept, || view! { <chat::Chat /> }.into_any())}
        <div class="lower">
            {show_if(move || plays.get() && is_on.get(), || view! { <MoveInput /> }.into_any())}
            <Share server_pgn=Some(format!("/api/games/{id}/pgn")) />
        </div>
    };
    let corner = view! {
        <nav class="corner" aria-label=translate(app, ClubMessageKey::Menu)>
            <a class="round quiet" href=routes::ONLINE aria-label=translate(app, ClubMessageKey::Title) title=translate(app, ClubMessageKey::Title)>
                {icon("home")}
            </a>
            <span class="terms" title=setup>{setup_text(app, labels::short_setup)}</span>
            {board3d_button(app)}
            {settings_button(app)}
        </nav>
    };
    layout(
        app,
        Layout {
            class: "table online",
            title: pairing_title(app),
            hints: None,
            beside_board: None,
            player_strip: |color| view! { <player_strip::OnlinePlayerStrip color /> }.into_any(),
            panel: panel.into_any(),
            nav: Some(corner.into_any()),
        },
    )
}

/// Time control, ruleset and rating mode.
fn setup_text(app: App, label: fn(Locale, &GameInfo) -> String) -> Signal<String> {
    let setup = app.memo_localized(move |view, locale| {
        let server_game = view.online().game().and_then(|game| game.server_game());
        server_game.map(|server_game| label(locale, &server_game.info)).unwrap_or_default()
    });
    setup.signal()
}

/// Names of both players.
fn pairing_title(app: App) -> Signal<String> {
    let names = app.memo_localized(|view, locale| {
        let game = view.online().game();
        let name = |seat| {
            game.and_then(|game| game.player_info(seat))
                .map_or_else(|| "…".to_owned(), |person| locale.player_name(person))
        };
        locale.pairing(&name(protocol::Seat::White), &name(protocol::Seat::Black))
    });
    names.signal()
}
