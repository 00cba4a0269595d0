//! The lobby: quick pairing, seeks, invitations, the user's games, and live games.

mod computer;
mod quick_pairing;
mod seeks;
mod featured;

use client::online::OnlineCommand;
use client::{ClubMessageKey, Event};
use leptos::prelude::*;
use protocol::LobbyStats;
use protocol::http::GameListPage;
use web::app::App;
use web::boxed::{BoxedMemo, show};

use super::connection::{self, ConnectionBanner};
use super::game_list;
use super::guest_name::GuestName;
use super::invite::InviteForm;
use crate::platform::fetch::{self, RequestState};
use crate::shell::translate;

/// The page at `/online`.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let app = App::from_context();
    connection::connect(app);
    app.send(Event::Online(OnlineCommand::EnterLobby));
    on_cleanup(move || app.send(Event::Online(OnlineCommand::LeaveLobby)));
    let crowd = app.memo(|view| view.online().lobby().and_then(|lobby| lobby.stats()));
    view! {
        <main class="club lobby">
            <ConnectionBanner />
            <header class="lobby-head">
                <h1>{translate(app, ClubMessageKey::Title)}</h1>
                {show(move || crowd.get().map(|crowd| crowd_line(app, crowd)))}
            </header>
            <div class="stack">
                <section class="card">
                    <h2>{translate(app, ClubMessageKey::Quick)}</h2>
                    <p class="about">{translate(app, ClubMessageKey::QuickAbout)}</p>
                    <GuestName />
                    <quick_pairing::QuickPairing />
                </section>
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
                <details class="card">
                    <summary><h2>{translate(app, ClubMessageKey::Invite)}</h2></summary>
                    <p class="about">{translate(app, ClubMessageKey::InviteAbout)}</p>
                    <InviteForm />
                </details>
            </div>
            <div class="stack">
                <featured::FeaturedGame crowd />
                {game_lists(app, crowd)}
            </div>
        </main>
    }
}

fn crowd_line(app: App, crowd: LobbyStats) -> AnyView {
    let counts = web::boxed::text(move || app.locale().online_counts(crowd.players, crowd.games));
    view! { <p class="presence-line" role="status">{counts}</p> }.into_any()
}

/// The user's games and all public ones, loaded again whenever the number of games changes.
fn game_lists(app: App, crowd: BoxedMemo<Option<LobbyStats>>) -> AnyView {
    let count = BoxedMemo::new(move || crowd.get().map(|crowd| crowd.games));
    let asked = move |path: &'static str| {
        BoxedMemo::new(move || {
            count.read();
            fetch::load::<GameListPage>(path.to_owned())
        })
    };
    let (mine, live) = (asked("/api/me/games"), asked("/api/live"));
    view! {
        {show(move || match mine.get().get() {
            RequestState::Ready(listing) if !listing.games.is_empty() => Some(view! {
                <section class="card">
                    <h2>{translate(app, ClubMessageKey::MyGames)}</h2>
                    {game_list::ongoing(app, listing.games)}
                </section>
            }.into_any()),
            _ => None,
        })}
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
