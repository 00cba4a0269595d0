//! The invitation form: rules and clock of the local form, and the options of online games.

use std::num::NonZeroU32;

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, show, show_if, text};
use crate::controls;
use crate::form::clock::ClockFields;
use crate::form::start::StartFields;
use client::{ClockChoice, ClockPreset, ClubMessageKey, Event, FormField, GameForm};
use game::{Ruleset, TimeControl};
use leptos::prelude::*;
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{ColorPreference, GameSetup, OnlineTimeControl, RatingMode, Seat, StartPosition, Visibility};
use wasm_bindgen_futures::spawn_local;

use super::current_user::{self, CurrentUser};
use super::{guest_name, labels};
use crate::pages::translate;
use crate::platform::fetch::{self, FetchError};
use crate::platform::navigation;
use crate::route::Route;

/// Days per move to choose from, for correspondence games.
pub(crate) const DAYS: [u32; 5] = [1, 2, 3, 7, 14];

/// The initial choice of the clock.
const DEFAULT_CLOCK: ClockPreset = ClockPreset { minutes: 10, increment: 5 };

/// Options that the client's form does not have.
#[derive(Clone, Copy)]
struct InviteOptions {
    side: RwSignal<ColorPreference>,
    days: RwSignal<Option<NonZeroU32>>,
    is_rated: RwSignal<bool>,
    is_private: RwSignal<bool>,
}

/// Private games are not rated, so each switch turns the other off.
impl InviteOptions {
    fn set_rated(self, is_on: bool) {
        self.is_rated.set(is_on);
        if is_on {
            self.is_private.set(false);
        }
    }

    fn set_private(self, is_on: bool) {
        self.is_private.set(is_on);
        if is_on {
            self.is_rated.set(false);
        }
    }
}

/// The form and its submit button.
#[component]
pub(crate) fn InviteForm() -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    let route: RwSignal<Route> = expect_context();
    let options = InviteOptions {
        side: RwSignal::new(ColorPreference::Random),
        days: RwSignal::new(None),
        is_rated: RwSignal::new(false),
        is_private: RwSignal::new(false),
    };
    if app.with_view_untracked(|view| view.form().clock == ClockChoice::None) {
        app.send(Event::EditForm(FormField::Clock(ClockChoice::Preset(DEFAULT_CLOCK))));
    }
    let error: RwSignal<Option<FetchError>> = RwSignal::new(None);
    let is_wrong = app.memo(|view| !view.form_errors().is_empty());
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(invitation) = app.with_view_untracked(|view| invitation(view.form(), options)) else {
            return error.set(Some(FetchError::InvalidResponse));
        };
        spawn_local(async move {
            match fetch::post::<CreateGameResponse>("/api/games", &invitation).await {
                Ok(invited) => navigation::navigate(route, &Route::Game(invited.game)),
                Err(failed) => drop(error.try_set(Some(failed))),
            }
        });
    };
    view! {
        <form class="invite" on:submit=handler(submit)>
            {ruleset_choice()}
            <StartFields />
            {days_choice(app, options)}
            {show_if(move || options.days.get().is_none(), || view! { <ClockFields /> }.into_any())}
            {side_choice(app, options)}
            {show_if(move || user.has_account(), move || rated_switch(app, options))}
            {controls::switch(
                translate(app, ClubMessageKey::Private),
                options.is_private.into(),
                move |is_on| options.set_private(is_on),
            )}
            {show(move || error.get().map(|error| view! {
                <p class="wrong" role="alert">{text(move || labels::fetch_error(app.locale(), &error).to_owned())}</p>
            }.into_any()))}
            <button type="submit" class="main large" disabled=is_wrong.signal()>{translate(app, ClubMessageKey::MakeLink)}</button>
        </form>
    }
}

/// Choice of the rules in the client's form.
pub(crate) fn ruleset_choice() -> AnyView {
    controls::radio_group(
        "ruleset",
        client::MessageKey::Rules,
        Ruleset::ALL,
        |locale, ruleset| locale.ruleset(ruleset).to_owned(),
        |view| view.form().ruleset,
        |ruleset| Event::EditForm(FormField::Ruleset(ruleset)),
    )
}

/// Rated or casual, with the conditions under which rated games count.
fn rated_switch(app: App, options: InviteOptions) -> AnyView {
    let switch =
        controls::switch(translate(app, ClubMessageKey::Rated), options.is_rated.into(), move |is_on| {
            options.set_rated(is_on)
        });
    view! { {switch} {current_user::rating_rules()} }.into_any()
}

/// The request; `None` if the form is invalid.
fn invitation(form: &GameForm, options: InviteOptions) -> Option<CreateGameRequest> {
    let control = match options.days.get_untracked() {
        Some(days) => TimeControl::Correspondence { days },
        None => *form.start_game(0).ok()?.clock().control(),
    };
    let is_rated = options.is_rated.get_untracked();
    let is_private = options.is_private.get_untracked();
    Some(CreateGameRequest {
        terms: GameSetup {
            start: protocol_start(form)?,
            control: OnlineTimeControl::new(control).ok()?,
            stakes: if is_rated { RatingMode::Rated } else { RatingMode::Casual },
            visibility: if is_private { Visibility::Private } else { Visibility::Public },
        },
        side: options.side.get_untracked(),
        name: guest_name::chosen(),
        computer: None,
    })
}

/// The start position in the protocol's terms.
pub(crate) fn protocol_start(form: &GameForm) -> Option<StartPosition> {
    Some(match form.ruleset {
        Ruleset::Standard => StartPosition::Standard,
        Ruleset::Chess960 => {
            let number = form.chess960_number.trim();
            let number = if number.is_empty() { None } else { Some(number.parse().ok()?) };
            StartPosition::Chess960 { number }
        }
        Ruleset::FromPosition => {
            StartPosition::FromPosition { fen: form.fen.trim().to_owned().try_into().ok()? }
        }
        Ruleset::KingCapture => StartPosition::KingCapture { first: Seat::from(form.first) },
    })
}

/// Choice between the clock and days per move.
fn days_choice(app: App, options: InviteOptions) -> AnyView {
    let option = move |days: Option<NonZeroU32>| {
        let label = text(move || match days {
            None => app.locale().club_message(ClubMessageKey::OneDay).to_owned(),
            Some(days) => app.locale().time(game::Millis::days(days.get())),
        });
        radio("days", label, BoxedMemo::new(move || options.days.get() == days), move || {
            options.days.set(days)
        })
    };
    let all = std::iter::once(None).chain(DAYS.into_iter().map(NonZeroU32::new));
    fieldset(translate(app, ClubMessageKey::InviteDays), fragment(all.map(option)))
}

/// Choice of the host's side.
fn side_choice(app: App, options: InviteOptions) -> AnyView {
    let option = move |side: ColorPreference| {
        let label = text(move || labels::side(app.locale(), side).to_owned());
        radio("side", label, BoxedMemo::new(move || options.side.get() == side), move || {
            options.side.set(side)
        })
    };
    fieldset(
        translate(app, ClubMessageKey::InviteSide),
        fragment([ColorPreference::Random, ColorPreference::White, ColorPreference::Black].map(option)),
    )
}

/// A radio button.
pub(crate) fn radio(
    name: &'static str,
    label: Signal<String>,
    is_taken: BoxedMemo<bool>,
    take: impl Fn() + 'static,
) -> AnyView {
    view! {
        <label class="choice">
            <input type="radio" name=name prop:checked=is_taken.signal() on:change=handler(move |_| take()) />
            <span>{label}</span>
        </label>
    }
    .into_any()
}

/// A fieldset of radio buttons.
pub(crate) fn fieldset(legend: Signal<String>, options: AnyView) -> AnyView {
    view! {
        <fieldset class="choices"><legend>{legend}</legend><div class="options">{options}</div></fieldset>
    }
    .into_any()
}
