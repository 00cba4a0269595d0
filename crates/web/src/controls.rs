//! Form controls with their labels: radio groups, switches, text fields, sliders.

use client::{BoardTheme, Event, Highlight, Locale, MessageKey, View};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{BoxedMemo, handler, show, text};

/// A preview shown beside an option's label.
#[derive(Clone, Copy, Debug)]
pub enum Swatch {
    /// Label only.
    None,
    /// The colours of a board theme.
    Board(BoardTheme),
    /// The colours of a highlight style.
    Marks(Highlight),
}

/// A radio group with a text label for each option.
pub fn radio_group<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    legend: MessageKey,
    options: impl IntoIterator<Item = T>,
    words: impl Fn(Locale, T) -> String + Copy + Send + Sync + 'static,
    taken: impl Fn(View<'_>) -> T + Copy + Send + Sync + 'static,
    take: impl Fn(T) -> Event,
) -> AnyView {
    radio_group_with_swatches(name, legend, options, |_| Swatch::None, words, taken, take)
}

/// A radio group with a preview for each option.
pub fn radio_group_with_swatches<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    legend: MessageKey,
    options: impl IntoIterator<Item = T>,
    swatch: impl Fn(T) -> Swatch,
    words: impl Fn(Locale, T) -> String + Copy + Send + Sync + 'static,
    taken: impl Fn(View<'_>) -> T + Copy + Send + Sync + 'static,
    take: impl Fn(T) -> Event,
) -> AnyView {
    let app = App::from_context();
    let choice = move |option: T| {
        let words = app.memo_localized(move |_, voice| words(voice, option));
        let is_taken = app.memo(move |view| taken(view) == option);
        radio(name, swatch(option), words.signal(), is_taken.signal(), take(option))
    };
    fieldset(app.translate(legend), options.into_iter().map(choice).collect())
}

/// A checkbox shown as a switch.
pub fn switch(words: Signal<String>, is_on: Signal<bool>, turn: impl Fn(bool) + 'static) -> AnyView {
    let turn: Box<dyn Fn(bool)> = Box::new(turn);
    let turned = move |event: web_sys::Event| turn(event_target_checked(&event));
    view! {
        <label class="switch">
            <input type="checkbox" role="switch" prop:checked=is_on on:change=handler(turned) />
            <span>{words}</span>
        </label>
    }
    .into_any()
}

/// A text field of at most `longest` characters, with its error message below.
pub fn text_field(
    words: Signal<String>,
    hint: Signal<String>,
    value: Signal<String>,
    longest: u16,
    wrong: BoxedMemo<Option<String>>,
    fill: impl Fn(String) + 'static,
) -> AnyView {
    let fill: Box<dyn Fn(String)> = Box::new(fill);
    let filled = move |event: web_sys::Event| fill(event_target_value(&event));
    view! {
        <label class="field">
            <span>{words}</span>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=hint
                maxlength=longest.to_string()
                aria-invalid=text(move || wrong.read().is_some().to_string())
                aria-describedby=text(move || if wrong.read().is_some() { "wrong" } else { "" }.to_owned())
                prop:value=value
                on:input=handler(filled)
            />
        </label>
        {show(move || wrong.get().map(|text| view! { <p class="wrong" id="wrong" role="alert">{text}</p> }.into_any()))}
    }
    .into_any()
}

/// A text field for a small non-negative integer.
pub fn number_field(
    words: Signal<String>,
    value: Signal<String>,
    fill: impl Fn(String) + 'static,
) -> AnyView {
    let fill: Box<dyn Fn(String)> = Box::new(fill);
    let filled = move |event: web_sys::Event| fill(event_target_value(&event));
    view! {
        <label class="field number">
            <span>{words}</span>
            <input type="text" inputmode="numeric" autocomplete="off" placeholder="0" prop:value=value on:input=handler(filled) />
        </label>
    }
    .into_any()
}

/// A slider from 0 to 100 percent.
pub fn volume_slider(words: Signal<String>, value: Signal<String>, turn: impl Fn(u8) + 'static) -> AnyView {
    let turn: Box<dyn Fn(u8)> = Box::new(turn);
    let turned = move |event: web_sys::Event| {
        if let Ok(percent) = event_target_value(&event).parse() {
            turn(percent);
        }
    };
    view! {
        <label class="field volume">
            <span>{words}</span>
            <input type="range" min="0" max="100" step="5" prop:value=value on:input=handler(turned) />
        </label>
    }
    .into_any()
}

fn fieldset(legend: Signal<String>, choices: Vec<AnyView>) -> AnyView {
    view! {
        <fieldset class="choices">
            <legend>{legend}</legend>
            <div class="options">{choices}</div>
        </fieldset>
    }
    .into_any()
}

fn radio(
    name: &'static str,
    swatch: Swatch,
    words: Signal<String>,
    is_taken: Signal<bool>,
    take: Event,
) -> AnyView {
    let app = App::from_context();
    let (board, marks) = match swatch {
        Swatch::None => (None, None),
        Swatch::Board(theme) => (Some(theme.name()), None),
        Swatch::Marks(highlight) => (None, Some(highlight.name())),
    };
    view! {
        <label class="choice" data-board=board data-marks=marks>
            <input type="radio" name=name prop:checked=is_taken on:change=handler(move |_| app.send(take.clone())) />
            <span>{words}</span>
        </label>
    }
    .into_any()
}
