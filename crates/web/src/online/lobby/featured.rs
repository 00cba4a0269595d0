//! The featured game, shown in the lobby. It is never a game of the user.

use crate::app::App;
use crate::board::Board;
use crate::boxed::{BoxedMemo, effect, show, text};
use client::online::{JoinIntent, OnlineCommand};
use client::{ClubMessageKey, Event};
use leptos::prelude::*;
use protocol::{LobbyStats, Seat};

use crate::online::labels;
use crate::online::user_games::UserGames;
use crate::pages::translate;
use crate::route::Route;

/// The board of the featured game, as a link to it.
#[component]
pub(crate) fn FeaturedGame(crowd: BoxedMemo<Option<LobbyStats>>) -> impl IntoView {
    let app = App::from_context();
    let games = UserGames::from_context();
    let featured = BoxedMemo::new(move || {
        crowd.get().and_then(|crowd| crowd.liveliest).filter(|&game| games.is_game_of_others(game))
    });
    effect(move || {
        let watched_id = app.with_view_untracked(|view| view.online().game().map(|game| game.id()));
        match featured.get() {
            Some(game) if watched_id != Some(game) => {
                app.send(Event::Online(OnlineCommand::EnterGame { game, intent: JoinIntent::Preview }));
            }
            None if watched_id.is_some() => app.send(Event::Online(OnlineCommand::LeaveGame)),
            _ => {}
        }
    });
    on_cleanup(move || {
        let watched_id = app.with_view_untracked(|view| view.online().game().map(|game| game.id()));
        if watched_id.is_some() && watched_id == *featured.read_untracked() {
            app.send(Event::Online(OnlineCommand::LeaveGame));
        }
    });
    let is_loaded = app.memo(|view| {
        view.online().game().is_some_and(|game| game.server_game().is_some() && game.seat().is_none())
    });
    let names = app.memo_localized(|view, locale| {
        let game = view.online().game();
        [Seat::White, Seat::Black]
            .map(|seat| labels::player_name(locale, game.and_then(|game| game.player_info(seat))))
    });
    let pairing = text(move || app.locale().pairing(&names.read()[0], &names.read()[1]));
    let label = text(move || app.locale().featured_game(&names.read()[0], &names.read()[1]));
    show(move || {
        let game = featured.get().filter(|_| is_loaded.get())?;
        Some(
            view! {
                <a class="card stage" href=Route::Game(game).path() aria-label=label>
                    <span class="stage-head">
                        <strong>{pairing}</strong>
                        <span class="stage-watch">{translate(app, ClubMessageKey::Watch)}</span>
                    </span>
                    <span class="stage-board" inert aria-hidden="true"><Board /></span>
                </a>
            }
            .into_any(),
        )
    })
}
