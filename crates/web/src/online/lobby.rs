//! The lobby: challenges and the user's games first, then quick pairing, invitations, seeks, and live games.

mod computer;
mod quick_pairing;
mod seeks;
mod featured;

use crate::app::App;
use crate::boxed::{BoxedMemo, show};
use client::online::OnlineCommand;
use client::{ClubMessageKey, Event};
use leptos::prelude::*;
use protocol::LobbyStats;
use protocol::http::GameListPage;

use super::challenges;
use super::connection::{self, ConnectionBanner};
use super::game_list;
use super::guest_name::GuestName;
use super::invite::InviteForm;
use super::user_games::UserGames;
use crate::pages::{start_position, translate};
use crate::platform::fetch::{self, RequestState};
use crate::route::Route;

/// The page at `/online`.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let app = App::from_context();
    connection::connect(app);
    app.send(Event::Online(OnlineCommand::EnterLobby));
    on_cleanup(move || app.send(Event::Online(OnlineCommand::LeaveLobby)));
    let has_start = start_position::enter(app, &Route::Online);
    let crowd = app.memo(|view| view.online().lobby().and_then(|lobby| lobby.stats()));
    view! {
        <main class="content lobby">
            <ConnectionBanner />
            <header class="lobby-head">
                <h1>{translate(app, ClubMessageKey::Title)}</h1>
                {show(move || crowd.get().map(|crowd| crowd_line(app, crowd)))}
            </header>
            {challenges::list(app)}
            {own_games(app)}
            <div class="stack">
                <section class="card">
                    <h2>{translate(app, ClubMessageKey::Quick)}</h2>
                    <p class="about">{translate(app, ClubMessageKey::QuickAbout)}</p>
                    <GuestName />
                    <quick_pairing::QuickPairing />
                </section>
                <details class="card" open=has_start>
                    <summary><h2>{translate(app, ClubMessageKey::Invite)}</h2></summary>
                    <p class="about">{translate(app, ClubMessageKey::InviteAbout)}</p>
                    <InviteForm />
                </details>
                <section class="card">
                    <h2>{translate(app, ClubMessageKey::Seeks)}</h2>
                    <seeks::Seeks />
                </section>
                <details class="card">
                    <summary><h2>{translate(app, ClubMessageKey::ComputerHere)}</h2></summary>
                    <div class="stack">
                        <p class="about">{translate(app, ClubMessageKey::ComputerAbout)}</p>
                        <computer::ComputerChallenge />
                    </div>
                </details>
            </div>
            <div class="stack">
                <featured::FeaturedGame crowd />
                {live_games(app, crowd)}
            </div>
        </main>
    }
}

fn crowd_line(app: App, crowd: LobbyStats) -> AnyView {
    let counts = crate::boxed::text(move || app.locale().online_counts(crowd.players, crowd.games));
    view! { <p class="presence-line" role="status">{counts}</p> }.into_any()
}

/// The user's games, above everything else.
fn own_games(app: App) -> AnyView {
    let games = UserGames::from_context();
    show(move || {
        let games = games.get().filter(|games| !games.is_empty())?;
        Some(
            view! {
                <section class="card own-games">
                    <h2>{translate(app, ClubMessageKey::MyGames)}</h2>
                    {game_list::ongoing(app, games)}
                </section>
            }
            .into_any(),
        )
    })
}

/// All public games. They and the user's games are loaded again whenever the number of games changes, the user's also
/// when an opponent has moved.
fn live_games(app: App, crowd: BoxedMemo<Option<LobbyStats>>) -> AnyView {
    let own = UserGames::from_context();
    let count = BoxedMemo::new(move || crowd.get().map(|crowd| crowd.games));
    let turns = app.memo(|view| view.online().lobby().map(|lobby| lobby.turns()));
    crate::boxed::effect(move || {
        count.read();
        turns.read();
        own.load();
    });
    let live = BoxedMemo::new(move || {
        count.read();
        fetch::load::<GameListPage>("/api/live".to_owned())
    });
    view! {
        <section class="card">
            <h2>{translate(app, ClubMessageKey::Live)}</h2>
            {show(move || Some(match live.get().get() {
                RequestState::Ready(listing) if listing.games.is_empty() => game_list::placeholder(app, ClubMessageKey::NoLive),
                RequestState::Ready(listing) => game_list::list(app, listing.games),
                RequestState::Pending => game_list::placeholder(app, ClubMessageKey::Loading),
                RequestState::Failed(_) => game_list::placeholder(app, ClubMessageKey::ServerUnreachable),
            }))}
        </section>
    }
    .into_any()
}
