//! Where people meet: one's own games, what is being played, and invitations.

use client::ClubPhrase;
use leptos::prelude::*;
use protocol::http::Listing;
use web::app::App;
use web::lazy::part;

use super::games;
use super::invite::InviteForm;
use crate::page::say;
use crate::world::fetch::{self, Answer};

/// The page at `/online`.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let app = App::here();
    let mine = fetch::load::<Listing>("/api/me/games".to_owned());
    let live = fetch::load::<Listing>("/api/live".to_owned());
    view! {
        <main class="club lobby">
            <h1 class="unseen">{say(app, ClubPhrase::Title)}</h1>
            <section class="card">
                <h2>{say(app, ClubPhrase::Invite)}</h2>
                <p class="about">{say(app, ClubPhrase::InviteAbout)}</p>
                <InviteForm />
            </section>
            <div class="stack">
                {part(move || match mine.get() {
                    Answer::Here(listing) if !listing.games.is_empty() => Some(view! {
                        <section class="card">
                            <h2>{say(app, ClubPhrase::MyGames)}</h2>
                            {games::list(app, listing.games)}
                        </section>
                    }.into_any()),
                    _ => None,
                })}
                <section class="card">
                    <h2>{say(app, ClubPhrase::Live)}</h2>
                    {part(move || Some(match live.get() {
                        Answer::Here(listing) if listing.games.is_empty() => games::nothing(app, ClubPhrase::NoLive),
                        Answer::Here(listing) => games::list(app, listing.games),
                        Answer::Awaited => games::nothing(app, ClubPhrase::Loading),
                        Answer::Failed(_) => games::nothing(app, ClubPhrase::NotReached),
                    }))}
                </section>
            </div>
        </main>
    }
}
