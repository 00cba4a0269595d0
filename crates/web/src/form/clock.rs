//! The clock fields: no clock, a preset, or custom times for both sides or for each.

use client::{BonusKind, ClockChoice, ClockPreset, Event, FormField, MessageKey, TimeFields};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::boxed::{BoxedSignal, effect, show, show_if, text};
use crate::controls;

/// Choice of the clock, with the fields for custom times.
#[component]
pub fn ClockFields() -> impl IntoView {
    let app = App::from_context();
    let is_own = app.memo(|view| view.form().clock == ClockChoice::Custom);
    let pace = app.memo_localized(|view, locale| match view.form().clock {
        ClockChoice::Preset(preset) => Some(locale.speed(preset).to_owned()),
        ClockChoice::None | ClockChoice::Custom => None,
    });
    let differ = app.memo(|view| view.form().times.white != view.form().times.black);
    let may_differ = BoxedSignal::new(*differ.read_untracked());
    effect(move || {
        if differ.get() && !may_differ.get() {
            app.send(Event::EditForm(FormField::SameTimeAs(Color::White)));
        }
    });
    let presets = ClockPreset::ALL.map(ClockChoice::Preset);
    let all = [ClockChoice::None].into_iter().chain(presets).chain([ClockChoice::Custom]);
    view! {
        {controls::radio_group(
            "clock",
            MessageKey::Clock,
            all,
            |locale, choice| match choice {
                ClockChoice::None => locale.message(MessageKey::NoClock).to_owned(),
                ClockChoice::Custom => locale.message(MessageKey::CustomClock).to_owned(),
                ClockChoice::Preset(preset) => preset.to_string(),
            },
            |view| view.form().clock,
            |choice| Event::EditForm(FormField::Clock(choice)),
        )}
        {show(move || pace.get().map(|pace| view! { <p class="about">{pace}</p> }.into_any()))}
        {show_if(move || is_own.get(), move || view! {
            <div class="times">
                <SideTimeFields color=Color::White may_differ />
                {show_if(move || may_differ.get(), move || view! { <SideTimeFields color=Color::Black may_differ /> }.into_any())}
            </div>
            {controls::switch(app.translate(MessageKey::DifferentTimes), may_differ.signal(), move |is_on| may_differ.set(is_on))}
        }.into_any())}
    }
}

/// Time fields of one side; White's apply to both sides while they share one time.
#[component]
fn SideTimeFields(color: Color, may_differ: BoxedSignal<bool>) -> impl IntoView {
    let app = App::from_context();
    let error = app.memo_localized(move |view, locale| {
        view.form_errors().times[color].map(|error| locale.time_error(error))
    });
    let about = app.memo_localized(move |view, locale| {
        locale.bonus_kind_about(view.form().times[color].kind).to_owned()
    });
    let has_bonus = app.memo(move |view| view.form().times[color].kind != BonusKind::None);
    let legend = text(move || {
        let locale = app.locale();
        if may_differ.get() { locale.color(color) } else { locale.message(MessageKey::BaseTime) }.to_owned()
    });
    let number =
        move |key: MessageKey, of: fn(&TimeFields) -> &String, field: fn(Color, String) -> FormField| {
            let value = app.memo(move |view| of(&view.form().times[color]).clone());
            controls::number_field(app.translate(key), value.signal(), move |text| {
                app.send(Event::EditForm(field(color, text)))
            })
        };
    let name = if color == Color::White { "bonus-white" } else { "bonus-black" };
    view! {
        <fieldset class="time">
            <legend>{legend}</legend>
            <div class="pair">
                {number(MessageKey::Minutes, |times| &times.minutes, FormField::Minutes)}
                {number(MessageKey::Seconds, |times| &times.seconds, FormField::Seconds)}
            </div>
            {controls::radio_group(
                name,
                MessageKey::TimeBonus,
                BonusKind::ALL,
                |locale, kind| locale.bonus_kind(kind).to_owned(),
                move |view| view.form().times[color].kind,
                move |kind| Event::EditForm(FormField::BonusKind(color, kind)),
            )}
            <p class="about">{about.signal()}</p>
            {show_if(move || has_bonus.get(), move || number(MessageKey::Seconds, |times| &times.bonus, FormField::Bonus))}
            {show(move || error.get().map(|text| view! { <p class="wrong" role="alert">{text}</p> }.into_any()))}
        </fieldset>
    }
}
