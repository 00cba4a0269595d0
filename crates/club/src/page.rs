//! The page as a whole: the bar above every page, the page that the address names, and the voice for those who listen.

use client::{AnalysisPhrase, ClubPhrase, ComputerPhrase, Effect, Phrase, Screen};
use leptos::prelude::*;
use web::app::App;
use web::lazy::{Kept, doing, effect, part, part_if, text};
use web::{page, question, settings, world};

use crate::analysis;
use crate::computer::{self, Computer};
use crate::online::connection::{self, Errands};
use crate::online::me::Myself;
use crate::online::{account, archive, game, lobby, me, profile};
use crate::route::Route;
use crate::world::address;
use crate::world::fetch::Answer;

/// Everything in the document's body.
#[component]
pub(crate) fn Page() -> impl IntoView {
    let route = address::route();
    let (errands, computer) = (Errands::new(route), Computer::new());
    let app = App::new(move |app, effect| match effect {
        Effect::SaveStudy(text) => {
            world::storage::save_study(&text);
            None
        }
        effect => errands.take(app, computer.errand(app, effect)?),
    });
    address::follow(app, route);
    provide_context(computer);
    provide_context(app);
    provide_context(route);
    let myself = Myself::new();
    provide_context(myself);
    effect(move || {
        if route.with(Route::needs_server) {
            myself.ask();
        }
    });
    page::dress(app);
    name(app, route);
    world::listen(app);
    connection::keep_time(app);
    myself.follow(app);
    let has_settings = app.watch(|view| view.screen() == Screen::Settings);
    // A table has the whole screen, and its own way out.
    let is_table = Kept::new(move || match route.get() {
        Route::Game(_) => true,
        Route::Computer => computer.rival.with(Option::is_some),
        _ => false,
    });
    // The first answer brings the cookie. Whatever is asked before would be asked by somebody else.
    let is_known = Kept::new(move || !route.with(Route::needs_server) || myself.answer() != Answer::Awaited);
    view! {
        <svg class="sprites" aria-hidden="true" inner_html=page::sprites()></svg>
        {part_if(move || has_settings.get(), || view! { <settings::SettingsScreen /> }.into_any())}
        <div class="page" hidden=has_settings.signal()>
            {part_if(move || !is_table.get(), || view! { <Bar /> }.into_any())}
            {part(move || is_known.get().then(|| match route.get() {
                Route::Online => view! { <lobby::Lobby /> }.into_any(),
                Route::Game(id) => view! { <game::GamePage id /> }.into_any(),
                Route::Player(name) => view! { <profile::Profile name /> }.into_any(),
                Route::Account => view! { <account::Account /> }.into_any(),
                Route::Games => view! { <archive::Archive /> }.into_any(),
                Route::Analysis => view! { <analysis::AnalysisPage /> }.into_any(),
                Route::Computer => view! { <computer::ComputerPage /> }.into_any(),
                Route::Nowhere => view! { <Nowhere /> }.into_any(),
            }))}
        </div>
        <question::ClientQuestion />
        <p class="unseen" role="status" aria-live="polite">{app.said.signal()}</p>
    }
}

/// A text of the club that follows the language.
pub(crate) fn say(app: App, phrase: ClubPhrase) -> Signal<String> {
    text(move || app.words().club(phrase).to_owned())
}

/// The way to the other pages.
#[component]
pub(crate) fn Bar() -> impl IntoView {
    let app = App::here();
    let route: RwSignal<Route> = expect_context();
    let link = move |to: Route, phrase: ClubPhrase| {
        let path = to.path();
        let here = text(move || if route.with(|route| *route == to) { "page" } else { "false" }.to_owned());
        view! { <a href=path aria-current=here>{say(app, phrase)}</a> }
    };
    view! {
        <header class="bar">
            <a class="brand" href="/" title=say(app, ClubPhrase::ToBoard)>{app.say(Phrase::AppName)}</a>
            <nav aria-label=say(app, ClubPhrase::Menu)>
                {link(Route::Online, ClubPhrase::Title)}
                {link(Route::Games, ClubPhrase::Archive)}
                <a
                    href="/computer"
                    aria-current=text(move || if route.with(|route| *route == Route::Computer) { "page" } else { "false" }.to_owned())
                >
                    {text(move || app.words().computer(ComputerPhrase::Short).to_owned())}
                </a>
                <a
                    href="/analysis"
                    aria-current=text(move || if route.with(|route| *route == Route::Analysis) { "page" } else { "false" }.to_owned())
                >
                    {text(move || app.words().analysis(AnalysisPhrase::Title).to_owned())}
                </a>
                <a
                    href="/account"
                    aria-current=text(move || if route.with(|route| *route == Route::Account) { "page" } else { "false" }.to_owned())
                >
                    {me::label()}
                </a>
            </nav>
            {part_if(move || route.with(Route::has_board), move || web::table::space_button(app))}
            {settings_button(app)}
        </header>
    }
}

/// The way to the settings, from every page.
pub(crate) fn settings_button(app: App) -> AnyView {
    view! {
        <button
            type="button"
            class="quiet round"
            aria-label=app.say(Phrase::Settings)
            title=app.say(Phrase::Settings)
            on:click=doing(move |_| address::open_settings(app))
        >
            {web::icon::icon("settings")}
        </button>
    }
    .into_any()
}

/// What stands at an address that names nothing.
#[component]
fn Nowhere() -> impl IntoView {
    let app = App::here();
    view! {
        <main class="club narrow">
            <h1>{say(app, ClubPhrase::NoPage)}</h1>
            <p><a href="/online">{say(app, ClubPhrase::Title)}</a></p>
        </main>
    }
}

/// Names the document after its page.
fn name(app: App, route: RwSignal<Route>) {
    effect(move || {
        let words = app.words();
        let page = match route.get() {
            Route::Online | Route::Nowhere => words.club(ClubPhrase::Title).to_owned(),
            Route::Games => words.club(ClubPhrase::Archive).to_owned(),
            Route::Account => words.club(ClubPhrase::Account).to_owned(),
            Route::Analysis => words.analysis(AnalysisPhrase::Title).to_owned(),
            Route::Computer => words.computer(ComputerPhrase::Title).to_owned(),
            Route::Player(name) => name,
            Route::Game(_) => words.phrase(Phrase::Board).to_owned(),
        };
        world::document::describe(words.language(), &format!("{page} · {}", words.phrase(Phrase::AppName)));
    });
}
