//! Where people meet: who looks for a game, what is being played, one's own games, and invitations.

mod computer;
mod quick;
mod seeks;
mod stage;

use client::online::Wish;
use client::{ClubPhrase, Event};
use leptos::prelude::*;
use protocol::Crowd;
use protocol::http::Listing;
use web::app::App;
use web::lazy::{Kept, part};

use super::connection::{self, Banner};
use super::games;
use super::invite::InviteForm;
use super::name::GuestName;
use crate::page::say;
use crate::world::fetch::{self, Answer};

/// The page at `/online`.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let app = App::here();
    connection::begin(app);
    app.send(Event::Wish(Wish::EnterLobby));
    on_cleanup(move || app.send(Event::Wish(Wish::LeaveLobby)));
    let crowd = app.watch(|view| view.online().lobby().and_then(|lobby| lobby.crowd()));
    view! {
        <main class="club lobby">
            <Banner />
            <header class="lobby-head">
                <h1>{say(app, ClubPhrase::Title)}</h1>
                {part(move || crowd.get().map(|crowd| present(app, crowd)))}
            </header>
            <div class="stack">
                <section class="card">
                    <h2>{say(app, ClubPhrase::Quick)}</h2>
                    <p class="about">{say(app, ClubPhrase::QuickAbout)}</p>
                    <GuestName />
                    <quick::QuickPairing />
                </section>
                <section class="card">
                    <h2>{say(app, ClubPhrase::Seeks)}</h2>
                    <seeks::Seeks />
                </section>
                <details class="card">
                    <summary><h2>{say(app, ClubPhrase::ComputerHere)}</h2></summary>
                    <div class="stack">
                        <p class="about">{say(app, ClubPhrase::ComputerAbout)}</p>
                        <computer::AgainstComputer />
                    </div>
                </details>
                <details class="card">
                    <summary><h2>{say(app, ClubPhrase::Invite)}</h2></summary>
                    <p class="about">{say(app, ClubPhrase::InviteAbout)}</p>
                    <InviteForm />
                </details>
            </div>
            <div class="stack">
                <stage::Stage crowd />
                {lists(app, crowd)}
            </div>
        </main>
    }
}

fn present(app: App, crowd: Crowd) -> AnyView {
    let told = web::lazy::text(move || app.words().crowd(crowd.players, crowd.games));
    view! { <p class="presence-line" role="status">{told}</p> }.into_any()
}

/// One's own games and all public ones, asked for again whenever the number of games changes.
fn lists(app: App, crowd: Kept<Option<Crowd>>) -> AnyView {
    let count = Kept::new(move || crowd.get().map(|crowd| crowd.games));
    let asked = move |path: &'static str| {
        Kept::new(move || {
            count.read();
            fetch::load::<Listing>(path.to_owned())
        })
    };
    let (mine, live) = (asked("/api/me/games"), asked("/api/live"));
    view! {
        {part(move || match mine.get().get() {
            Answer::Here(listing) if !listing.games.is_empty() => Some(view! {
                <section class="card">
                    <h2>{say(app, ClubPhrase::MyGames)}</h2>
                    {games::own(app, listing.games)}
                </section>
            }.into_any()),
            _ => None,
        })}
        <section class="card">
            <h2>{say(app, ClubPhrase::Live)}</h2>
            {part(move || Some(match live.get().get() {
                Answer::Here(listing) if listing.games.is_empty() => games::nothing(app, ClubPhrase::NoLive),
                Answer::Here(listing) => games::list(app, listing.games),
                Answer::Awaited => games::nothing(app, ClubPhrase::Loading),
                Answer::Failed(_) => games::nothing(app, ClubPhrase::NotReached),
            }))}
        </section>
    }
    .into_any()
}
