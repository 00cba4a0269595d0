//! The clock: none, a usual one, or times of one's own, for both sides alike or for each.

use client::{BonusKind, ClockChoice, Event, Field, Phrase, Preset, TimeFields};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::choice;
use crate::held::Held;
use crate::lazy::{effect, part, part_if, text};

/// Which clock, and the times if they are the players' own.
#[component]
pub fn Clocks() -> impl IntoView {
    let app = App::here();
    let is_own = app.watch(|view| view.form().clock == ClockChoice::Own);
    let pace = app.tell(|view, words| match view.form().clock {
        ClockChoice::Preset(preset) => Some(words.pace(preset).to_owned()),
        ClockChoice::None | ClockChoice::Own => None,
    });
    let differ = app.watch(|view| view.form().times.white != view.form().times.black);
    let may_differ = Held::new(*differ.peek());
    effect(move || {
        if differ.get() && !may_differ.get() {
            app.send(Event::Fill(Field::SameTimeAs(Color::White)));
        }
    });
    let presets = Preset::ALL.map(ClockChoice::Preset);
    let all = [ClockChoice::None].into_iter().chain(presets).chain([ClockChoice::Own]);
    view! {
        {choice::choices(
            "clock",
            Phrase::Clock,
            all,
            |words, choice| match choice {
                ClockChoice::None => words.phrase(Phrase::NoClock).to_owned(),
                ClockChoice::Own => words.phrase(Phrase::CustomClock).to_owned(),
                ClockChoice::Preset(preset) => preset.to_string(),
            },
            |view| view.form().clock,
            |choice| Event::Fill(Field::Clock(choice)),
        )}
        {part(move || pace.get().map(|pace| view! { <p class="about">{pace}</p> }.into_any()))}
        {part_if(move || is_own.get(), move || view! {
            <div class="times">
                <Time color=Color::White may_differ />
                {part_if(move || may_differ.get(), move || view! { <Time color=Color::Black may_differ /> }.into_any())}
            </div>
            {choice::switch(app.say(Phrase::DifferentTimes), may_differ.signal(), move |is_on| may_differ.set(is_on))}
        }.into_any())}
    }
}

/// One side's time; White's is both sides' while they are alike.
#[component]
fn Time(color: Color, may_differ: Held<bool>) -> impl IntoView {
    let app = App::here();
    let error =
        app.tell(move |view, words| view.form_errors().times[color].map(|error| words.time_error(error)));
    let about = app.tell(move |view, words| words.bonus_kind_about(view.form().times[color].kind).to_owned());
    let has_bonus = app.watch(move |view| view.form().times[color].kind != BonusKind::None);
    let legend = text(move || {
        let words = app.words();
        if may_differ.get() { words.color(color) } else { words.phrase(Phrase::BaseTime) }.to_owned()
    });
    let number = move |phrase: Phrase, of: fn(&TimeFields) -> &String, field: fn(Color, String) -> Field| {
        let value = app.watch(move |view| of(&view.form().times[color]).clone());
        choice::number(app.say(phrase), value.signal(), move |text| app.send(Event::Fill(field(color, text))))
    };
    let name = if color == Color::White { "bonus-white" } else { "bonus-black" };
    view! {
        <fieldset class="time">
            <legend>{legend}</legend>
            <div class="pair">
                {number(Phrase::Minutes, |times| &times.minutes, Field::Minutes)}
                {number(Phrase::Seconds, |times| &times.seconds, Field::Seconds)}
            </div>
            {choice::choices(
                name,
                Phrase::TimeBonus,
                BonusKind::ALL,
                |words, kind| words.bonus_kind(kind).to_owned(),
                move |view| view.form().times[color].kind,
                move |kind| Event::Fill(Field::BonusKind(color, kind)),
            )}
            <p class="about">{about.signal()}</p>
            {part_if(move || has_bonus.get(), move || number(Phrase::Seconds, |times| &times.bonus, Field::Bonus))}
            {part(move || error.get().map(|text| view! { <p class="wrong" role="alert">{text}</p> }.into_any()))}
        </fieldset>
    }
}
