//! Fields that depend on the ruleset: Chess960 number, FEN, or the side to move first.

use client::{Event, FormField, MessageKey};
use game::Ruleset;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::boxed::show;
use crate::controls;

/// Maximum length of the input, in characters; no FEN is longer.
const MAX_LENGTH: u16 = 200;

/// The fields of the chosen ruleset.
#[component]
pub fn StartFields() -> impl IntoView {
    let app = App::from_context();
    let ruleset = app.memo(|view| view.form().ruleset);
    let number = app.memo(|view| view.form().chess960_number.clone());
    let fen = app.memo(|view| view.form().fen.clone());
    let bad_number = app.memo_localized(|view, locale| {
        view.form_errors().chess960_number.map(|_| locale.message(MessageKey::BadStartNumber).to_owned())
    });
    let bad_fen = app.memo_localized(|view, locale| {
        // An empty field is no error yet, but it is the reason why the game cannot start.
        let hint = || locale.message(MessageKey::FenHint).to_owned();
        let is_empty = view.form().fen.is_empty();
        view.form_errors().fen.map(|error| if is_empty { hint() } else { locale.fen_error(&error) })
    });
    show(move || {
        Some(match ruleset.get() {
            Ruleset::Standard => ().into_any(),
            Ruleset::Chess960 => controls::text_field(
                app.translate(MessageKey::StartNumber),
                app.translate(MessageKey::RandomStart),
                number.signal(),
                MAX_LENGTH,
                bad_number,
                move |text| app.send(Event::EditForm(FormField::Chess960Number(text))),
            ),
            Ruleset::FromPosition => controls::text_field(
                app.translate(MessageKey::FenBox),
                app.translate(MessageKey::FenHint),
                fen.signal(),
                MAX_LENGTH,
                bad_fen,
                move |text| app.send(Event::EditForm(FormField::Fen(text))),
            ),
            Ruleset::KingCapture => controls::radio_group(
                "first",
                MessageKey::FirstMover,
                Color::ALL,
                |locale, color| locale.color(color).to_owned(),
                |view| view.form().first,
                |color| Event::EditForm(FormField::First(color)),
            )
            .into_any(),
        })
    })
}
