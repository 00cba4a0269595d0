//! Games against the server's engine: they can be watched and are archived, unlike those in the browser.

use crate::app::App;
use crate::boxed::{fragment, handler, show, text};
use client::{ClockPreset, ClubMessageKey};
use engine::Level;
use leptos::prelude::*;
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{
    ColorPreference, GameSetup, OnlineTimeControl, PlayerName, RatingMode, Speed, StartPosition, Visibility,
};
use wasm_bindgen_futures::spawn_local;

use crate::online::{guest_name, labels};
use crate::pages::translate;
use crate::platform::fetch::{self, FetchError};
use crate::platform::navigation;
use crate::route::Route;

/// The initial choice.
const DEFAULT_LEVEL: Level = Level::Nuri;

/// Choice of the level, and a button for each preset that starts a game.
#[component]
pub(crate) fn ComputerChallenge() -> impl IntoView {
    let app = App::from_context();
    let level = RwSignal::new(DEFAULT_LEVEL);
    let error: RwSignal<Option<FetchError>> = RwSignal::new(None);
    let chosen = move |event: web_sys::Event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            level.set(chosen);
        }
    };
    view! {
        <label class="field">
            <span>{translate(app, ClubMessageKey::Opponent)}</span>
            <select on:change=handler(chosen)>{fragment(Level::ALL.iter().map(|&level| level_option(app, level)))}</select>
        </label>
        {show(move || error.get().map(|error| view! {
            <p class="wrong" role="alert">{text(move || labels::fetch_error(app.locale(), &error).to_owned())}</p>
        }.into_any()))}
        <div class="quick">{fragment(ClockPreset::ALL.map(|preset| preset_button(app, preset, level, error)))}</div>
    }
}

fn level_option(app: App, level: Level) -> AnyView {
    let label = text(move || {
        let name = app.locale().computer_opponent(level.name());
        level.rating().map_or_else(|| name.clone(), |rating| format!("{name} · {rating}"))
    });
    view! { <option value=level.name() selected=level == DEFAULT_LEVEL>{label}</option> }.into_any()
}

fn preset_button(
    app: App,
    preset: ClockPreset,
    level: RwSignal<Level>,
    error: RwSignal<Option<FetchError>>,
) -> AnyView {
    let route: RwSignal<Route> = expect_context();
    let speed = Speed::of(&preset.time_control());
    let press = move |_| {
        let Some(invitation) = invitation(preset, level.get_untracked()) else { return };
        spawn_local(async move {
            match fetch::post::<CreateGameResponse>("/api/games", &invitation).await {
                Ok(invited) => navigation::navigate(route, &Route::Game(invited.game)),
                Err(failed) => drop(error.try_set(Some(failed))),
            }
        });
    };
    view! {
        <button type="button" on:click=handler(press)>
            <strong>{preset.to_string()}</strong>
            <span>{text(move || labels::speed(app.locale(), speed).to_owned())}</span>
        </button>
    }
    .into_any()
}

fn invitation(preset: ClockPreset, level: Level) -> Option<CreateGameRequest> {
    let control = OnlineTimeControl::new(preset.time_control()).ok()?;
    let (stakes, visibility) = (RatingMode::Casual, Visibility::Public);
    Some(CreateGameRequest {
        terms: GameSetup { start: StartPosition::Standard, control, stakes, visibility },
        side: ColorPreference::Random,
        name: guest_name::chosen(),
        computer: PlayerName::new(level.name()).ok(),
    })
}
