//! The settings.

use client::{Phrase, Switch, Turning, Words};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::rows::{self, Row, Sheet, Value};
use super::{Scene, Target};
use crate::Pieces;
use crate::app::SettingRow;
use crate::texts::Text;

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    rows::render(scene, &sheet(scene), area, buffer);
}

pub(crate) fn target(scene: &Scene<'_>, area: Rect, at: Position) -> Option<Target> {
    rows::target(&sheet(scene), scene.app.row(), area, at)
}

fn sheet(scene: &Scene<'_>) -> Sheet {
    let chosen = SettingRow::ALL.get(scene.app.row());
    Sheet {
        title: scene.words.phrase(Phrase::Settings).to_owned(),
        rows: SettingRow::ALL.into_iter().map(|setting| row(scene, setting)).collect(),
        about: match chosen {
            Some(SettingRow::Explain) => scene.words.phrase(Phrase::SettingsExplainAbout).to_owned(),
            Some(SettingRow::Pieces) if scene.app.lacks_art() => {
                scene.texts.get(Text::PiecesNoArt).to_owned()
            }
            _ => String::new(),
        },
        keys: rows_keys(scene),
    }
}

/// How rows of choices are gone through.
pub(crate) fn rows_keys(scene: &Scene<'_>) -> String {
    let texts = scene.texts;
    let parts = [
        format!("↑ ↓ {}", texts.get(Text::KeyChoose)),
        format!("← → {}", texts.get(Text::KeyChange)),
        format!("{} {}", texts.get(Text::NameEscape), scene.words.phrase(Phrase::Back)),
    ];
    parts.join(scene.signs.between())
}

fn row(scene: &Scene<'_>, setting: SettingRow) -> Row {
    let Scene { words, texts, view, .. } = *scene;
    let settings = view.settings();
    let switch = |switch: Switch| texts.get(if switch.is_on() { Text::On } else { Text::Off });
    let (label, value) = match setting {
        SettingRow::Language => {
            let own_name = |language| Words::new(language).phrase(Phrase::LanguageName);
            let name = settings.language.map_or(words.phrase(Phrase::SettingsLanguageAuto), own_name);
            (words.phrase(Phrase::SettingsLanguage), name)
        }
        SettingRow::Theme => (words.phrase(Phrase::SettingsBoard), words.board_theme(settings.theme)),
        SettingRow::Appearance => {
            (words.phrase(Phrase::SettingsColors), words.appearance(settings.appearance))
        }
        SettingRow::Pieces => (texts.get(Text::Pieces), texts.get(pieces(scene.pieces))),
        SettingRow::Highlight => {
            (words.phrase(Phrase::SettingsHighlights), words.highlight(settings.highlight))
        }
        SettingRow::Notation => (words.phrase(Phrase::SettingsNotation), words.notation(settings.notation)),
        SettingRow::Explain => (words.phrase(Phrase::SettingsExplain), switch(settings.explain)),
        SettingRow::AlwaysQueen => (words.phrase(Phrase::SettingsAlwaysQueen), switch(settings.always_queen)),
        SettingRow::Turning => {
            let turns = if settings.turning == Turning::AfterMove { Text::On } else { Text::Off };
            (words.phrase(Phrase::AutoFlip), texts.get(turns))
        }
        SettingRow::Bell => {
            (texts.get(Text::Bell), texts.get(if settings.sound.is_off() { Text::Off } else { Text::On }))
        }
        SettingRow::Back => {
            return Row { label: words.phrase(Phrase::Back).to_owned(), ..Row::default() };
        }
    };
    Row { label: label.to_owned(), value: Value::Choice(value.to_owned()), error: None }
}

const fn pieces(pieces: Pieces) -> Text {
    match pieces {
        Pieces::Auto => Text::PiecesAuto,
        Pieces::Art => Text::PiecesArt,
        Pieces::Symbols => Text::PiecesSymbols,
        Pieces::Letters => Text::PiecesLetters,
    }
}
