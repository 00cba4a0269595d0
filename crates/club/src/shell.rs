//! The root component: navigation bar, the page of the current route, and the `aria-live` region.

use client::online::ConnectionStatus;
use client::{AnalysisMessageKey, ClubMessageKey, ComputerMessageKey, Effect, MessageKey, Screen};
use leptos::prelude::*;
use web::app::App;
use web::boxed::{BoxedMemo, effect, handler, show, show_if, text};
use web::{confirm, platform, settings, shell};

use crate::analysis;
use crate::computer::{self, Computer};
use crate::online::connection::{self, OnlineEffects};
use crate::online::current_user::CurrentUser;
use crate::online::user_games::UserGames;
use crate::online::{account, archive, current_user, game, lobby, profile};
use crate::platform::fetch::RequestState;
use crate::platform::location;
use crate::route::Route;
use crate::tab;

/// Everything in the document's body.
#[component]
pub(crate) fn Shell() -> impl IntoView {
    let route = location::current_route();
    let (errands, computer) = (OnlineEffects::new(route), Computer::new());
    let app = App::new(move |app, effect| match effect {
        Effect::SaveStudy(text) => {
            platform::storage::save_study(&text);
            None
        }
        effect => errands.handle(app, computer.handle_effect(app, effect)?),
    });
    location::sync_with_route(app, route);
    provide_context(computer);
    provide_context(app);
    provide_context(route);
    let user = CurrentUser::new();
    provide_context(user);
    effect(move || {
        if route.with(Route::needs_server) {
            user.load();
        }
    });
    shell::apply_settings(app);
    let user_games = UserGames::new(route);
    provide_context(user_games);
    tab::sync(app, route, user_games);
    platform::listen(app);
    connection::start_ticking(app);
    user.reload_on_identity_change(app);
    let has_settings = app.memo(|view| view.screen() == Screen::Settings);
    // A game uses the whole screen and has its own navigation.
    let is_table = BoxedMemo::new(move || match route.get() {
        Route::Game(_) => true,
        Route::Computer => computer.opponent.with(Option::is_some),
        _ => false,
    });
    // The first reply sets the session cookie. Requests before it would get another identity.
    let is_known =
        BoxedMemo::new(move || !route.with(Route::needs_server) || user.state() != RequestState::Pending);
    // The frame in the document stays until there is something better to show.
    let is_ready = BoxedMemo::new(move || is_known.get() && has_content(app, &route.get()));
    let was_ready = StoredValue::new(false);
    effect(move || {
        if is_ready.get() && !was_ready.get_value() {
            was_ready.set_value(true);
            platform::document::remove_placeholder();
        }
    });
    let is_hidden = BoxedMemo::new(move || has_settings.get() || !is_ready.get() && !was_ready.get_value());
    view! {
        <svg class="sprites" aria-hidden="true" inner_html=shell::sprites()></svg>
        {show_if(move || has_settings.get(), || view! { <settings::SettingsScreen /> }.into_any())}
        <div class="page" hidden=is_hidden.signal()>
            {show_if(move || !is_table.get(), || view! { <NavBar /> }.into_any())}
            {show(move || is_known.get().then(|| match route.get() {
                Route::Online => view! { <lobby::Lobby /> }.into_any(),
                Route::Game(id) => view! { <game::GamePage id /> }.into_any(),
                Route::Player(name) => view! { <profile::ProfilePage name /> }.into_any(),
                Route::Account => view! { <account::Account /> }.into_any(),
                Route::Games => view! { <archive::Archive /> }.into_any(),
                Route::Analysis => view! { <analysis::AnalysisPage /> }.into_any(),
                Route::Computer => view! { <computer::ComputerPage /> }.into_any(),
                Route::NotFound => view! { <NotFound /> }.into_any(),
            }))}
        </div>
        <confirm::ClientConfirmDialog />
        <p class="unseen" role="status" aria-live="polite">{app.announcement.signal()}</p>
    }
}

/// The text of a club phrase; follows the language setting.
pub(crate) fn translate(app: App, key: ClubMessageKey) -> Signal<String> {
    text(move || app.locale().club_message(key).to_owned())
}

/// The navigation bar.
#[component]
pub(crate) fn NavBar() -> impl IntoView {
    let app = App::from_context();
    let route: RwSignal<Route> = expect_context();
    let link = move |to: Route, key: ClubMessageKey| {
        let path = to.path();
        let here = text(move || if route.with(|route| *route == to) { "page" } else { "false" }.to_owned());
        view! { <a href=path aria-current=here>{translate(app, key)}</a> }
    };
    view! {
        <header class="bar">
            <a class="brand" href=routes::HOME title=translate(app, ClubMessageKey::BackToBoard)>{app.translate(MessageKey::AppName)}</a>
            <nav aria-label=translate(app, ClubMessageKey::Menu)>
                {link(Route::Online, ClubMessageKey::Title)}
                {link(Route::Games, ClubMessageKey::Archive)}
                <a
                    href=routes::COMPUTER
                    aria-current=text(move || if route.with(|route| *route == Route::Computer) { "page" } else { "false" }.to_owned())
                >
                    {text(move || app.locale().computer_message(ComputerMessageKey::Short).to_owned())}
                </a>
                <a
                    href=routes::ANALYSIS
                    aria-current=text(move || if route.with(|route| *route == Route::Analysis) { "page" } else { "false" }.to_owned())
                >
                    {text(move || app.locale().analysis_message(AnalysisMessageKey::Title).to_owned())}
                </a>
                <a
                    href=routes::ACCOUNT
                    aria-current=text(move || if route.with(|route| *route == Route::Account) { "page" } else { "false" }.to_owned())
                >
                    {current_user::account_label()}
                </a>
            </nav>
            {show_if(move || route.with(Route::has_board), move || web::game_screen::board3d_button(app))}
            {settings_button(app)}
        </header>
    }
}

/// Button that opens the settings.
pub(crate) fn settings_button(app: App) -> AnyView {
    view! {
        <button
            type="button"
            class="quiet round"
            aria-label=app.translate(MessageKey::Settings)
            title=app.translate(MessageKey::Settings)
            on:click=handler(move |_| location::open_settings(app))
        >
            {web::icon::icon("settings")}
        </button>
    }
    .into_any()
}

/// The page of an unknown path.
#[component]
fn NotFound() -> impl IntoView {
    let app = App::from_context();
    view! {
        <main class="club narrow">
            <h1>{translate(app, ClubMessageKey::NoPage)}</h1>
            <p>
                <a class="button" href=routes::HOME>{translate(app, ClubMessageKey::BackToBoard)}</a>
                " "
                <a class="button" href=routes::ONLINE>{translate(app, ClubMessageKey::Title)}</a>
            </p>
        </main>
    }
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
        let status = online.connection().status(platform::time::now());
        is_answered || matches!(status, ConnectionStatus::Lost { .. } | ConnectionStatus::ClosedByServer(_))
    })
}
