//! The action buttons. During a game every button keeps its place, disabled if necessary, so that no other
//! button moves under the pointer.

use client::{AvailableActions, BoardCommand, Event, MessageKey, PlayerAction, Screen, View};
use game::{Claim, Ruleset};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::boxed::{BoxedMemo, derived, fragment, handler, show, show_if};
use crate::icon::icon;
use crate::platform;

/// The buttons below the move list.
#[component]
pub fn ActionBar(
    /// An additional button at the front.
    #[prop(default = None)]
    extra: Option<AnyView>,
) -> impl IntoView {
    let app = App::from_context();
    let actions = app.memo(|view| view.actions());
    let turn = app.memo(|view| view.local_game().game().turn());
    let premoves = app.memo(|view| !view.board().premoves.is_empty());
    let shapes = app.memo(|view| !view.board().shapes.is_empty());
    let is = move |f: fn(&AvailableActions) -> bool| move || f(&actions.read());
    let is_over = is(|actions| actions.new_game);
    let is_on = is(|actions| !actions.new_game);
    let is_stopped = is(|actions| actions.resume);
    let pauses = app.memo(|view| view.local_game().is_timed() && view.local_game().is_all_local());
    let offers = move || draw_offerer(&actions.read(), turn.get()).is_some();
    let resigns = move || resigner(&actions.read(), turn.get()).is_some();
    view! {
        <div class="claims"><DrawClaims /></div>
        <div class="actions">
            {extra}
            {button_if("action main", "again", MessageKey::Rematch, is(|actions| actions.rematch), |_| Event::Rematch)}
            {button_if("action", "plus", MessageKey::NewGame, is_over, |_| Event::GoTo(Screen::Form))}
            <ReviewButton />
            {button_if("action main", "play", MessageKey::Resume, is_stopped, |_| Event::Command(BoardCommand::Resume))}
            {button_enabled_if("pause", MessageKey::PauseClocks, move || is_on() && pauses.get() && !is_stopped(), is(|actions| actions.pause), |_| Event::Command(BoardCommand::Pause))}
            {button_enabled_if("undo", MessageKey::TakeBack, is_on, is(|actions| actions.take_back), |_| Event::Command(BoardCommand::TakeBack))}
            {button_if("action", "flip", MessageKey::FlipBoard, || true, |_| Event::FlipBoard)}
            {button_enabled_if("draw", MessageKey::OfferDraw, is_on, offers, |view| Event::Command(BoardCommand::OfferDraw(acting_side(view, self::draw_offerer))))}
            {button_enabled_if("flag", MessageKey::Resign, is_on, resigns, |view| Event::Command(BoardCommand::Resign(acting_side(view, self::resigner))))}
            {button_if("action", "close", MessageKey::CancelPremoves, move || premoves.get(), |_| Event::CancelPremoves)}
            {button_if("action", "close", MessageKey::ClearDrawings, move || shapes.get() && !premoves.get(), |_| Event::ClearShapes)}
            {button_enabled_if("close", MessageKey::Abort, move || is_on() && !shapes.get() && !premoves.get(), is(|actions| actions.abort), |_| Event::Command(BoardCommand::Abort))}
        </div>
    }
}

/// Button to the analysis board, shown when a game that can be reviewed is over.
#[component]
pub fn ReviewButton() -> impl IntoView {
    let app = App::from_context();
    let is_shown = app.memo(|view| {
        let game = view.local_game().game();
        view.local_game().is_finished() && game.plies() > 0 && game.ruleset() != Ruleset::KingCapture
    });
    let open_review = move |_| {
        let (pgn, bottom) = app.with_view_untracked(|view| {
            let game = view.local_game();
            (game.pgn().to_string(), game.orientation().bottom)
        });
        platform::document::open_review(app, &pgn, bottom);
    };
    show_if(
        move || is_shown.get(),
        move || {
            view! {
                <button type="button" class="action" on:click=handler(open_review)>
                    {icon("chart")}
                    <span>{app.translate(MessageKey::Review)}</span>
                </button>
            }
            .into_any()
        },
    )
}

/// Buttons for draw claims, now or with the next move.
#[component]
pub fn DrawClaims() -> impl IntoView {
    let app = App::from_context();
    let actions = app.memo(|view| view.actions());
    show(move || {
        let locale = app.locale();
        let actions = actions.read();
        let now = Claim::ALL.into_iter().filter(|&claim| actions.claim.has(claim));
        let now = now.map(|claim| (locale.claim(claim), None, claim, claim_now as fn(Claim) -> Event));
        let later = actions.claim_with_move.iter().map(|&claim| {
            let is_pressed = Some(if actions.pending_claim == Some(claim) { "true" } else { "false" });
            (locale.claim_with_move(claim), is_pressed, claim, claim_with_move as fn(Claim) -> Event)
        });
        let claims = now.chain(later).map(|(text, is_pressed, claim, event)| {
            let claim = handler(move |_| app.send(event(claim)));
            view! { <button type="button" class="claim" aria-pressed=is_pressed on:click=claim>{text}</button> }
        });
        Some(fragment(claims))
    })
}

fn claim_now(claim: Claim) -> Event {
    Event::LocalAction(PlayerAction::claim(claim))
}

fn claim_with_move(claim: Claim) -> Event {
    Event::Command(BoardCommand::ClaimWithMove(claim))
}

/// A button that is shown while `is_there` is true.
fn button_if(
    class: &'static str,
    icon_name: &'static str,
    key: MessageKey,
    is_shown: impl Fn() -> bool + Send + Sync + 'static,
    event: fn(View<'_>) -> Event,
) -> AnyView {
    show_if(is_shown, move || action_button(class, icon_name, key, derived(|| false), event))
}

/// A button that is disabled, not hidden, while `can` is false.
fn button_enabled_if(
    icon_name: &'static str,
    key: MessageKey,
    is_shown: impl Fn() -> bool + Send + Sync + 'static,
    is_enabled: impl Fn() -> bool + Send + Sync + 'static,
    event: fn(View<'_>) -> Event,
) -> AnyView {
    let is_enabled = BoxedMemo::new(is_enabled);
    show_if(is_shown, move || {
        action_button("action", icon_name, key, derived(move || !is_enabled.get()), event)
    })
}

fn action_button(
    class: &'static str,
    icon_name: &'static str,
    key: MessageKey,
    is_off: Signal<bool>,
    event: fn(View<'_>) -> Event,
) -> AnyView {
    let app = App::from_context();
    view! {
        <button type="button" class=class disabled=is_off on:click=handler(move |_| app.send(app.with_view_untracked(event)))>
            {icon(icon_name)}
            <span>{app.translate(key)}</span>
        </button>
    }
    .into_any()
}

/// The side that offers a draw when both players share a screen: the one that has just moved, if it may.
fn draw_offerer(actions: &AvailableActions, turn: Color) -> Option<Color> {
    let may = |&color: &Color| actions.offer_draw[color] && actions.answerable_offers.is_empty();
    [!turn, turn].into_iter().find(may)
}

/// The side that resigns when both players share a screen: the side to move, if it may.
fn resigner(actions: &AvailableActions, turn: Color) -> Option<Color> {
    [turn, !turn].into_iter().find(|&color| actions.resign[color])
}

fn acting_side(view: View<'_>, does: fn(&AvailableActions, Color) -> Option<Color>) -> Color {
    let turn = view.local_game().game().turn();
    does(&view.actions(), turn).unwrap_or(turn)
}
