//! The action buttons of an online game. Every button keeps its place, disabled if necessary.

use std::time::Duration;

use crate::app::App;
use crate::boxed::{BoxedMemo, derived, handler, show, show_if, text};
use crate::game_screen::actions::{DrawClaims, ReviewButton};
use crate::icon::icon;
use client::{
    AvailableActions, BoardCommand, ClubMessageKey, ComputerMessageKey, Event, MessageKey, PlayerAction,
};
use game::TimeControl;
use leptos::prelude::*;
use protocol::GameId;
use rules::Color;

use crate::pages::translate;
use crate::route::Route;

/// Time within which a button must be pressed a second time.
const CONFIRM_WINDOW: Duration = Duration::from_secs(4);

/// The buttons below the move list.
#[component]
pub(crate) fn OnlineActionBar(id: GameId) -> impl IntoView {
    let app = App::from_context();
    let me = app.memo(|view| view.online().game().and_then(|game| game.seat()).map(Color::from));
    let is_over = app.memo(|view| view.local_game().game().outcome().is_some());
    show(move || {
        Some(match (me.get(), is_over.get()) {
            (Some(me), false) => player_actions(app, me),
            (me, true) => finished_actions(app, me, id),
            (None, false) => spectator_actions(app),
        })
    })
}

fn player_actions(app: App, me: Color) -> AnyView {
    let actions = app.memo(|view| view.actions());
    let gives = app.memo(|view| view.online().game().is_some_and(|game| game.may_give_time()));
    // Days per move, or no clock: there are no seconds to give.
    let has_clock = app.memo(|view| {
        let server_game = view.online().game().and_then(|game| game.server_game());
        server_game.is_some_and(|game| matches!(game.info.control.get(), TimeControl::Clock(_)))
    });
    let premoves = app.memo(|view| !view.board().premoves.is_empty());
    let cannot = move |can: fn(&AvailableActions, Color) -> bool| derived(move || !can(&actions.read(), me));
    let act = move |act: BoardCommand| move || app.send(Event::Command(act));
    let sure = move |act: BoardCommand| {
        move || {
            app.send(Event::Command(act));
            app.send(Event::Command(BoardCommand::Confirm));
        }
    };
    view! {
        <div class="claims"><DrawClaims /></div>
        <div class="actions">
            {action_button("undo", translate(app, ClubMessageKey::Takeback), cannot(|actions, _| actions.take_back), act(BoardCommand::TakeBack))}
            {action_button("draw", translate(app, ClubMessageKey::Draw), cannot(|actions, me| actions.offer_draw[me]), act(BoardCommand::OfferDraw(me)))}
            {confirm_button(app, "action", "flag", translate(app, ClubMessageKey::Resign), cannot(|actions, me| actions.resign[me]), sure(BoardCommand::Resign(me)))}
            // One place for both: a game with premoves has begun.
            {show(move || Some(match premoves.get() {
                true => action_button("close", app.translate(MessageKey::CancelPremoves), derived(|| false), move || app.send(Event::CancelPremoves)),
                false => confirm_button(app, "action", "close", translate(app, ClubMessageKey::Abort), cannot(|actions, _| actions.abort), sure(BoardCommand::Abort)),
            }))}
            {show_if(move || has_clock.get(), move || action_button("plus", translate(app, ClubMessageKey::GiveTime), derived(move || !gives.get()), move || app.send(Event::LocalAction(PlayerAction::GiveTime))))}
            {action_button("flip", app.translate(MessageKey::FlipBoard), derived(|| false), move || app.send(Event::FlipBoard))}
        </div>
    }
    .into_any()
}

fn finished_actions(app: App, me: Option<Color>, id: GameId) -> AnyView {
    let may_rematch = app.memo(|view| view.actions().rematch);
    let is_kept = app.with_view_untracked(|view| view.online().game().is_some_and(|game| game.is_kept()));
    let computer = text(move || app.locale().computer_message(ComputerMessageKey::Title).to_owned());
    let lobby = if me.is_some() { ClubMessageKey::NewOpponent } else { ClubMessageKey::Title };
    let next = app.memo(|view| {
        view.online().game().and_then(|game| game.server_game()).and_then(|server_game| server_game.rematch)
    });
    view! {
        <div class="actions">
            {me.filter(|_| !is_kept).map(|_| view! {
                <button
                    type="button"
                    class="action main"
                    disabled=derived(move || !may_rematch.get())
                    on:click=handler(move |_| app.send(Event::Rematch))
                >
                    {icon("again")} <span>{app.translate(MessageKey::Rematch)}</span>
                </button>
            })}
            {show(move || next.get().map(|next| view! {
                <a class="button action" href=Route::Game(next).path()>{icon("again")} <span>{translate(app, ClubMessageKey::NextGame)}</span></a>
            }.into_any()))}
            {match is_kept {
                true => view! { <a class="button action" href=routes::COMPUTER>{icon("play")} <span>{computer}</span></a> }.into_any(),
                false => view! {
                    <a class="button action" href=routes::ONLINE>{icon("people")} <span>{translate(app, lobby)}</span></a>
                }.into_any(),
            }}
            <ReviewButton />
            {action_button("flip", app.translate(MessageKey::FlipBoard), derived(|| false), move || app.send(Event::FlipBoard))}
            <a class="button action" href=format!("/api/games/{id}/pgn") download="">
                {icon("save")} <span>{translate(app, ClubMessageKey::Pgn)}</span>
            </a>
        </div>
    }
    .into_any()
}

fn spectator_actions(app: App) -> AnyView {
    view! {
        <div class="actions">
            {action_button("flip", app.translate(MessageKey::FlipBoard), derived(|| false), move || app.send(Event::FlipBoard))}
            <a class="button action" href=routes::ONLINE>{icon("people")} <span>{translate(app, ClubMessageKey::Title)}</span></a>
        </div>
    }
    .into_any()
}

/// A button that acts on the first press.
fn action_button(
    icon_name: &'static str,
    label: Signal<String>,
    is_off: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button type="button" class="action" disabled=is_off on:click=handler(move |_| act())>
            {icon(icon_name)} <span>{label}</span>
        </button>
    }
    .into_any()
}

/// A button that must be pressed twice within [`CONFIRM_WINDOW`].
pub(crate) fn confirm_button(
    app: App,
    class: &'static str,
    icon_name: &'static str,
    label: Signal<String>,
    is_off: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    let is_armed = RwSignal::new(false);
    let press = move |_| {
        if is_armed.get_untracked() {
            is_armed.set(false);
            act();
        } else {
            is_armed.set(true);
            let disarm = move || {
                // By then the button may be gone.
                let _gone = is_armed.try_set(false);
            };
            set_timeout(disarm, CONFIRM_WINDOW);
        }
    };
    let shown_label =
        BoxedMemo::new(
            move || if is_armed.get() { translate(app, ClubMessageKey::Sure).get() } else { label.get() },
        );
    view! {
        <button type="button" class=class class:armed=is_armed disabled=is_off on:click=handler(press)>
            {icon(icon_name)} <span aria-live="polite">{shown_label.signal()}</span>
        </button>
    }
    .into_any()
}
