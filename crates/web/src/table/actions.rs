//! What can be done besides moving. A button is there only when it means something.

use client::{Act, Actions, Event, Phrase, Screen, View};
use game::{Claim, Ruleset};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::icon::icon;
use crate::lazy::{doing, part, part_if, row};
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
    let offers = move || offers(&actions.read(), turn.get()).is_some();
    let resigns = move || resigns(&actions.read(), turn.get()).is_some();
    view! {
        <div class="claims"><Claims /></div>
        <div class="actions">
            {own}
            {button("action main", "again", Phrase::Rematch, is_over, |_| Event::Rematch)}
            {button("action", "plus", Phrase::NewGame, is_over, |_| Event::Go(Screen::Form))}
            <Review />
            {button("action main", "play", Phrase::GoOn, is(|actions| actions.resume), |_| Event::Act(Act::Resume))}
            {button("action", "pause", Phrase::PauseClocks, is(|actions| actions.pause), |_| Event::Act(Act::Pause))}
            {button("action", "undo", Phrase::TakeBack, is(|actions| actions.take_back), |_| Event::Act(Act::TakeBack))}
            {button("action", "flip", Phrase::FlipBoard, || true, |_| Event::Flip)}
            {button("action", "draw", Phrase::OfferDraw, offers, |view| Event::Act(Act::OfferDraw(who(view, self::offers))))}
            {button("action", "flag", Phrase::Resign, resigns, |view| Event::Act(Act::Resign(who(view, self::resigns))))}
            {button("action", "close", Phrase::CallOff, is(|actions| actions.abort), |_| Event::Act(Act::Abort))}
            {button("action", "close", Phrase::CancelPremoves, move || premoves.get(), |_| Event::CancelPremoves)}
            {button("action", "close", Phrase::ClearDrawings, move || shapes.get(), |_| Event::ClearShapes)}
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
    part_if(is_there, move || present(class, sign, phrase, event))
}

fn present(class: &'static str, sign: &'static str, phrase: Phrase, event: fn(View<'_>) -> Event) -> AnyView {
    let app = App::here();
    view! {
        <button type="button" class=class on:click=doing(move |_| app.send(app.peek(event)))>
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
