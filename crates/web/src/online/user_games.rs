//! The user's unfinished games: loaded when the lobby is opened, and again whenever the number of games changes, the page
//! becomes visible, or half a minute has passed.

use std::time::Duration;

use crate::boxed::effect;
use leptos::ev;
use leptos::prelude::*;
use protocol::GameId;
use protocol::http::{GameListPage, GameSummary};
use wasm_bindgen_futures::spawn_local;

use crate::platform::{self, fetch};
use crate::route::Route;

/// Interval of loading while the lobby is shown: in correspondence games the opponent may move at any time.
const RELOAD_INTERVAL: Duration = Duration::from_secs(30);

/// Handle to the list; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct UserGames {
    games: RwSignal<Option<Vec<GameSummary>>>,
    route: RwSignal<Route>,
}

impl UserGames {
    /// An empty list that is kept up to date while the lobby is shown.
    pub(crate) fn new(route: RwSignal<Route>) -> UserGames {
        let games = UserGames { games: RwSignal::new(None), route };
        effect(move || {
            if route.with(|route| *route != Route::Online) {
                games.games.set(None);
            }
        });
        let reload = move || {
            if games.is_lobby() && games.games.with_untracked(Option::is_some) {
                games.load();
            }
        };
        platform::repeat(RELOAD_INTERVAL, reload);
        platform::remove_on_cleanup([window_event_listener(ev::visibilitychange, move |_| reload())]);
        games
    }

    fn is_lobby(self) -> bool {
        self.route.with_untracked(|route| *route == Route::Online)
    }

    /// The list in the Leptos context.
    pub(crate) fn from_context() -> UserGames {
        expect_context()
    }

    /// Loads the list again.
    pub(crate) fn load(self) {
        spawn_local(async move {
            let reply = fetch::get::<GameListPage>("/api/me/games").await;
            // The lobby may have been left in the meantime.
            if let Ok(page) = reply
                && self.is_lobby()
            {
                self.games.set(Some(page.games));
            }
        });
    }

    /// The games; `None` before they are loaded.
    pub(crate) fn get(self) -> Option<Vec<GameSummary>> {
        self.games.get()
    }

    /// Returns true if the user is known not to play this game.
    pub(crate) fn is_game_of_others(self, game: GameId) -> bool {
        self.games.with(|games| games.as_ref().is_some_and(|games| games.iter().all(|own| own.game != game)))
    }

    /// Number of games in which it is the user's turn.
    pub(crate) fn own_turns(self) -> usize {
        self.games.with(|games| games.iter().flatten().filter(|game| is_own_turn(game)).count())
    }
}

/// Returns true if the user is to move.
pub(crate) fn is_own_turn(game: &GameSummary) -> bool {
    game.turn.is_some() && game.turn == game.you
}
