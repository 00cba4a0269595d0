//! The game screen against the computer.

use crate::app::App;
use crate::boxed::{BoxedMemo, derived, handler, show, show_if, text};
use crate::game_screen::actions::ActionBar;
use crate::game_screen::layout::{Layout, layout};
use crate::game_screen::move_input::MoveInput;
use crate::game_screen::moves::MoveList;
use crate::game_screen::offers::Offers;
use crate::game_screen::player_strip::PlayerStrip;
use crate::game_screen::share::Share;
use crate::game_screen::status::StatusLine;
use crate::game_screen::{board3d_button, nav_button};
use crate::icon::icon;
use client::{Announcement, ClubMessageKey, ComputerMessageKey, MessageKey, Screen};
use game::Offer;
use leptos::prelude::*;

use super::Computer;
use super::opponent_form::translate;
use crate::pages::{settings_button, translate as page_text};

/// Board, players and panel.
#[component]
pub(super) fn ComputerGame() -> impl IntoView {
    let app = App::from_context();
    let computer = Computer::from_context();
    let moves = app.memo(|view| view.moves());
    let is_on = app.memo(|view| view.local_game().game().outcome().is_none());
    let declined = app.memo_localized(move |view, locale| {
        let game = view.local_game().game();
        let color =
            [game.turn(), !game.turn()].into_iter().find(|&color| !view.local_game().is_local(color))?;
        let is_now = computer.declined.get() == Some(game.plies()) && game.outcome().is_none();
        is_now.then(|| locale.announcement(&Announcement::Declined(color, Offer::Draw)))
    });
    let lesson = BoxedMemo::new(move || computer.advice.get().lesson);
    let panel = view! {
        <StatusLine moves />
        {show_if(move || computer.is_unavailable.get(), move || view! {
            <p class="wrong" role="alert">{translate(app, ComputerMessageKey::NoWorker)}</p>
        }.into_any())}
        {show(move || lesson.get().map(|lesson| {
            let ([played, better], reason) = (lesson.sans.clone(), lesson.reason.clone());
            let show = lesson.clone();
            view! {
                <p class="lesson" role="status">
                    {text(move || app.locale().mistake_advice(&played, reason.as_ref(), &better))}
                    " "
                    <button type="button" on:click=handler(move |_| show.show(app))>{translate(app, ComputerMessageKey::Why)}</button>
                </p>
            }
            .into_any()
        }))}
        {show(move || declined.get().map(|text| view! { <p class="notice">{text}</p> }.into_any()))}
        {super::kept_game::notice()}
        <Offers />
        <MoveList moves />
        <ActionBar extra=Some(hint_button(app, computer)) />
        <div class="lower">
            {show_if(move || is_on.get(), || view! { <MoveInput /> }.into_any())}
            <Share />
        </div>
    };
    let corner = view! {
        <nav class="corner" aria-label=page_text(app, ClubMessageKey::Menu)>
            <a class="round quiet" href=routes::HOME aria-label=app.translate(MessageKey::AppName) title=app.translate(MessageKey::AppName)>{icon("home")}</a>
            {nav_button(app, "plus", MessageKey::NewGame, Screen::Form)}
            {board3d_button(app)}
            {settings_button(app)}
        </nav>
    };
    // The opponent form may have been scrolled down.
    crate::platform::document::scroll_to_top();
    layout(
        app,
        Layout {
            class: "table",
            title: translate(app, ComputerMessageKey::Title),
            hints: None,
            beside_board: None,
            player_strip: |color| view! { <PlayerStrip color /> }.into_any(),
            panel: panel.into_any(),
            nav: Some(corner.into_any()),
        },
    )
}

/// The hint button. It is disabled, not hidden, during the computer's turn, so that no button moves under the
/// pointer.
fn hint_button(app: App, computer: Computer) -> AnyView {
    let turn = app.memo(|view| {
        let game = view.local_game().game();
        game.outcome().is_none().then(|| view.local_game().is_local(game.turn()))
    });
    let show = move || {
        view! {
            <button
                type="button"
                class="action"
                disabled=derived(move || turn.get() != Some(true))
                on:click=handler(move |_| computer.advice.get_untracked().hint(app))
            >
                {icon("hint")}
                <span>{translate(app, ComputerMessageKey::Hint)}</span>
            </button>
        }
        .into_any()
    };
    show_if(move || turn.get().is_some(), show)
}
