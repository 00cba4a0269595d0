//! The settings screen.

use client::{AutoFlip, Locale, MessageKey, Switch};
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
    let chosen = SettingRow::ALL.get(cx.app.selected_row());
    ListScreen {
        title: cx.words.message(MessageKey::Settings).to_owned(),
        rows: SettingRow::ALL.into_iter().map(|setting| row(cx, setting)).collect(),
        description: match chosen {
            Some(SettingRow::Explain) => cx.words.message(MessageKey::SettingsExplainAbout).to_owned(),
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
        format!("{} {}", texts.get(TerminalMessageKey::NameEscape), cx.words.message(MessageKey::Back)),
    ];
    parts.join(cx.glyphs.separator())
}

fn row(cx: &RenderContext<'_>, setting: SettingRow) -> ListRow {
    let RenderContext { words, texts, view, .. } = *cx;
    let settings = view.settings();
    let switch = |switch: Switch| {
        texts.get(if switch.is_on() { TerminalMessageKey::On } else { TerminalMessageKey::Off })
    };
    let (label, value) = match setting {
        SettingRow::Language => {
            let own_name = |language| Locale::new(language).message(MessageKey::LanguageName);
            let name = settings.language.map_or(words.message(MessageKey::SettingsLanguageAuto), own_name);
            (words.message(MessageKey::SettingsLanguage), name)
        }
        SettingRow::Theme => (words.message(MessageKey::SettingsBoard), words.board_theme(settings.theme)),
        SettingRow::Appearance => {
            (words.message(MessageKey::SettingsColors), words.appearance(settings.appearance))
        }
        SettingRow::Pieces => {
            (texts.get(TerminalMessageKey::Pieces), texts.get(piece_style_text(cx.piece_style)))
        }
        SettingRow::Highlight => {
            (words.message(MessageKey::SettingsHighlights), words.highlight(settings.highlight))
        }
        SettingRow::Notation => {
            (words.message(MessageKey::SettingsNotation), words.notation(settings.notation))
        }
        SettingRow::Explain => (words.message(MessageKey::SettingsExplain), switch(settings.explain)),
        SettingRow::AlwaysQueen => {
            (words.message(MessageKey::SettingsAlwaysQueen), switch(settings.always_queen))
        }
        SettingRow::AutoFlip => {
            let turns = if settings.turning == AutoFlip::AfterMove {
                TerminalMessageKey::On
            } else {
                TerminalMessageKey::Off
            };
            (words.message(MessageKey::AutoFlip), texts.get(turns))
        }
        SettingRow::Bell => (
            texts.get(TerminalMessageKey::Bell),
            texts.get(if settings.sound.is_off() { TerminalMessageKey::Off } else { TerminalMessageKey::On }),
        ),
        SettingRow::Back => {
            return ListRow { label: words.message(MessageKey::Back).to_owned(), ..ListRow::default() };
        }
    };
    ListRow { label: label.to_owned(), value: RowValue::Choice(value.to_owned()), error: None }
}

const fn piece_style_text(pieces: PieceStyle) -> TerminalMessageKey {
    match pieces {
        PieceStyle::Auto => TerminalMessageKey::PiecesAuto,
        PieceStyle::Art => TerminalMessageKey::PiecesArt,
        PieceStyle::Symbols => TerminalMessageKey::PiecesSymbols,
        PieceStyle::Letters => TerminalMessageKey::PiecesLetters,
    }
}
