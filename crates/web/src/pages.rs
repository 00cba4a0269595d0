//! All pages but the start page: navigation bar, the page of the current route, and the `aria-live` region.

pub(crate) mod start_position;
mod tab;

use std::mem::discriminant;

use client::{ClubMessageKey, ComputerMessageKey, Effect, MessageKey, Screen};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{BoxedMemo, BoxedSignal, effect, handler, show, show_if, text};
use crate::online::current_user::{self, CurrentUser};
use crate::platform::navigation;
use crate::route::Route;
use crate::{confirm, part, platform, settings, shell};

/// Shared state of the pages, in the Leptos context; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct PageContext {
    /// The application state.
    pub(crate) app: App,
    /// The current page.
    pub(crate) route: RwSignal<Route>,
    /// The user; loaded by the pages that need the server.
    pub(crate) user: CurrentUser,
    /// Number of the user's games in which it is the user's turn, and of challenges to the user.
    pub(crate) own_turns: BoxedSignal<usize>,
    /// True while a game against the computer is on the board.
    pub(crate) is_computer_playing: BoxedSignal<bool>,
    /// True once a page that needs the server has more to show than the frame in the document.
    pub(crate) is_online_ready: BoxedSignal<bool>,
    /// Owner of what outlives a page.
    pub(crate) owner: StoredValue<Option<Owner>>,
    /// True once a page that needs the server has been opened.
    pub(crate) is_online: StoredValue<bool>,
}

impl PageContext {
    /// The context of the current page.
    pub(crate) fn from_context() -> PageContext {
        expect_context()
    }
}

/// All pages but the start page: navigation bar, current page and `aria-live` region.
pub(crate) fn frame(route: RwSignal<Route>) -> AnyView {
    view! { <Pages route /> }.into_any()
}

#[component]
fn Pages(route: RwSignal<Route>) -> impl IntoView {
    let app = App::new(route);
    app.add_effect_handler(|_, effect| match effect {
        // The stored game is that of the start page.
        Effect::SaveGame(_) | Effect::DeleteSavedGame => None,
        effect => Some(effect),
    });
    let context = PageContext {
        app,
        route,
        user: CurrentUser::new(),
        own_turns: BoxedSignal::new(0),
        is_computer_playing: BoxedSignal::new(false),
        is_online_ready: BoxedSignal::new(false),
        owner: StoredValue::new(Owner::current()),
        is_online: StoredValue::new(false),
    };
    provide_context(context);
    provide_context(app);
    provide_context(route);
    provide_context(context.user);
    navigation::sync_with_settings(app);
    shell::apply_settings(app);
    tab::sync(context);
    platform::listen(app);
    let has_settings = app.memo(|view| view.screen() == Screen::Settings);
    // A game uses the whole screen and has its own navigation.
    let is_table = BoxedMemo::new(move || match route.get() {
        Route::Game(_) => true,
        Route::Computer => context.is_computer_playing.get(),
        _ => false,
    });
    // The frame in the document stays until there is something better to show.
    let has_frame = BoxedSignal::new(platform::document::placeholder().is_some());
    effect(move || {
        if !route.with(Route::needs_server) || context.is_online_ready.get() {
            has_frame.set(false);
            platform::document::remove_placeholder();
        }
    });
    let is_hidden = BoxedMemo::new(move || has_settings.get() || has_frame.get());
    view! {
        {show_if(move || has_settings.get(), || view! { <settings::SettingsScreen /> }.into_any())}
        <div class="page" hidden=is_hidden.signal()>
            {show_if(move || !is_table.get(), || view! { <NavBar /> }.into_any())}
            {show(move || match route.get() {
                // The start page is about to be shown.
                Route::Home => None,
                Route::NotFound => Some(not_found()),
                route => Some(part::draw_page(route)),
            })}
        </div>
        <confirm::ClientConfirmDialog />
        <p class="unseen" role="status" aria-live="polite">{app.announcement.signal()}</p>
    }
}

/// The text of a phrase; follows the language setting.
pub(crate) fn translate(app: App, key: ClubMessageKey) -> Signal<String> {
    text(move || app.locale().club_message(key).to_owned())
}

/// The navigation bar.
#[component]
pub(crate) fn NavBar() -> impl IntoView {
    let app = App::from_context();
    let route: RwSignal<Route> = expect_context();
    let link = move |to: Route, label: Signal<String>| {
        let path = to.path();
        // The pages of one part share a link.
        let here = text(move || {
            let is_here = route.with(|route| discriminant(route) == discriminant(&to));
            if is_here { "page" } else { "false" }.to_owned()
        });
        view! { <a href=path aria-current=here>{label}</a> }.into_any()
    };
    let computer = text(move || app.locale().computer_message(ComputerMessageKey::Short).to_owned());
    let analysis = text(move || app.locale().club_message(ClubMessageKey::Analysis).to_owned());
    view! {
        <header class="bar">
            <a class="brand" href=routes::HOME title=translate(app, ClubMessageKey::Home)>{app.translate(MessageKey::AppName)}</a>
            <nav aria-label=translate(app, ClubMessageKey::Menu)>
                {link(Route::Online, translate(app, ClubMessageKey::Online))}
                {link(Route::Games, translate(app, ClubMessageKey::Archive))}
                {link(Route::Computer, computer)}
                {link(Route::Learn(routes::LEARN.to_owned()), app.translate(MessageKey::Learn))}
                {link(Route::Analysis, analysis)}
                {link(Route::Account, current_user::account_label())}
            </nav>
            {show_if(move || route.with(Route::has_board), move || crate::game_screen::board3d_button(app))}
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
            on:click=handler(move |_| navigation::open_settings(app))
        >
            {crate::icon::icon("settings")}
        </button>
    }
    .into_any()
}

/// The page of an unknown path.
pub(crate) fn not_found() -> AnyView {
    let app = App::from_context();
    view! {
        <main class="content narrow">
            <h1>{translate(app, ClubMessageKey::NoPage)}</h1>
            <p>
                <a class="button" href=routes::HOME>{translate(app, ClubMessageKey::Home)}</a>
                " "
                <a class="button" href=routes::ONLINE>{translate(app, ClubMessageKey::Title)}</a>
            </p>
        </main>
    }
    .into_any()
}
