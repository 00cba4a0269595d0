//! The settings screen.

use client::MessageKey;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::list_screen::{self, ListRow, ListScreen, RowValue};
use super::{HitTarget, RenderContext};
use crate::PieceStyle;
use crate::app::SettingRow;
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    list_screen::render(cx, &build_list(cx), area, buffer);
}

pub(crate) fn hit_test(cx: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    list_screen::hit_test(&build_list(cx), cx.app.selected_row(), area, at)
}

fn build_list(cx: &RenderContext<'_>) -> ListScreen {
    let rows = SettingRow::all();
    let chosen = rows.get(cx.app.selected_row()).copied();
    ListScreen {
        title: cx.locale.message(MessageKey::Settings).to_owned(),
        rows: rows.into_iter().map(|setting| row(cx, setting)).collect(),
        description: match chosen {
            Some(SettingRow::Client(id)) => {
                id.about().map_or("", |about| cx.locale.message(about)).to_owned()
            }
            Some(SettingRow::Pieces) if cx.app.art_unavailable() => {
                cx.texts.get(TerminalMessageKey::PiecesNoArt).to_owned()
            }
            _ => String::new(),
        },
        key_hints: navigation_hints(cx),
    }
}

/// Key hints for lists with choices.
pub(crate) fn navigation_hints(cx: &RenderContext<'_>) -> String {
    let texts = cx.texts;
    let parts = [
        format!("↑ ↓ {}", texts.get(TerminalMessageKey::KeyChoose)),
        format!("← → {}", texts.get(TerminalMessageKey::KeyChange)),
        format!("{} {}", texts.get(TerminalMessageKey::NameEscape), cx.locale.message(MessageKey::Back)),
    ];
    parts.join(cx.glyphs.separator())
}

fn row(cx: &RenderContext<'_>, setting: SettingRow) -> ListRow {
    let RenderContext { locale, texts, view, .. } = *cx;
    let settings = view.settings();
    let (label, value) = match setting {
        SettingRow::Client(id) => (locale.message(id.label()), settings.get(id).value_label(locale)),
        SettingRow::Pieces => {
            (texts.get(TerminalMessageKey::Pieces), texts.get(piece_style_text(cx.piece_style)).to_owned())
        }
        SettingRow::Bell => {
            let state =
                if settings.sound.is_off() { TerminalMessageKey::Off } else { TerminalMessageKey::On };
            (texts.get(TerminalMessageKey::Bell), texts.get(state).to_owned())
        }
        SettingRow::Back => {
            return ListRow { label: locale.message(MessageKey::Back).to_owned(), ..ListRow::default() };
        }
    };
    ListRow { label: label.to_owned(), value: RowValue::Choice(value), error: None }
}

const fn piece_style_text(pieces: PieceStyle) -> TerminalMessageKey {
    match pieces {
        PieceStyle::Auto => TerminalMessageKey::PiecesAuto,
        PieceStyle::Art => TerminalMessageKey::PiecesArt,
        PieceStyle::Symbols => TerminalMessageKey::PiecesSymbols,
        PieceStyle::Letters => TerminalMessageKey::PiecesLetters,
    }
}
