//! The table at which the computer is played.

use client::{Announcement, ClubPhrase, ComputerPhrase, Phrase};
use game::Offer;
use leptos::prelude::*;
use web::app::App;
use web::icon::icon;
use web::lazy::{Kept, doing, lazy, part, part_if, text};
use web::table::actions::ActionBar;
use web::table::frame::{Parts, frame};
use web::table::moves::MoveList;
use web::table::offers::Offers;
use web::table::share::Share;
use web::table::side::Side;
use web::table::space_button;
use web::table::status::StatusLine;
use web::table::typed::TypedMove;

use super::Computer;
use super::choose::say;
use crate::page::{say as club_say, settings_button};

/// The board, the players, and what can be done.
#[component]
pub(super) fn Play() -> impl IntoView {
    let app = App::here();
    let computer = Computer::here();
    let moves = app.watch(|view| view.moves());
    let is_on = app.watch(|view| view.table().game().outcome().is_none());
    let declined = app.tell(move |view, words| {
        let game = view.table().game();
        let color = [game.turn(), !game.turn()].into_iter().find(|&color| !view.table().is_here(color))?;
        let is_now = computer.declined.get() == Some(game.plies()) && game.outcome().is_none();
        is_now.then(|| words.announcement(&Announcement::Declined(color, Offer::Draw)))
    });
    let lesson = Kept::new(move || computer.advice.get().lesson);
    let panel = view! {
        <StatusLine moves />
        {part_if(move || computer.is_lost.get(), move || view! {
            <p class="wrong" role="alert">{say(app, ComputerPhrase::NoWorker)}</p>
        }.into_any())}
        {part(move || lesson.get().map(|lesson| {
            let ([played, better], reason) = (lesson.names.clone(), lesson.reason.clone());
            let show = lesson.clone();
            view! {
                <p class="lesson" role="status">
                    {text(move || app.words().lesson(&played, reason.as_ref(), &better))}
                    " "
                    <button type="button" on:click=doing(move |_| show.show(app))>{say(app, ComputerPhrase::Why)}</button>
                </p>
            }
            .into_any()
        }))}
        {part(move || declined.get().map(|text| view! { <p class="notice">{text}</p> }.into_any()))}
        <Offers />
        <MoveList moves />
        <ActionBar own=Some(hint(app, computer)) />
        <div class="lower">
            {part_if(move || is_on.get(), || view! { <TypedMove /> }.into_any())}
            <Share />
        </div>
    };
    let corner = view! {
        <nav class="corner" aria-label=club_say(app, ClubPhrase::Menu)>
            <a class="round quiet" href="/" aria-label=app.say(Phrase::AppName) title=app.say(Phrase::AppName)>{icon("home")}</a>
            {space_button(app)}
            {settings_button(app)}
        </nav>
    };
    // The form for the opponent was longer than the table.
    web::world::document::to_top();
    frame(
        app,
        Parts {
            class: "table",
            title: say(app, ComputerPhrase::Title),
            hints: None,
            beside: None,
            side: |color| view! { <Side color /> }.into_any(),
            panel: panel.into_any(),
            corner: Some(corner.into_any()),
        },
    )
}

/// What the computer would do. It keeps its place while the other side thinks, so that no button moves under a finger.
fn hint(app: App, computer: Computer) -> AnyView {
    let turn = app.watch(|view| {
        let game = view.table().game();
        game.outcome().is_none().then(|| view.table().is_here(game.turn()))
    });
    let show = move || {
        view! {
            <button
                type="button"
                class="action"
                disabled=lazy(move || turn.get() != Some(true))
                on:click=doing(move |_| computer.advice.get_untracked().hint(app))
            >
                {icon("hint")}
                <span>{say(app, ComputerPhrase::Hint)}</span>
            </button>
        }
        .into_any()
    };
    part_if(move || turn.get().is_some(), show)
}
