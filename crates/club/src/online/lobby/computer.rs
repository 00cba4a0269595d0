//! The computer of the server as an opponent: unlike the one in the browser it can be watched, and its games are kept.

use client::{ClubPhrase, Preset};
use engine::Level;
use leptos::prelude::*;
use protocol::http::{Invitation, Invited};
use protocol::{Control, Name, Side, Speed, Stakes, Start, Terms, Visibility};
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::lazy::{doing, part, row, text};

use crate::online::{name, words};
use crate::page::say;
use crate::route::Route;
use crate::world::address;
use crate::world::fetch::{self, Trouble};

/// Who is chosen at first.
const USUAL: Level = Level::Nuri;

/// The opponents, and a button for each of the usual times, which begins a game.
#[component]
pub(crate) fn AgainstComputer() -> impl IntoView {
    let app = App::here();
    let level = RwSignal::new(USUAL);
    let trouble: RwSignal<Option<Trouble>> = RwSignal::new(None);
    let chosen = move |event: web_sys::Event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            level.set(chosen);
        }
    };
    view! {
        <label class="field">
            <span>{say(app, ClubPhrase::Opponent)}</span>
            <select on:change=doing(chosen)>{row(Level::ALL.iter().map(|&level| option(app, level)))}</select>
        </label>
        {part(move || trouble.get().map(|trouble| view! {
            <p class="wrong" role="alert">{text(move || words::trouble(app.words(), &trouble).to_owned())}</p>
        }.into_any()))}
        <div class="quick">{row(Preset::ALL.map(|preset| button(app, preset, level, trouble)))}</div>
    }
}

fn option(app: App, level: Level) -> AnyView {
    let label = text(move || {
        let name = app.words().opponent(level.word());
        level.rating().map_or_else(|| name.clone(), |rating| format!("{name} · {rating}"))
    });
    view! { <option value=level.word() selected=level == USUAL>{label}</option> }.into_any()
}

fn button(app: App, preset: Preset, level: RwSignal<Level>, trouble: RwSignal<Option<Trouble>>) -> AnyView {
    let route: RwSignal<Route> = expect_context();
    let speed = Speed::of(&preset.control());
    let press = move |_| {
        let Some(invitation) = invitation(preset, level.get_untracked()) else { return };
        spawn_local(async move {
            match fetch::post::<Invited>("/api/games", &invitation).await {
                Ok(invited) => address::go(route, &Route::Game(invited.game)),
                Err(failed) => drop(trouble.try_set(Some(failed))),
            }
        });
    };
    view! {
        <button type="button" on:click=doing(press)>
            <strong>{preset.to_string()}</strong>
            <span>{text(move || words::speed(app.words(), speed).to_owned())}</span>
        </button>
    }
    .into_any()
}

fn invitation(preset: Preset, level: Level) -> Option<Invitation> {
    let control = Control::new(preset.control()).ok()?;
    let (stakes, visibility) = (Stakes::Casual, Visibility::Public);
    Some(Invitation {
        terms: Terms { start: Start::Standard, control, stakes, visibility },
        side: Side::Random,
        name: name::chosen(),
        computer: Name::new(level.word()).ok(),
    })
}
