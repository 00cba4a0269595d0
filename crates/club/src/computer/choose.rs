//! Choosing an opponent, a side, a clock and a start.

use client::{ClockChoice, ComputerPhrase, Event, Field, Phrase};
use engine::Level;
use game::Ruleset;
use leptos::prelude::*;
use rules::{Color, Role};
use web::app::App;
use web::form::clock::Clocks;
use web::form::start::Start;
use web::lazy::{Kept, doing, row, text};
use web::world::time;
use web::{choice, piece};

use super::{Computer, Rival};
use crate::online::invite::{group, radio};

/// The rulesets that the computer plays.
const RULESETS: [Ruleset; 3] = [Ruleset::Standard, Ruleset::Chess960, Ruleset::FromPosition];

/// The side of whoever sits here; nobody's choice is left to chance.
const SIDES: [Option<Color>; 3] = [None, Some(Color::White), Some(Color::Black)];

/// The form.
#[component]
pub(crate) fn Choosing() -> impl IntoView {
    let app = App::here();
    let computer = Computer::here();
    let level = RwSignal::new(Level::Nuri);
    let side = RwSignal::new(Some(Color::White));
    if app.peek(|view| view.form().ruleset == Ruleset::KingCapture) {
        app.send(Event::Fill(Field::Ruleset(Ruleset::Standard)));
    }
    if app.peek(|view| view.form().clock == ClockChoice::Own) {
        app.send(Event::Fill(Field::Clock(ClockChoice::None)));
    }
    let is_wrong = app.watch(|view| !view.form_errors().is_empty());
    let begin = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let seed = time::seed();
        let by_chance = if seed.is_multiple_of(2) { Color::White } else { Color::Black };
        let rival = Rival { level: level.get_untracked(), seed };
        computer.begin(app, rival, side.get_untracked().unwrap_or(by_chance));
    };
    let sides = SIDES.map(|option| {
        let words = text(move || match option {
            Some(color) => app.words().color(color).to_owned(),
            None => app.words().club(client::ClubPhrase::RandomSide).to_owned(),
        });
        radio("own-side", words, Kept::new(move || side.get() == option), move || side.set(option))
    });
    view! {
        <main class="club">
            <h1>{say(app, ComputerPhrase::Choose)}</h1>
            <form class="against" on:submit=doing(begin)>
                <div class="rivals" role="radiogroup" aria-label=say(app, ComputerPhrase::Choose)>
                    {row(Level::ALL.iter().map(|&option| card(app, option, level)))}
                </div>
                <p class="about">{say(app, ComputerPhrase::RatingAbout)}</p>
                <section class="card">
                    {group(say(app, ComputerPhrase::YouPlay), row(sides))}
                    {choice::choices(
                        "ruleset",
                        Phrase::Rules,
                        RULESETS,
                        |words, ruleset| words.ruleset(ruleset).to_owned(),
                        |view| view.form().ruleset,
                        |ruleset| Event::Fill(Field::Ruleset(ruleset)),
                    )}
                    <Start />
                    <Clocks />
                </section>
                <button type="submit" class="main large" disabled=is_wrong.signal()>
                    {say(app, ComputerPhrase::Start)}
                </button>
            </form>
        </main>
    }
}

/// One opponent: face, name, rating, and what kind of player it is.
fn card(app: App, option: Level, level: RwSignal<Level>) -> AnyView {
    let is_taken = Kept::new(move || level.get() == option);
    view! {
        <label class="rival">
            <input type="radio" name="rival" value=option.word() prop:checked=is_taken.signal() on:change=doing(move |_| level.set(option)) />
            <span class="rival-card">
                {face(option)}
                <strong>{text(move || app.words().opponent(option.word()))}</strong>
                <span class="rating">{rating(app, option)}</span>
                <span class="about">{text(move || app.words().opponent_about(option.word()).to_owned())}</span>
            </span>
        </label>
    }
    .into_any()
}

/// A piece for a face: the stronger the player, the greater the piece.
pub(super) fn face(level: Level) -> impl IntoView {
    let role = match level.rating() {
        None => Role::King,
        Some(..1000) => Role::Pawn,
        Some(..1400) => Role::Knight,
        Some(..1800) => Role::Bishop,
        Some(..2200) => Role::Rook,
        Some(_) => Role::Queen,
    };
    view! { <span class="face" data-face=level.word()>{piece::drawing(role)}</span> }
}

/// The rating in words.
pub(super) fn rating(app: App, level: Level) -> Signal<String> {
    text(move || match level.rating() {
        Some(rating) => rating.to_string(),
        None => app.words().computer(ComputerPhrase::Full).to_owned(),
    })
}

pub(super) fn say(app: App, phrase: ComputerPhrase) -> Signal<String> {
    text(move || app.words().computer(phrase).to_owned())
}
