//! The form for a new game.

use client::{BonusKind, ClockChoice, FormErrors, Phrase, TimeError, Turning};
use game::Ruleset;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use rules::Color;

use super::rows::{self, Row, Sheet, Value};
use super::settings::rows_keys;
use super::{Scene, Target};
use crate::app::{FormRow, bottom};
use crate::texts::Text;

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    rows::render(scene, &sheet(scene), area, buffer);
}

pub(crate) fn target(scene: &Scene<'_>, area: Rect, at: Position) -> Option<Target> {
    rows::target(&sheet(scene), scene.app.row(), area, at)
}

fn sheet(scene: &Scene<'_>) -> Sheet {
    let errors = scene.view.form_errors();
    let form_rows = scene.app.form_rows();
    let chosen = form_rows.get(scene.app.row()).copied().unwrap_or(FormRow::Start);
    Sheet {
        title: scene.words.phrase(Phrase::NewGame).to_owned(),
        rows: form_rows
            .into_iter()
            .map(|row| Row {
                label: label(scene, row),
                value: value(scene, row),
                error: error(scene, row, &errors),
            })
            .collect(),
        about: about(scene, chosen, &errors),
        keys: rows_keys(scene),
    }
}

fn label(scene: &Scene<'_>, row: FormRow) -> String {
    let words = scene.words;
    let of = |color: Color, phrase| format!("{}: {}", words.color(color), words.phrase(phrase));
    match row {
        FormRow::Rules => words.phrase(Phrase::Rules).to_owned(),
        FormRow::Number => words.phrase(Phrase::StartNumber).to_owned(),
        FormRow::Fen => words.phrase(Phrase::FenBox).to_owned(),
        FormRow::First => words.phrase(Phrase::FirstMover).to_owned(),
        FormRow::Clock => words.phrase(Phrase::Clock).to_owned(),
        FormRow::Minutes(color) => of(color, Phrase::Minutes),
        FormRow::Seconds(color) => of(color, Phrase::Seconds),
        FormRow::BonusKind(color) => of(color, Phrase::TimeBonus),
        FormRow::Bonus(color) => {
            format!("{} ({})", of(color, Phrase::TimeBonus), words.phrase(Phrase::Seconds).to_lowercase())
        }
        FormRow::Name(color) => format!("{}: {}", words.color(color), scene.texts.get(Text::Name)),
        FormRow::Against => scene.texts.get(Text::Against).to_owned(),
        FormRow::OwnSide | FormRow::WishedSide => scene.texts.get(Text::OwnSide).to_owned(),
        FormRow::Below => scene.texts.get(Text::Below).to_owned(),
        FormRow::Turning => words.phrase(Phrase::AutoFlip).to_owned(),
        FormRow::Start if scene.app.server().is_some() => words.phrase(Phrase::Back).to_owned(),
        FormRow::Start => words.phrase(Phrase::StartGame).to_owned(),
    }
}

fn value(scene: &Scene<'_>, row: FormRow) -> Value {
    let Scene { words, texts, view, .. } = *scene;
    let form = view.form();
    if let Some(typed) = row.typed(form) {
        let hint = match row {
            FormRow::Number => words.phrase(Phrase::RandomStart),
            FormRow::Fen => words.phrase(Phrase::FenHint),
            FormRow::Name(_) => words.phrase(Phrase::NameHint),
            _ => "0",
        };
        return Value::Typed(typed.to_owned(), hint.to_owned());
    }
    let choice = match row {
        FormRow::Rules => words.ruleset(form.ruleset).to_owned(),
        FormRow::First => words.color(form.first).to_owned(),
        FormRow::Clock => match form.clock {
            ClockChoice::None => words.phrase(Phrase::NoClock).to_owned(),
            ClockChoice::Preset(preset) => format!("{preset}{}{}", scene.signs.between(), words.pace(preset)),
            ClockChoice::Own => words.phrase(Phrase::CustomClock).to_owned(),
        },
        FormRow::BonusKind(color) => words.bonus_kind(form.times[color].kind).to_owned(),
        FormRow::Against => {
            let name = scene.app.name_of(scene.app.against());
            name.unwrap_or_else(|| texts.get(Text::AgainstPerson).to_owned())
        }
        FormRow::OwnSide => words.color(scene.app.own_side().unwrap_or(Color::White)).to_owned(),
        FormRow::WishedSide => {
            let wished = scene.app.server().map_or(protocol::Side::Random, |server| server.side);
            super::lobby::side(scene, wished).to_owned()
        }
        FormRow::Below => words.color(bottom(form)).to_owned(),
        FormRow::Turning => match form.turning {
            Turning::Fixed => texts.get(Text::Off).to_owned(),
            Turning::AfterMove => texts.get(Text::On).to_owned(),
        },
        _ => return Value::None,
    };
    Value::Choice(choice)
}

fn error(scene: &Scene<'_>, row: FormRow, errors: &FormErrors) -> Option<String> {
    let words = scene.words;
    let time = |color: Color, wanted: &[TimeError]| {
        errors.times[color].filter(|error| wanted.contains(error)).map(|error| words.time_error(error))
    };
    match row {
        FormRow::Number => errors.number.map(|_| words.phrase(Phrase::BadStartNumber).to_owned()),
        // Nothing is wrong with a box that nobody has filled in yet, but the game cannot start.
        FormRow::Fen if scene.view.form().fen.trim().is_empty() => None,
        FormRow::Fen => errors.fen.as_ref().map(|error| words.fen_error(error)),
        FormRow::Minutes(color) => time(color, &[TimeError::Minutes, TimeError::NoTime]),
        FormRow::Seconds(color) => time(color, &[TimeError::Seconds]),
        FormRow::Bonus(color) => time(color, &[TimeError::Bonus]),
        FormRow::Start => {
            let all = Color::ALL.into_iter().find_map(|color| errors.times[color]);
            let number = errors.number.map(|_| words.phrase(Phrase::BadStartNumber).to_owned());
            let fen = || errors.fen.as_ref().map(|error| words.fen_error(error));
            number.or_else(fen).or_else(|| all.map(|error| words.time_error(error)))
        }
        _ => None,
    }
}

fn about(scene: &Scene<'_>, row: FormRow, errors: &FormErrors) -> String {
    let words = scene.words;
    let form = scene.view.form();
    match row {
        FormRow::Rules => words.ruleset_about(form.ruleset).to_owned(),
        FormRow::BonusKind(color) => words.bonus_kind_about(form.times[color].kind).to_owned(),
        FormRow::Bonus(color) if form.times[color].kind != BonusKind::None => {
            words.bonus_kind_about(form.times[color].kind).to_owned()
        }
        FormRow::Start | FormRow::Clock if errors.is_empty() => {
            form.start(0).map(|table| words.time_control(table.clock().control())).unwrap_or_default()
        }
        FormRow::Fen if form.ruleset == Ruleset::FromPosition => words.phrase(Phrase::FenHint).to_owned(),
        _ => String::new(),
    }
}
