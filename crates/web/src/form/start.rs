//! What the chosen rules ask besides: a number, a position, or who begins.

use client::{Event, Field, Phrase};
use game::Ruleset;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::choice;
use crate::lazy::{part, part_if};

/// The fields that belong to the ruleset.
#[component]
pub(super) fn Start() -> impl IntoView {
    let app = App::here();
    let ruleset = app.watch(|view| view.form().ruleset);
    let number = app.watch(|view| view.form().number.clone());
    let fen = app.watch(|view| view.form().fen.clone());
    let bad_number = app.watch(|view| view.form_errors().number.is_some());
    let bad_fen = app.tell(|view, words| {
        let error = view.form_errors().fen.filter(|_| !view.form().fen.is_empty());
        error.map(|error| words.fen_error(&error))
    });
    part(move || {
        Some(match ruleset.get() {
            Ruleset::Standard => ().into_any(),
            Ruleset::Chess960 => view! {
                {choice::field(
                    app.say(Phrase::StartNumber),
                    app.say(Phrase::RandomStart),
                    number.signal(),
                    move |text| app.send(Event::Fill(Field::Number(text))),
                )}
                {part_if(move || bad_number.get(), move || view! {
                    <p class="wrong" role="alert">{app.say(Phrase::BadStartNumber)}</p>
                }.into_any())}
            }
            .into_any(),
            Ruleset::FromPosition => view! {
                {choice::field(
                    app.say(Phrase::FenBox),
                    app.say(Phrase::FenHint),
                    fen.signal(),
                    move |text| app.send(Event::Fill(Field::Fen(text))),
                )}
                {part(move || bad_fen.get().map(|text| view! {
                    <p class="wrong" role="alert">{text}</p>
                }.into_any()))}
            }
            .into_any(),
            Ruleset::KingCapture => choice::choices(
                "first",
                Phrase::FirstMover,
                Color::ALL,
                |words, color| words.color(color).to_owned(),
                |view| view.form().first,
                |color| Event::Fill(Field::First(color)),
            )
            .into_any(),
        })
    })
}
