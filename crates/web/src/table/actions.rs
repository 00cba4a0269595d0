//! What can be done besides moving. A button is there only when it means something.

use client::{Act, Event, Phrase, Screen};
use game::Claim;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::icon::icon;
use crate::lazy::{doing, lazy, memo, part, part_if};

/// The buttons under the list of moves.
#[component]
pub(super) fn ActionBar() -> impl IntoView {
    let app = App::here();
    let actions = app.watch(|view| view.actions());
    let turn = app.watch(|view| view.table().game().turn());
    let premoves = app.watch(|view| !view.board().premoves.is_empty());
    let shapes = app.watch(|view| !view.board().shapes.is_empty());
    // Two people at one screen: the side to move gives up; the offer comes from who has just moved.
    let resigns = memo(move || who(turn.get(), |color| actions.with(|actions| actions.resign[color])));
    let offers = memo(move || {
        who(!turn.get(), |color| {
            actions.with(|actions| actions.offer_draw[color] && actions.answer.is_empty())
        })
    });
    let claims = part(move || {
        let words = app.words();
        let (now, later) = actions.with(|actions| (actions.claim, actions.claim_with_move.clone()));
        let now = Claim::ALL.into_iter().filter(move |&claim| now.has(claim));
        let now = now.map(move |claim| (words.claim(claim), Act::Claim(claim)));
        let later =
            later.into_iter().map(move |claim| (words.claim_with_move(claim), Act::ClaimWithMove(claim)));
        let claims = now.chain(later).map(|(text, act)| {
            view! {
                <button type="button" class="claim" on:click=doing(move |_| app.send(Event::Act(act)))>{text}</button>
            }
        });
        Some(claims.collect_view().into_any())
    });
    let is = move |f: fn(&client::Actions) -> bool| lazy(move || actions.with(f));
    let offer = move || Act::OfferDraw(offers.get().unwrap_or(Color::White));
    let resign = move || Act::Resign(resigns.get().unwrap_or(Color::White));
    let act = |act: Act| lazy(move || Event::Act(act));
    let is_over = is(|actions| actions.rematch);
    view! {
        <div class="claims">{claims}</div>
        <div class="actions">
            {button("again", Phrase::Rematch, is_over, lazy(|| Event::Rematch))}
            {button("plus", Phrase::NewGame, is_over, lazy(|| Event::Go(Screen::Form)))}
            {button("play", Phrase::GoOn, is(|actions| actions.resume), act(Act::Resume))}
            {button("pause", Phrase::PauseClocks, is(|actions| actions.pause), act(Act::Pause))}
            {button("undo", Phrase::TakeBack, is(|actions| actions.take_back), act(Act::TakeBack))}
            {button("flip", Phrase::FlipBoard, lazy(|| true), lazy(|| Event::Flip))}
            {button("draw", Phrase::OfferDraw, has(offers), lazy(move || Event::Act(offer())))}
            {button("flag", Phrase::Resign, has(resigns), lazy(move || Event::Act(resign())))}
            {button("close", Phrase::CallOff, is(|actions| actions.abort), act(Act::Abort))}
            {button("close", Phrase::CancelPremoves, premoves.into(), lazy(|| Event::CancelPremoves))}
            {button("close", Phrase::ClearDrawings, shapes.into(), lazy(|| Event::ClearShapes))}
        </div>
    }
}

/// A button with its sign and words, while it means something.
fn button(sign: &'static str, phrase: Phrase, is_there: Signal<bool>, event: Signal<Event>) -> AnyView {
    let app = App::here();
    part_if(is_there, move || {
        view! {
            <button type="button" class="action" on:click=doing(move |_| app.send(event.get_untracked()))>
                {icon(sign)}
                <span>{app.say(phrase)}</span>
            </button>
        }
        .into_any()
    })
}

/// The first of both sides that may, beginning with one.
fn who(first: Color, may: impl Fn(Color) -> bool) -> Option<Color> {
    [first, !first].into_iter().find(|&color| may(color))
}

fn has(who: Memo<Option<Color>>) -> Signal<bool> {
    lazy(move || who.get().is_some())
}
