//! Form controls with their labels: radio groups, switches, text fields, sliders.

use client::{BoardTheme, Event, Highlight, Locale, MessageKey, PieceSet, View};
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
    /// A piece of a set.
    Pieces(PieceSet),
}

/// A radio group with a text label for each option.
pub fn radio_group<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    legend: MessageKey,
    options: impl IntoIterator<Item = T>,
    label: impl Fn(Locale, T) -> String + Copy + Send + Sync + 'static,
    selected: impl Fn(View<'_>) -> T + Copy + Send + Sync + 'static,
    on_select: impl Fn(T) -> Event,
) -> AnyView {
    radio_group_with_swatches(name, legend, options, |_| Swatch::None, label, selected, on_select)
}

/// A radio group with a preview for each option.
pub fn radio_group_with_swatches<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    legend: MessageKey,
    options: impl IntoIterator<Item = T>,
    swatch: impl Fn(T) -> Swatch,
    label: impl Fn(Locale, T) -> String + Copy + Send + Sync + 'static,
    selected: impl Fn(View<'_>) -> T + Copy + Send + Sync + 'static,
    on_select: impl Fn(T) -> Event,
) -> AnyView {
    let app = App::from_context();
    let option_view = move |option: T| {
        let label = app.memo_localized(move |_, locale| label(locale, option));
        let is_selected = app.memo(move |view| selected(view) == option);
        radio(name, swatch(option), label.signal(), is_selected.signal(), on_select(option))
    };
    fieldset(app.translate(legend), options.into_iter().map(option_view).collect())
}

/// A checkbox shown as a switch.
pub fn switch(label: Signal<String>, is_on: Signal<bool>, on_change: impl Fn(bool) + 'static) -> AnyView {
    let on_change: Box<dyn Fn(bool)> = Box::new(on_change);
    let handle_change = move |event: web_sys::Event| on_change(event_target_checked(&event));
    view! {
        <label class="switch">
            <input type="checkbox" role="switch" prop:checked=is_on on:change=handler(handle_change) />
            <span>{label}</span>
        </label>
    }
    .into_any()
}

/// A text field of at most `max_length` characters, with its error message below.
pub fn text_field(
    label: Signal<String>,
    hint: Signal<String>,
    value: Signal<String>,
    max_length: u16,
    error: BoxedMemo<Option<String>>,
    on_input: impl Fn(String) + 'static,
) -> AnyView {
    let on_input: Box<dyn Fn(String)> = Box::new(on_input);
    let handle_input = move |event: web_sys::Event| on_input(event_target_value(&event));
    view! {
        <label class="field">
            <span>{label}</span>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=hint
                maxlength=max_length.to_string()
                aria-invalid=text(move || error.read().is_some().to_string())
                aria-describedby=text(move || if error.read().is_some() { "wrong" } else { "" }.to_owned())
                prop:value=value
                on:input=handler(handle_input)
            />
        </label>
        {show(move || error.get().map(|text| view! { <p class="wrong" id="wrong" role="alert">{text}</p> }.into_any()))}
    }
    .into_any()
}

/// A text field for a small non-negative integer.
pub fn number_field(
    label: Signal<String>,
    value: Signal<String>,
    on_input: impl Fn(String) + 'static,
) -> AnyView {
    let on_input: Box<dyn Fn(String)> = Box::new(on_input);
    let handle_input = move |event: web_sys::Event| on_input(event_target_value(&event));
    view! {
        <label class="field number">
            <span>{label}</span>
            <input type="text" inputmode="numeric" autocomplete="off" placeholder="0" prop:value=value on:input=handler(handle_input) />
        </label>
    }
    .into_any()
}

/// A slider from 0 to 100 percent.
pub fn volume_slider(
    label: Signal<String>,
    value: Signal<String>,
    on_change: impl Fn(u8) + 'static,
) -> AnyView {
    let on_change: Box<dyn Fn(u8)> = Box::new(on_change);
    let handle_change = move |event: web_sys::Event| {
        if let Ok(percent) = event_target_value(&event).parse() {
            on_change(percent);
        }
    };
    view! {
        <label class="field volume">
            <span>{label}</span>
            <input type="range" min="0" max="100" step="5" prop:value=value on:input=handler(handle_change) />
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
    label: Signal<String>,
    is_selected: Signal<bool>,
    on_select: Event,
) -> AnyView {
    let app = App::from_context();
    let (board, marks, pieces) = match swatch {
        Swatch::None => (None, None, None),
        Swatch::Board(theme) => (Some(theme.name()), None, None),
        Swatch::Marks(highlight) => (None, Some(highlight.name()), None),
        Swatch::Pieces(set) => (None, None, Some(set.name())),
    };
    view! {
        <label class="choice" data-board=board data-marks=marks data-set=pieces>
            <input type="radio" name=name prop:checked=is_selected on:change=handler(move |_| app.send(on_select.clone())) />
            <span>{label}</span>
        </label>
    }
    .into_any()
}
