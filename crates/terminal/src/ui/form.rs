//! The new-game form.

use client::{AutoFlip, BonusKind, ClockChoice, FormErrors, MessageKey, TimeFieldError};
use game::Ruleset;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use rules::Color;

use super::list_screen::{self, ListRow, ListScreen, RowValue};
use super::settings::navigation_hints;
use super::{HitTarget, RenderContext};
use crate::app::{FormRow, bottom_side};
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    list_screen::render(cx, &build_list(cx), area, buffer);
}

pub(crate) fn hit_test(cx: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    list_screen::hit_test(&build_list(cx), cx.app.selected_row(), area, at)
}

fn build_list(cx: &RenderContext<'_>) -> ListScreen {
    let errors = cx.view.form_errors();
    let form_rows = cx.app.form_rows();
    let chosen = form_rows.get(cx.app.selected_row()).copied().unwrap_or(FormRow::Start);
    ListScreen {
        title: cx.locale.message(MessageKey::NewGame).to_owned(),
        rows: form_rows
            .into_iter()
            .map(|row| ListRow {
                label: label(cx, row),
                value: value(cx, row),
                error: error(cx, row, &errors),
            })
            .collect(),
        description: description(cx, chosen, &errors),
        key_hints: navigation_hints(cx),
    }
}

fn label(cx: &RenderContext<'_>, row: FormRow) -> String {
    let locale = cx.locale;
    let of = |color: Color, phrase| format!("{}: {}", locale.color(color), locale.message(phrase));
    match row {
        FormRow::Ruleset => locale.message(MessageKey::Rules).to_owned(),
        FormRow::StartNumber => locale.message(MessageKey::StartNumber).to_owned(),
        FormRow::Fen => locale.message(MessageKey::FenBox).to_owned(),
        FormRow::FirstMover => locale.message(MessageKey::FirstMover).to_owned(),
        FormRow::Clock => locale.message(MessageKey::Clock).to_owned(),
        FormRow::Minutes(color) => of(color, MessageKey::Minutes),
        FormRow::Seconds(color) => of(color, MessageKey::Seconds),
        FormRow::BonusKind(color) => of(color, MessageKey::TimeBonus),
        FormRow::Bonus(color) => {
            format!(
                "{} ({})",
                of(color, MessageKey::TimeBonus),
                locale.message(MessageKey::Seconds).to_lowercase()
            )
        }
        FormRow::Name(color) => {
            format!("{}: {}", locale.color(color), cx.texts.get(TerminalMessageKey::Name))
        }
        FormRow::Opponent => cx.texts.get(TerminalMessageKey::Against).to_owned(),
        FormRow::OwnSide | FormRow::PreferredSide => cx.texts.get(TerminalMessageKey::OwnSide).to_owned(),
        FormRow::BottomSide => cx.texts.get(TerminalMessageKey::Below).to_owned(),
        FormRow::AutoFlip => locale.message(MessageKey::AutoFlip).to_owned(),
        FormRow::Start if cx.app.server().is_some() => locale.message(MessageKey::Back).to_owned(),
        FormRow::Start => locale.message(MessageKey::StartGame).to_owned(),
    }
}

fn value(cx: &RenderContext<'_>, row: FormRow) -> RowValue {
    let RenderContext { locale, texts, view, .. } = *cx;
    let form = view.form();
    if let Some(typed) = row.text_value(form) {
        let hint = match row {
            FormRow::StartNumber => locale.message(MessageKey::RandomStart),
            FormRow::Fen => locale.message(MessageKey::FenHint),
            FormRow::Name(_) => locale.message(MessageKey::NameHint),
            _ => "0",
        };
        return RowValue::Typed(typed.to_owned(), hint.to_owned());
    }
    let choice = match row {
        FormRow::Ruleset => locale.ruleset(form.ruleset).to_owned(),
        FormRow::FirstMover => locale.color(form.first).to_owned(),
        FormRow::Clock => match form.clock {
            ClockChoice::None => locale.message(MessageKey::NoClock).to_owned(),
            ClockChoice::Preset(preset) => {
                format!("{preset}{}{}", cx.glyphs.separator(), locale.speed(preset))
            }
            ClockChoice::Custom => locale.message(MessageKey::CustomClock).to_owned(),
        },
        FormRow::BonusKind(color) => locale.bonus_kind(form.times[color].kind).to_owned(),
        FormRow::Opponent => {
            let name = cx.app.choice_name(cx.app.opponent_choice());
            name.unwrap_or_else(|| texts.get(TerminalMessageKey::AgainstPerson).to_owned())
        }
        FormRow::OwnSide => locale.color(cx.app.own_side().unwrap_or(Color::White)).to_owned(),
        FormRow::PreferredSide => {
            let preferred = cx.app.server().map_or(protocol::ColorPreference::Random, |server| server.side);
            super::lobby::side_name(cx, preferred).to_owned()
        }
        FormRow::BottomSide => locale.color(bottom_side(form)).to_owned(),
        FormRow::AutoFlip => match form.auto_flip {
            AutoFlip::Never => texts.get(TerminalMessageKey::Off).to_owned(),
            AutoFlip::AfterMove => texts.get(TerminalMessageKey::On).to_owned(),
        },
        _ => return RowValue::None,
    };
    RowValue::Choice(choice)
}

fn error(cx: &RenderContext<'_>, row: FormRow, errors: &FormErrors) -> Option<String> {
    let locale = cx.locale;
    let time = |color: Color, wanted: &[TimeFieldError]| {
        errors.times[color].filter(|error| wanted.contains(error)).map(|error| locale.time_error(error))
    };
    match row {
        FormRow::StartNumber => {
            errors.chess960_number.map(|_| locale.message(MessageKey::BadStartNumber).to_owned())
        }
        // An empty FEN is not marked as an error before anything is typed.
        FormRow::Fen if cx.view.form().fen.trim().is_empty() => None,
        FormRow::Fen => errors.fen.as_ref().map(|error| locale.fen_error(error)),
        FormRow::Minutes(color) => time(color, &[TimeFieldError::Minutes, TimeFieldError::NoTime]),
        FormRow::Seconds(color) => time(color, &[TimeFieldError::Seconds]),
        FormRow::Bonus(color) => time(color, &[TimeFieldError::Bonus]),
        FormRow::Start => {
            let all = Color::ALL.into_iter().find_map(|color| errors.times[color]);
            let number =
                errors.chess960_number.map(|_| locale.message(MessageKey::BadStartNumber).to_owned());
            let fen = || errors.fen.as_ref().map(|error| locale.fen_error(error));
            number.or_else(fen).or_else(|| all.map(|error| locale.time_error(error)))
        }
        _ => None,
    }
}

fn description(cx: &RenderContext<'_>, row: FormRow, errors: &FormErrors) -> String {
    let locale = cx.locale;
    let form = cx.view.form();
    match row {
        FormRow::Ruleset => locale.ruleset_about(form.ruleset).to_owned(),
        FormRow::BonusKind(color) => locale.bonus_kind_about(form.times[color].kind).to_owned(),
        FormRow::Bonus(color) if form.times[color].kind != BonusKind::None => {
            locale.bonus_kind_about(form.times[color].kind).to_owned()
        }
        FormRow::Start | FormRow::Clock if errors.is_empty() => form
            .start_game(0)
            .map(|local_game| locale.time_control(local_game.clock().control()))
            .unwrap_or_default(),
        FormRow::Fen if form.ruleset == Ruleset::FromPosition => {
            locale.message(MessageKey::FenHint).to_owned()
        }
        _ => String::new(),
    }
}
