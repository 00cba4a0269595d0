//! The game: the board as large as fits, the players beside it, and everything one can do.

pub mod actions;
pub mod clock;
pub mod moves;
pub mod offers;
pub mod share;
pub mod side;
pub mod status;
pub mod typed;

use client::{Event, Phrase, Screen};
use leptos::prelude::*;

use crate::app::App;
use crate::board::Board;
use crate::icon::icon;
use crate::lazy::{Kept, doing, later, part_if};
use crate::world;

/// The screen with the board.
#[component]
pub fn Table() -> impl IntoView {
    let app = App::here();
    let below = app.watch(|view| view.table().orientation().bottom);
    let above = Kept::new(move || !below.get());
    // Read by two components: writing all moves down is done once.
    let moves = app.watch(|view| view.moves());
    let is_on = app.watch(|view| view.table().game().outcome().is_none());
    // Its address would name a screen; the way to the board is no way out of the game.
    let skip = |event: web_sys::MouseEvent| {
        event.prevent_default();
        world::document::focus(world::focus::CURSOR);
    };
    view! {
        <a class="skip" href="#board" on:click=doing(skip)>{app.say(Phrase::SkipToBoard)}</a>
        <main class="table">
            <h1 class="unseen">{app.say(Phrase::AppName)}</h1>
            <div class="side-above"><side::Side color=above /></div>
            <div class="board-place" id="board"><Board /></div>
            <div class="side-below"><side::Side color=below /></div>
            <section class="panel" aria-label=app.say(Phrase::GameControls)>
                {later(move || view! { <status::StatusLine moves /> <offers::Offers /> <moves::MoveList moves /> }.into_any())}
                {later(|| view! { <actions::ActionBar /> }.into_any())}
                {later(move || view! {
                    <div class="lower">
                        {part_if(move || is_on.get(), || view! { <typed::TypedMove /> }.into_any())}
                        <share::Share />
                    </div>
                }.into_any())}
            </section>
            <nav class="corner">
                {corner(app, "home", Phrase::AppName, Screen::Home)}
                {corner(app, "plus", Phrase::NewGame, Screen::Form)}
                {corner(app, "settings", Phrase::Settings, Screen::Settings)}
            </nav>
        </main>
    }
}

fn corner(app: App, sign: &'static str, phrase: Phrase, screen: Screen) -> impl IntoView {
    view! {
        <button
            type="button"
            class="quiet round"
            aria-label=app.say(phrase)
            title=app.say(phrase)
            on:click=doing(move |_| app.send(Event::Go(screen)))
        >
            {icon(sign)}
        </button>
    }
}
