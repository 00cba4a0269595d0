//! What can be done besides moving. While a game goes on every button has a place of its own; what cannot be done now is
//! greyed out, so that none comes under a finger that meant another.

use client::{Act, Actions, Event, Phrase, Screen, View};
use game::{Claim, Ruleset};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::icon::icon;
use crate::lazy::{Kept, doing, lazy, part, part_if, row};
use crate::world;

/// The buttons under the list of moves.
#[component]
pub fn ActionBar(
    /// What can be done at this table and at no other.
    #[prop(default = None)]
    own: Option<AnyView>,
) -> impl IntoView {
    let app = App::here();
    let actions = app.watch(|view| view.actions());
    let turn = app.watch(|view| view.table().game().turn());
    let premoves = app.watch(|view| !view.board().premoves.is_empty());
    let shapes = app.watch(|view| !view.board().shapes.is_empty());
    let is = move |f: fn(&Actions) -> bool| move || f(&actions.read());
    let is_over = is(|actions| actions.rematch);
    let is_on = is(|actions| !actions.rematch);
    let is_stopped = is(|actions| actions.resume);
    let pauses = app.watch(|view| view.table().is_timed() && view.table().is_shared());
    let offers = move || offers(&actions.read(), turn.get()).is_some();
    let resigns = move || resigns(&actions.read(), turn.get()).is_some();
    view! {
        <div class="claims"><Claims /></div>
        <div class="actions">
            {own}
            {button("action main", "again", Phrase::Rematch, is_over, |_| Event::Rematch)}
            {button("action", "plus", Phrase::NewGame, is_over, |_| Event::Go(Screen::Form))}
            <Review />
            {button("action main", "play", Phrase::GoOn, is_stopped, |_| Event::Act(Act::Resume))}
            {slot("pause", Phrase::PauseClocks, move || is_on() && pauses.get() && !is_stopped(), is(|actions| actions.pause), |_| Event::Act(Act::Pause))}
            {slot("undo", Phrase::TakeBack, is_on, is(|actions| actions.take_back), |_| Event::Act(Act::TakeBack))}
            {button("action", "flip", Phrase::FlipBoard, || true, |_| Event::Flip)}
            {slot("draw", Phrase::OfferDraw, is_on, offers, |view| Event::Act(Act::OfferDraw(who(view, self::offers))))}
            {slot("flag", Phrase::Resign, is_on, resigns, |view| Event::Act(Act::Resign(who(view, self::resigns))))}
            {button("action", "close", Phrase::CancelPremoves, move || premoves.get(), |_| Event::CancelPremoves)}
            {button("action", "close", Phrase::ClearDrawings, move || shapes.get() && !premoves.get(), |_| Event::ClearShapes)}
            {slot("close", Phrase::CallOff, move || is_on() && !shapes.get() && !premoves.get(), is(|actions| actions.abort), |_| Event::Act(Act::Abort))}
        </div>
    }
}

/// The way to the analysis board, at the end of a game that can be judged.
#[component]
pub fn Review() -> impl IntoView {
    let app = App::here();
    let is_there = app.watch(|view| {
        let game = view.table().game();
        let is_over = game.outcome().is_some() || view.table().recorded().is_some();
        is_over && game.plies() > 0 && game.ruleset() != Ruleset::KingCapture
    });
    let review = move |_| {
        app.peek(|view| {
            let table = view.table();
            world::document::review(&table.pgn().to_string(), table.orientation().bottom);
        });
    };
    part_if(
        move || is_there.get(),
        move || {
            view! {
                <button type="button" class="action" on:click=doing(review)>
                    {icon("chart")}
                    <span>{app.say(Phrase::Review)}</span>
                </button>
            }
            .into_any()
        },
    )
}

/// The draws that can be claimed, now or with the next move.
#[component]
pub fn Claims() -> impl IntoView {
    let app = App::here();
    let actions = app.watch(|view| view.actions());
    part(move || {
        let words = app.words();
        let actions = actions.read();
        let now = Claim::ALL.into_iter().filter(|&claim| actions.claim.has(claim));
        let now = now.map(|claim| (words.claim(claim), None, Act::Claim(claim)));
        let later = actions.claim_with_move.iter().map(|&claim| {
            let is_pressed = Some(if actions.claiming == Some(claim) { "true" } else { "false" });
            (words.claim_with_move(claim), is_pressed, Act::ClaimWithMove(claim))
        });
        let claims = now.chain(later).map(|(text, is_pressed, act)| {
            let claim = doing(move |_| app.send(Event::Act(act)));
            view! { <button type="button" class="claim" aria-pressed=is_pressed on:click=claim>{text}</button> }
        });
        Some(row(claims))
    })
}

/// A button with its sign and words, while it means something.
fn button(
    class: &'static str,
    sign: &'static str,
    phrase: Phrase,
    is_there: impl Fn() -> bool + Send + Sync + 'static,
    event: fn(View<'_>) -> Event,
) -> AnyView {
    part_if(is_there, move || present(class, sign, phrase, lazy(|| false), event))
}

/// A button that keeps its place while it cannot be used.
fn slot(
    sign: &'static str,
    phrase: Phrase,
    is_there: impl Fn() -> bool + Send + Sync + 'static,
    can: impl Fn() -> bool + Send + Sync + 'static,
    event: fn(View<'_>) -> Event,
) -> AnyView {
    let can = Kept::new(can);
    part_if(is_there, move || present("action", sign, phrase, lazy(move || !can.get()), event))
}

fn present(
    class: &'static str,
    sign: &'static str,
    phrase: Phrase,
    is_off: Signal<bool>,
    event: fn(View<'_>) -> Event,
) -> AnyView {
    let app = App::here();
    view! {
        <button type="button" class=class disabled=is_off on:click=doing(move |_| app.send(app.peek(event)))>
            {icon(sign)}
            <span>{app.say(phrase)}</span>
        </button>
    }
    .into_any()
}

/// Who offers a draw if two people sit at one screen: the one who has just moved.
fn offers(actions: &Actions, turn: Color) -> Option<Color> {
    let may = |&color: &Color| actions.offer_draw[color] && actions.answer.is_empty();
    [!turn, turn].into_iter().find(may)
}

/// Who gives up if two people sit at one screen: the one to move.
fn resigns(actions: &Actions, turn: Color) -> Option<Color> {
    [turn, !turn].into_iter().find(|&color| actions.resign[color])
}

fn who(view: View<'_>, does: fn(&Actions, Color) -> Option<Color>) -> Color {
    let turn = view.table().game().turn();
    does(&view.actions(), turn).unwrap_or(turn)
}
