//! The form that challenges a player: rules and position of the local form, time control, colour, rated or casual.

use client::online::OnlineCommand;
use client::{ClockPreset, ClubMessageKey, Event, GameForm, Problem};
use game::TimeControl;
use leptos::prelude::*;
use protocol::{ColorPreference, GameSetup, OnlineTimeControl, PlayerInfo, RatingMode, Visibility};

use super::{refusal, sent_to};
use crate::app::App;
use crate::boxed::{BoxedMemo, derived, fragment, handler, show, show_if, text};
use crate::controls;
use crate::form::start::StartFields;
use crate::online::current_user::{self, CurrentUser};
use crate::online::invite::{DAYS, fieldset, protocol_start, radio, ruleset_choice};
use crate::online::labels;
use crate::pages::translate;

/// The initial choice of the clock.
const DEFAULT_CLOCK: ClockPreset = ClockPreset { minutes: 5, increment: 3 };

/// Terms that the user has chosen in the form.
#[derive(Clone, Copy)]
struct Terms {
    control: RwSignal<TimeControl>,
    side: RwSignal<ColorPreference>,
    is_rated: RwSignal<bool>,
}

/// A closed section on the profile of another player that opens the form.
#[component]
pub(crate) fn ChallengeForm(player: PlayerInfo) -> impl IntoView {
    let (app, user) = (App::from_context(), CurrentUser::from_context());
    let (id, shown) = (player.id, player.clone());
    let is_own = move || user.state().ready().is_some_and(|me| me.you.id == id);
    show_if(
        move || !is_own(),
        move || {
            let player = shown.clone();
            view! {
                <details class="card challenge-form">
                    <summary><h2>{translate(app, ClubMessageKey::ChallengePlayer)}</h2></summary>
                    {show_if(move || !user.has_account(), move || log_in(app))}
                    {show_if(move || user.has_account(), move || fields(app, player.clone()))}
                </details>
                {sent_to(app, shown.clone())}
            }
            .into_any()
        },
    )
}

/// Challenges need an account, which is said before the form is filled in.
fn log_in(app: App) -> AnyView {
    view! {
        <p class="about">{translate(app, ClubMessageKey::ChallengeLogIn)}</p>
        <a class="button main" href=routes::ACCOUNT>{translate(app, ClubMessageKey::LogIn)}</a>
    }
    .into_any()
}

fn fields(app: App, player: PlayerInfo) -> AnyView {
    let terms = Terms {
        control: RwSignal::new(DEFAULT_CLOCK.time_control()),
        side: RwSignal::new(ColorPreference::Random),
        is_rated: RwSignal::new(false),
    };
    let can_be_rated = move || terms.control.get() != TimeControl::Unlimited;
    let is_sending = app.memo(|view| view.online().challenges().is_sending());
    let is_wrong = app.memo(|view| {
        let errors = view.form_errors();
        errors.fen.is_some() || errors.chess960_number.is_some()
    });
    let is_off = derived(move || is_sending.get() || is_wrong.get());
    let is_cut_off = app.memo(|view| view.problem() == Some(&Problem::NotConnected));
    let name = player.name.clone();
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let setup = app.with_view_untracked(|view| setup(view.form(), terms));
        if let (Some(player), Some(setup)) = (name.clone(), setup) {
            let side = terms.side.get_untracked();
            app.send(Event::Online(OnlineCommand::Challenge { player, terms: setup, side }));
        }
    };
    view! {
        <form on:submit=handler(submit)>
            <p class="about">{text(move || app.locale().challenge_about(&player))}</p>
            {ruleset_choice()}
            <StartFields />
            {control_choice(app, terms)}
            {side_choice(app, terms)}
            {show_if(can_be_rated, move || {
                let label = translate(app, ClubMessageKey::Rated);
                let switch = controls::switch(label, terms.is_rated.into(), move |is_on| terms.is_rated.set(is_on));
                view! { {switch} {current_user::rating_rules()} }.into_any()
            })}
            {refusal(app)}
            {show(move || is_cut_off.get().then(|| {
                let why = text(move || app.locale().problem(&Problem::NotConnected));
                view! { <p class="wrong" role="alert">{why}</p> }.into_any()
            }))}
            <button type="submit" class="main large" disabled=is_off>{translate(app, ClubMessageKey::SendChallenge)}</button>
        </form>
    }
    .into_any()
}

/// The setup of the game; `None` if the form is invalid.
fn setup(form: &GameForm, terms: Terms) -> Option<GameSetup> {
    let control = terms.control.get_untracked();
    let is_rated = terms.is_rated.get_untracked() && control != TimeControl::Unlimited;
    Some(GameSetup {
        start: protocol_start(form)?,
        control: OnlineTimeControl::new(control).ok()?,
        stakes: if is_rated { RatingMode::Rated } else { RatingMode::Casual },
        visibility: Visibility::Public,
    })
}

/// Choice of a clock, days per move, or no clock.
fn control_choice(app: App, terms: Terms) -> AnyView {
    let option = move |control: TimeControl, label: Signal<String>| {
        radio("challenge-clock", label, BoxedMemo::new(move || terms.control.get() == control), move || {
            terms.control.set(control)
        })
    };
    let presets =
        ClockPreset::ALL.map(|preset| option(preset.time_control(), text(move || preset.to_string())));
    let days = DAYS.into_iter().filter_map(std::num::NonZeroU32::new).map(|days| {
        let label = text(move || app.locale().time(game::Millis::days(days.get())));
        option(TimeControl::Correspondence { days }, label)
    });
    let unlimited = option(TimeControl::Unlimited, translate(app, ClubMessageKey::Unlimited));
    let legend = app.translate(client::MessageKey::Clock);
    fieldset(legend, fragment(presets.into_iter().chain(days).chain([unlimited])))
}

fn side_choice(app: App, terms: Terms) -> AnyView {
    let option = move |side: ColorPreference| {
        let label = text(move || labels::side(app.locale(), side).to_owned());
        radio("challenge-side", label, BoxedMemo::new(move || terms.side.get() == side), move || {
            terms.side.set(side)
        })
    };
    fieldset(
        translate(app, ClubMessageKey::InviteSide),
        fragment([ColorPreference::Random, ColorPreference::White, ColorPreference::Black].map(option)),
    )
}
