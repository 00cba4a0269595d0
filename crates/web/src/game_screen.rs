//! The game screen: the board, the players beside it, and the panel with status, moves and actions.

pub mod actions;
pub mod clock;
pub mod layout;
pub mod moves;
pub mod offers;
pub mod share;
pub mod player_strip;
pub mod status;
pub mod move_input;

use client::{Event, MessageKey, Screen, Setting, Switch};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{defer, show_if};
use crate::icon::icon;
use layout::{Layout, layout};

/// The game screen.
#[component]
pub fn GameScreen() -> impl IntoView {
    let app = App::from_context();
    // Two components read it; building the list is done once.
    let moves = app.memo(|view| view.moves());
    let is_on = app.memo(|view| !view.local_game().is_finished());
    let panel = view! {
        {defer(move || view! { <status::StatusLine moves /> <offers::Offers /> <moves::MoveList moves /> }.into_any())}
        {defer(|| view! { <actions::ActionBar /> }.into_any())}
        {defer(move || view! {
            <div class="lower">
                {show_if(move || is_on.get(), || view! { <move_input::MoveInput /> }.into_any())}
                <share::Share />
            </div>
        }.into_any())}
    };
    let corner = view! {
        <nav class="corner">
            {nav_button(app, "home", MessageKey::AppName, Screen::Home)}
            {nav_button(app, "plus", MessageKey::NewGame, Screen::Form)}
            {board3d_button(app)}
            {nav_button(app, "settings", MessageKey::Settings, Screen::Settings)}
        </nav>
    };
    layout(
        app,
        Layout {
            class: "table",
            title: app.translate(MessageKey::AppName),
            hints: None,
            beside_board: None,
            player_strip: |color| view! { <player_strip::PlayerStrip color /> }.into_any(),
            panel: panel.into_any(),
            nav: Some(corner.into_any()),
        },
    )
}

/// Button that switches the 3D board on and off.
pub fn board3d_button(app: App) -> AnyView {
    let turn = move |_| {
        let stands = app.with_view_untracked(|view| view.settings().board3d.is_on());
        app.send(Event::ChangeSetting(Setting::Board3d(if stands { Switch::Off } else { Switch::On })));
    };
    icon_button(app, "space", MessageKey::Board3dToggle, Box::new(turn))
}

/// Button that goes to another screen.
pub fn nav_button(app: App, icon_name: &'static str, key: MessageKey, screen: Screen) -> AnyView {
    icon_button(app, icon_name, key, Box::new(move |_| app.send(Event::GoTo(screen))))
}

/// A button with an icon only; its text is the label and the tooltip.
fn icon_button(
    app: App,
    icon_name: &'static str,
    key: MessageKey,
    act: Box<dyn FnMut(web_sys::MouseEvent)>,
) -> AnyView {
    view! {
        <button type="button" class="quiet round" aria-label=app.translate(key) title=app.translate(key) on:click=act>
            {icon(icon_name)}
        </button>
    }
    .into_any()
}
