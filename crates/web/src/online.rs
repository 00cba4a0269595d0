//! Play over the network: lobby, games, accounts, archive. Connection and user outlive the pages.

mod account;
mod archive;
mod game;
mod lobby;
mod profile;

pub(crate) mod bot_mark;
pub(crate) mod challenges;
pub(crate) mod connection;
pub(crate) mod device;
pub(crate) mod game_list;
pub(crate) mod rating_plot;
pub(crate) mod invite;
pub(crate) mod link_card;
pub(crate) mod current_user;
pub(crate) mod guest_name;
pub(crate) mod qr;
pub(crate) mod labels;
pub(crate) mod unsent_games;
pub(crate) mod user_games;

use client::Extensions;
use client::online::ConnectionStatus;
use leptos::prelude::*;
use protocol::GameId;

use crate::app::App;
use crate::boxed::{effect, show_if};
use crate::pages::PageContext;
use crate::platform::fetch::RequestState;
use crate::platform::time;
use crate::route::Route;
use connection::OnlineEffects;
use user_games::UserGames;

/// The page of a game.
pub(crate) fn game_page(route: Route) -> AnyView {
    let Route::Game(id) = route else { return ().into_any() };
    with_user(move || view! { <game::GamePage id /> }.into_any())
}

/// The board of a game.
pub(crate) fn game_table(id: GameId) -> AnyView {
    view! { <game::GameBoard id /> }.into_any()
}

/// Any other page that needs the server.
pub(crate) fn page(route: Route) -> AnyView {
    with_user(move || {
        let page = match route.clone() {
            Route::Player(name) => view! { <profile::ProfilePage name /> }.into_any(),
            Route::Account => view! { <account::Account /> }.into_any(),
            Route::Games => view! { <archive::Archive /> }.into_any(),
            // Has a list of all challenges.
            _ => return view! { <lobby::Lobby /> }.into_any(),
        };
        let notice = challenges::notice(App::from_context());
        view! { {notice} {page} }.into_any()
    })
}

/// Shows a page once the user is known: the first reply sets the session cookie, and requests before it would get another
/// identity.
fn with_user(page: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    let context = PageContext::from_context();
    // A context would outlive the frame of the pages: an owner keeps its contexts when it is cleaned up.
    if !context.is_online.get_value()
        && let Some(owner) = context.owner.get_value()
    {
        context.is_online.set_value(true);
        owner.with(|| start(context));
    }
    show_if(move || context.user.state() != RequestState::Pending, page)
}

/// Starts what outlives a page: the effects of the network, the user, and the user's games.
fn start(context: PageContext) {
    let PageContext { app, route, user, .. } = context;
    app.extend(Extensions::online());
    let effects = OnlineEffects::new(route);
    app.add_effect_handler(move |app, effect| effects.handle(app, effect));
    let games = UserGames::new(route);
    provide_context(games);
    let received = app.memo(|view| view.online().received_challenges().count());
    effect(move || context.own_turns.set(games.own_turns() + received.get()));
    user.load();
    user.reload_on_identity_change(app);
    unsent_games::send_when_known(user, |_, _| {});
    connection::start_ticking(app);
    // A user with an account can be challenged on every page.
    effect(move || {
        if user.has_account() {
            connection::connect(app);
        }
    });
    effect(move || {
        let is_known = user.state() != RequestState::Pending;
        if is_known && has_content(app, &route.get()) {
            context.is_online_ready.set(true);
        }
    });
}

/// Returns true if the page of a route has more to show than the frame in the document. A game is waited for until the
/// server has sent it, or the connection has failed, which the page then says.
fn has_content(app: App, route: &Route) -> bool {
    let Route::Game(id) = route else { return true };
    app.with_view(|view| {
        let online = view.online();
        let game = online.game().filter(|game| game.id() == *id);
        let is_answered =
            game.is_some_and(|game| game.server_game().is_some() || game.entry_error().is_some());
        let status = online.connection().status(time::now());
        is_answered || matches!(status, ConnectionStatus::Lost { .. } | ConnectionStatus::ClosedByServer(_))
    })
}
