//! What can be done besides moving. Every button has a place of its own and keeps it; what cannot be done now is greyed out.

use std::time::Duration;

use client::online::Wish;
use client::{Act, Actions, ClubPhrase, Event, Phrase};
use leptos::prelude::*;
use protocol::GameId;
use rules::Color;
use web::app::App;
use web::icon::icon;
use web::lazy::{Kept, doing, lazy, part};
use web::table::actions::{Claims, Review};

use crate::page::say;

/// How long a button that wants a second press waits for it.
const PATIENCE: Duration = Duration::from_secs(4);

/// The buttons under the list of moves.
#[component]
pub(crate) fn ActionBar(id: GameId) -> impl IntoView {
    let app = App::here();
    let me = app.watch(|view| view.online().game().and_then(|game| game.seat()).map(Color::from));
    let is_over = app.watch(|view| view.table().game().outcome().is_some());
    part(move || {
        Some(match (me.get(), is_over.get()) {
            (Some(me), false) => playing(app, me),
            (me, true) => over(app, me, id),
            (None, false) => watching(app),
        })
    })
}

fn playing(app: App, me: Color) -> AnyView {
    let actions = app.watch(|view| view.actions());
    let gives = app.watch(|view| view.online().game().is_some_and(|game| game.may_give_time()));
    let premoves = app.watch(|view| !view.board().premoves.is_empty());
    let cannot = move |can: fn(&Actions, Color) -> bool| lazy(move || !can(&actions.read(), me));
    let act = move |act: Act| move || app.send(Event::Act(act));
    let sure = move |act: Act| {
        move || {
            app.send(Event::Act(act));
            app.send(Event::Act(Act::Confirm));
        }
    };
    view! {
        <div class="claims"><Claims /></div>
        <div class="actions">
            {once("undo", say(app, ClubPhrase::Takeback), cannot(|actions, _| actions.take_back), act(Act::TakeBack))}
            {once("draw", say(app, ClubPhrase::Draw), cannot(|actions, me| actions.offer_draw[me]), act(Act::OfferDraw(me)))}
            {twice(app, "action", "flag", say(app, ClubPhrase::Resign), cannot(|actions, me| actions.resign[me]), sure(Act::Resign(me)))}
            {twice(app, "action", "close", say(app, ClubPhrase::Abort), cannot(|actions, _| actions.abort), sure(Act::Abort))}
            {once("plus", say(app, ClubPhrase::GiveTime), lazy(move || !gives.get()), move || app.send(Event::Wish(Wish::GiveTime)))}
            {once("flip", app.say(Phrase::FlipBoard), lazy(|| false), move || app.send(Event::Flip))}
            {once("close", app.say(Phrase::CancelPremoves), lazy(move || !premoves.get()), move || app.send(Event::CancelPremoves))}
        </div>
    }
    .into_any()
}

fn over(app: App, me: Option<Color>, id: GameId) -> AnyView {
    let may_rematch = app.watch(|view| view.actions().rematch);
    let next =
        app.watch(|view| view.online().game().and_then(|game| game.truth()).and_then(|truth| truth.rematch));
    view! {
        <div class="actions">
            {me.map(|_| view! {
                <button
                    type="button"
                    class="action main"
                    disabled=lazy(move || !may_rematch.get())
                    on:click=doing(move |_| app.send(Event::Wish(Wish::Rematch)))
                >
                    {icon("again")} <span>{app.say(Phrase::Rematch)}</span>
                </button>
            })}
            {part(move || next.get().map(|next| view! {
                <a class="button action" href=format!("/game/{next}")>{icon("again")} <span>{say(app, ClubPhrase::NextGame)}</span></a>
            }.into_any()))}
            <a class="button action" href="/online">{icon("people")} <span>{say(app, ClubPhrase::NewOpponent)}</span></a>
            <Review />
            {once("flip", app.say(Phrase::FlipBoard), lazy(|| false), move || app.send(Event::Flip))}
            <a class="button action" href=format!("/api/games/{id}/pgn") download="hanpan.pgn">
                {icon("save")} <span>{say(app, ClubPhrase::Pgn)}</span>
            </a>
        </div>
    }
    .into_any()
}

fn watching(app: App) -> AnyView {
    view! {
        <div class="actions">
            {once("flip", app.say(Phrase::FlipBoard), lazy(|| false), move || app.send(Event::Flip))}
            <a class="button action" href="/online">{icon("people")} <span>{say(app, ClubPhrase::Title)}</span></a>
        </div>
    }
    .into_any()
}

/// A button that acts at once.
fn once(
    sign: &'static str,
    words: Signal<String>,
    is_off: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button type="button" class="action" disabled=is_off on:click=doing(move |_| act())>
            {icon(sign)} <span>{words}</span>
        </button>
    }
    .into_any()
}

/// A button that acts when it is pressed a second time, soon after the first.
pub(crate) fn twice(
    app: App,
    class: &'static str,
    sign: &'static str,
    words: Signal<String>,
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
            set_timeout(disarm, PATIENCE);
        }
    };
    let label =
        Kept::new(move || if is_armed.get() { say(app, ClubPhrase::Sure).get() } else { words.get() });
    view! {
        <button type="button" class=class class:armed=is_armed disabled=is_off on:click=doing(press)>
            {icon(sign)} <span aria-live="polite">{label.signal()}</span>
        </button>
    }
    .into_any()
}
