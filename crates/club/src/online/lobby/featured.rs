//! The featured game, shown in the lobby.

use client::online::{JoinIntent, OnlineCommand};
use client::{ClubMessageKey, Event};
use leptos::prelude::*;
use protocol::{LobbyStats, Seat};
use web::app::App;
use web::board::Board;
use web::boxed::{BoxedMemo, effect, show, text};

use crate::route::Route;
use crate::shell::translate;

/// The board of the featured game, as a link to it.
#[component]
pub(crate) fn FeaturedGame(crowd: BoxedMemo<Option<LobbyStats>>) -> impl IntoView {
    let app = App::from_context();
    let featured = BoxedMemo::new(move || crowd.get().and_then(|crowd| crowd.liveliest));
    effect(move || {
        let watched_id = app.with_view_untracked(|view| view.online().game().map(|game| game.id()));
        match featured.get() {
            Some(game) if watched_id != Some(game) => {
                app.send(Event::Online(OnlineCommand::EnterGame { game, intent: JoinIntent::Watch }));
            }
            _ => {}
        }
    });
    on_cleanup(move || {
        let watched_id = app.with_view_untracked(|view| view.online().game().map(|game| game.id()));
        if watched_id.is_some() && watched_id == *featured.read_untracked() {
            app.send(Event::Online(OnlineCommand::LeaveGame));
        }
    });
    let is_loaded = app.memo(|view| view.online().game().is_some_and(|game| game.server_game().is_some()));
    let pairing = app.memo_localized(|view, locale| {
        let game = view.online().game();
        let name = |seat: Seat| {
            game.and_then(|game| game.player_info(seat))
                .map_or_else(|| "…".to_owned(), |person| locale.player_name(person))
        };
        locale.pairing(&name(Seat::White), &name(Seat::Black))
    });
    show(move || {
        let game = featured.get().filter(|_| is_loaded.get())?;
        Some(
            view! {
                <a class="card stage" href=Route::Game(game).path()>
                    <span class="stage-head">
                        <strong>{pairing.signal()}</strong>
                        <span class="stage-watch">{translate(app, ClubMessageKey::Watch)}</span>
                    </span>
                    <span class="stage-board" inert aria-label=text(move || pairing.get())><Board /></span>
                </a>
            }
            .into_any(),
        )
    })
}
