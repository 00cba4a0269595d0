//! The form for an invitation: the rules and clocks of the local form, and what concerns somebody elsewhere.

use std::num::NonZeroU32;

use client::{ClockChoice, ClubPhrase, Event, Field, Form, Preset};
use game::{Ruleset, TimeControl};
use leptos::prelude::*;
use protocol::http::{Invitation, Invited};
use protocol::{Control, Seat, Side, Stakes, Start, Terms, Visibility};
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::choice;
use web::form::clock::Clocks;
use web::form::start::Start as StartFields;
use web::lazy::{Kept, doing, part, part_if, row, text};

use super::me::Myself;
use super::{name, words};
use crate::page::say;
use crate::route::Route;
use crate::world::address;
use crate::world::fetch::{self, Trouble};

/// The days that can be given for a move.
const DAYS: [u32; 5] = [1, 2, 3, 7, 14];

/// The clock one finds in the form.
const USUAL: Preset = Preset { minutes: 10, increment: 5 };

/// What the form holds besides the client's own.
#[derive(Clone, Copy)]
struct Wishes {
    side: RwSignal<Side>,
    days: RwSignal<Option<NonZeroU32>>,
    is_rated: RwSignal<bool>,
    is_private: RwSignal<bool>,
}

/// The form and the button that makes the link.
#[component]
pub(crate) fn InviteForm() -> impl IntoView {
    let app = App::here();
    let myself = Myself::here();
    let route: RwSignal<Route> = expect_context();
    let wishes = Wishes {
        side: RwSignal::new(Side::Random),
        days: RwSignal::new(None),
        is_rated: RwSignal::new(false),
        is_private: RwSignal::new(false),
    };
    if app.peek(|view| view.form().clock == ClockChoice::None) {
        app.send(Event::Fill(Field::Clock(ClockChoice::Preset(USUAL))));
    }
    let trouble: RwSignal<Option<Trouble>> = RwSignal::new(None);
    let is_wrong = app.watch(|view| !view.form_errors().is_empty());
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(invitation) = app.peek(|view| invitation(view.form(), wishes)) else {
            return trouble.set(Some(Trouble::NotUnderstood));
        };
        spawn_local(async move {
            match fetch::post::<Invited>("/api/games", &invitation).await {
                Ok(invited) => address::go(route, &Route::Game(invited.game)),
                Err(failed) => drop(trouble.try_set(Some(failed))),
            }
        });
    };
    view! {
        <form class="invite" on:submit=doing(submit)>
            {choice::choices(
                "ruleset",
                client::Phrase::Rules,
                Ruleset::ALL,
                |words, ruleset| words.ruleset(ruleset).to_owned(),
                |view| view.form().ruleset,
                |ruleset| Event::Fill(Field::Ruleset(ruleset)),
            )}
            <StartFields />
            {days(app, wishes)}
            {part_if(move || wishes.days.get().is_none(), || view! { <Clocks /> }.into_any())}
            {sides(app, wishes)}
            {part_if(move || myself.has_account(), move || choice::switch(
                say(app, ClubPhrase::Rated),
                wishes.is_rated.into(),
                move |is_on| wishes.is_rated.set(is_on),
            ))}
            {choice::switch(
                say(app, ClubPhrase::Private),
                wishes.is_private.into(),
                move |is_on| wishes.is_private.set(is_on),
            )}
            {part(move || trouble.get().map(|trouble| view! {
                <p class="wrong" role="alert">{text(move || words::trouble(app.words(), &trouble).to_owned())}</p>
            }.into_any()))}
            <button type="submit" class="main large" disabled=is_wrong.signal()>{say(app, ClubPhrase::MakeLink)}</button>
        </form>
    }
}

/// What the server is asked for; nothing if the form is wrong.
fn invitation(form: &Form, wishes: Wishes) -> Option<Invitation> {
    let control = match wishes.days.get_untracked() {
        Some(days) => TimeControl::Correspondence { days },
        None => *form.start(0).ok()?.clock().control(),
    };
    let is_rated = wishes.is_rated.get_untracked();
    let is_private = wishes.is_private.get_untracked();
    Some(Invitation {
        terms: Terms {
            start: start(form)?,
            control: Control::new(control).ok()?,
            stakes: if is_rated { Stakes::Rated } else { Stakes::Casual },
            visibility: if is_private { Visibility::Private } else { Visibility::Public },
        },
        side: wishes.side.get_untracked(),
        name: name::chosen(),
        computer: None,
    })
}

/// The rules and the start as the protocol has them.
fn start(form: &Form) -> Option<Start> {
    Some(match form.ruleset {
        Ruleset::Standard => Start::Standard,
        Ruleset::Chess960 => {
            let number = form.number.trim();
            let number = if number.is_empty() { None } else { Some(number.parse().ok()?) };
            Start::Chess960 { number }
        }
        Ruleset::FromPosition => Start::FromPosition { fen: form.fen.trim().to_owned().try_into().ok()? },
        Ruleset::KingCapture => Start::KingCapture { first: Seat::from(form.first) },
    })
}

/// By the clock, or so many days for each move.
fn days(app: App, wishes: Wishes) -> AnyView {
    let option = move |days: Option<NonZeroU32>| {
        let words = text(move || match days {
            None => app.words().club(ClubPhrase::OneDay).to_owned(),
            Some(days) => app.words().time(game::Millis::days(days.get())),
        });
        radio("days", words, Kept::new(move || wishes.days.get() == days), move || wishes.days.set(days))
    };
    let all = std::iter::once(None).chain(DAYS.into_iter().map(NonZeroU32::new));
    group(say(app, ClubPhrase::InviteDays), row(all.map(option)))
}

/// Which side the one who invites plays.
fn sides(app: App, wishes: Wishes) -> AnyView {
    let option = move |side: Side| {
        let words = text(move || words::side(app.words(), side).to_owned());
        radio("side", words, Kept::new(move || wishes.side.get() == side), move || wishes.side.set(side))
    };
    group(say(app, ClubPhrase::InviteSide), row([Side::Random, Side::White, Side::Black].map(option)))
}

/// One of several choices.
pub(crate) fn radio(
    name: &'static str,
    words: Signal<String>,
    is_taken: Kept<bool>,
    take: impl Fn() + 'static,
) -> AnyView {
    view! {
        <label class="choice">
            <input type="radio" name=name prop:checked=is_taken.signal() on:change=doing(move |_| take()) />
            <span>{words}</span>
        </label>
    }
    .into_any()
}

/// Choices under their legend.
pub(crate) fn group(legend: Signal<String>, options: AnyView) -> AnyView {
    view! {
        <fieldset class="choices"><legend>{legend}</legend><div class="options">{options}</div></fieldset>
    }
    .into_any()
}
