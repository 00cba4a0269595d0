//! The game: the board as large as fits, the players beside it, and everything one can do.

pub mod actions;
pub mod clock;
pub mod frame;
pub mod moves;
pub mod offers;
pub mod share;
pub mod side;
pub mod status;
pub mod typed;

use client::{Event, Phrase, Screen, Setting, Switch};
use leptos::prelude::*;

use crate::app::App;
use crate::icon::icon;
use crate::lazy::{later, part_if};
use frame::{Parts, frame};

/// The screen with the board.
#[component]
pub fn Table() -> impl IntoView {
    let app = App::here();
    // Read by two components: writing all moves down is done once.
    let moves = app.watch(|view| view.moves());
    let is_on = app.watch(|view| view.table().game().outcome().is_none());
    let panel = view! {
        {later(move || view! { <status::StatusLine moves /> <offers::Offers /> <moves::MoveList moves /> }.into_any())}
        {later(|| view! { <actions::ActionBar /> }.into_any())}
        {later(move || view! {
            <div class="lower">
                {part_if(move || is_on.get(), || view! { <typed::TypedMove /> }.into_any())}
                <share::Share />
            </div>
        }.into_any())}
    };
    let corner = view! {
        <nav class="corner">
            {corner(app, "home", Phrase::AppName, Screen::Home)}
            {corner(app, "plus", Phrase::NewGame, Screen::Form)}
            {space_button(app)}
            {corner(app, "settings", Phrase::Settings, Screen::Settings)}
        </nav>
    };
    frame(
        app,
        Parts {
            class: "table",
            title: app.say(Phrase::AppName),
            hints: None,
            beside: None,
            side: |color| view! { <side::Side color /> }.into_any(),
            panel: panel.into_any(),
            corner: Some(corner.into_any()),
        },
    )
}

/// Whether the board lies flat or stands in space.
pub fn space_button(app: App) -> AnyView {
    let turn = move |_| {
        let stands = app.peek(|view| view.settings().space.is_on());
        app.send(Event::Set(Setting::Space(if stands { Switch::Off } else { Switch::On })));
    };
    round(app, "space", Phrase::SpaceSwitch, Box::new(turn))
}

fn corner(app: App, sign: &'static str, phrase: Phrase, screen: Screen) -> AnyView {
    round(app, sign, phrase, Box::new(move |_| app.send(Event::Go(screen))))
}

/// A button that is only a sign; its words are heard, and seen when it is pointed at.
fn round(app: App, sign: &'static str, phrase: Phrase, act: Box<dyn FnMut(web_sys::MouseEvent)>) -> AnyView {
    view! {
        <button type="button" class="quiet round" aria-label=app.say(phrase) title=app.say(phrase) on:click=act>
            {icon(sign)}
        </button>
    }
    .into_any()
}
