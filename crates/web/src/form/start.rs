//! What the chosen rules ask besides: a number, a position, or who begins.

use client::{Event, Field, Phrase};
use game::Ruleset;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::choice;
use crate::lazy::part;

/// How long a line may be; no position takes as much.
const LINE: u16 = 200;

/// The fields that belong to the ruleset.
#[component]
pub fn Start() -> impl IntoView {
    let app = App::here();
    let ruleset = app.watch(|view| view.form().ruleset);
    let number = app.watch(|view| view.form().number.clone());
    let fen = app.watch(|view| view.form().fen.clone());
    let bad_number = app.tell(|view, words| {
        view.form_errors().number.map(|_| words.phrase(Phrase::BadStartNumber).to_owned())
    });
    let bad_fen = app.tell(|view, words| {
        // An empty box is no mistake yet, but it is why no game can begin.
        let hint = || words.phrase(Phrase::FenHint).to_owned();
        let is_empty = view.form().fen.is_empty();
        view.form_errors().fen.map(|error| if is_empty { hint() } else { words.fen_error(&error) })
    });
    part(move || {
        Some(match ruleset.get() {
            Ruleset::Standard => ().into_any(),
            Ruleset::Chess960 => choice::field(
                app.say(Phrase::StartNumber),
                app.say(Phrase::RandomStart),
                number.signal(),
                LINE,
                bad_number,
                move |text| app.send(Event::Fill(Field::Number(text))),
            ),
            Ruleset::FromPosition => choice::field(
                app.say(Phrase::FenBox),
                app.say(Phrase::FenHint),
                fen.signal(),
                LINE,
                bad_fen,
                move |text| app.send(Event::Fill(Field::Fen(text))),
            ),
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
