//! The form to choose an opponent, a side, a clock and a start.

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, text};
use crate::form::clock::ClockFields;
use crate::form::start::StartFields;
use crate::icon::icon;
use crate::platform::time;
use crate::{controls, piece};
use client::{ClockChoice, ComputerMessageKey, Event, FormField, MessageKey};
use engine::Level;
use game::Ruleset;
use leptos::prelude::*;
use rules::{Color, Role};

use super::{Computer, Opponent, saved_game};
use crate::online::invite::{fieldset, radio};

/// The rulesets that the computer plays.
const RULESETS: [Ruleset; 3] = [Ruleset::Standard, Ruleset::Chess960, Ruleset::FromPosition];

/// The user's side; `None` is random.
const SIDES: [Option<Color>; 3] = [None, Some(Color::White), Some(Color::Black)];

/// The form.
#[component]
pub(crate) fn OpponentForm() -> impl IntoView {
    let app = App::from_context();
    let computer = Computer::from_context();
    let level = RwSignal::new(saved_game::last_level().unwrap_or(Level::Nuri));
    let side = RwSignal::new(Some(Color::White));
    if app.with_view_untracked(|view| view.form().ruleset == Ruleset::KingCapture) {
        app.send(Event::EditForm(FormField::Ruleset(Ruleset::Standard)));
    }
    if app.with_view_untracked(|view| view.form().clock == ClockChoice::Custom) {
        app.send(Event::EditForm(FormField::Clock(ClockChoice::None)));
    }
    let is_wrong = app.memo(|view| !view.form_errors().is_empty());
    let unfinished = saved_game::load();
    let has_unfinished = unfinished.is_some();
    let is_confirming = RwSignal::new(false);
    let begin = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if has_unfinished && !is_confirming.get_untracked() {
            return is_confirming.set(true);
        }
        let seed = time::random_seed();
        let by_chance = if seed.is_multiple_of(2) { Color::White } else { Color::Black };
        let opponent = Opponent { level: level.get_untracked(), seed };
        saved_game::save_last_level(opponent.level);
        computer.start_game(app, opponent, side.get_untracked().unwrap_or(by_chance));
    };
    let unfinished = unfinished.map(|(opponent, _)| {
        let name = text(move || app.locale().computer_opponent(opponent.level.name()));
        view! {
            <button type="button" class="door main" on:click=handler(move |_| computer.resume(app))>
                {icon("play")}
                <span class="title">{app.translate(MessageKey::ContinueGame)}</span>
                <span class="about">{name}</span>
            </button>
        }
    });
    let sides = SIDES.map(|option| {
        let label = text(move || match option {
            Some(color) => app.locale().color(color).to_owned(),
            None => app.locale().club_message(client::ClubMessageKey::RandomSide).to_owned(),
        });
        radio("own-side", label, BoxedMemo::new(move || side.get() == option), move || side.set(option))
    });
    view! {
        <main class="content">
            <h1>{translate(app, ComputerMessageKey::Choose)}</h1>
            {unfinished}
            <form class="against" on:submit=handler(begin)>
                <div class="rivals" role="radiogroup" aria-label=translate(app, ComputerMessageKey::Choose)>
                    {fragment(Level::ALL.iter().map(|&option| opponent_card(app, option, level)))}
                </div>
                <p class="about">{translate(app, ComputerMessageKey::RatingAbout)}</p>
                <section class="card">
                    {fieldset(translate(app, ComputerMessageKey::YouPlay), fragment(sides))}
                    {controls::radio_group(
                        "ruleset",
                        MessageKey::Rules,
                        RULESETS,
                        |locale, ruleset| locale.ruleset(ruleset).to_owned(),
                        |view| view.form().ruleset,
                        |ruleset| Event::EditForm(FormField::Ruleset(ruleset)),
                    )}
                    <StartFields />
                    <ClockFields />
                </section>
                <button type="submit" class="main large" disabled=is_wrong.signal()>
                    {text(move || {
                        let key = if is_confirming.get() { ComputerMessageKey::Replace } else { ComputerMessageKey::Start };
                        app.locale().computer_message(key).to_owned()
                    })}
                </button>
            </form>
        </main>
    }
}

/// Card of an opponent: avatar, name, rating, description.
fn opponent_card(app: App, option: Level, level: RwSignal<Level>) -> AnyView {
    let is_taken = BoxedMemo::new(move || level.get() == option);
    view! {
        <label class="rival">
            <input type="radio" name="rival" value=option.name() prop:checked=is_taken.signal() on:change=handler(move |_| level.set(option)) />
            <span class="rival-card">
                {avatar(option)}
                <strong>{text(move || app.locale().computer_opponent(option.name()))}</strong>
                <span class="rating">{rating(app, option)}</span>
                <span class="about">{text(move || app.locale().computer_opponent_about(option.name()).to_owned())}</span>
            </span>
        </label>
    }
    .into_any()
}

/// A piece as avatar: the stronger the opponent, the more valuable the piece.
pub(super) fn avatar(level: Level) -> impl IntoView {
    let role = match level.rating() {
        None => Role::King,
        Some(..1000) => Role::Pawn,
        Some(..1400) => Role::Knight,
        Some(..1800) => Role::Bishop,
        Some(..2200) => Role::Rook,
        Some(_) => Role::Queen,
    };
    view! { <span class="face" data-face=level.name()>{piece::svg(role)}</span> }
}

/// The rating, or "full strength".
pub(super) fn rating(app: App, level: Level) -> Signal<String> {
    text(move || match level.rating() {
        Some(rating) => rating.to_string(),
        None => app.locale().computer_message(ComputerMessageKey::Full).to_owned(),
    })
}

pub(super) fn translate(app: App, key: ComputerMessageKey) -> Signal<String> {
    text(move || app.locale().computer_message(key).to_owned())
}
