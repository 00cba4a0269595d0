//! The settings, row by row.

use client::{
    Appearance, BoardTheme, Effect, Event, Highlight, Language, Notation, Setting, Switch, Turning, Volume,
};
use ratatui::crossterm::event::KeyEvent;

use super::list::{Pick, Step, pick_by_letters, turn};
use super::{App, Errand};
use crate::Pieces;

/// A row of the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SettingRow {
    Language,
    Theme,
    Appearance,
    Pieces,
    Highlight,
    Notation,
    Explain,
    AlwaysQueen,
    Turning,
    Bell,
    Back,
}

/// How loud a bell that rings is; a terminal knows only on and off.
const RINGING: Volume = Volume::new(70);

impl SettingRow {
    /// All rows, as they are shown.
    pub(crate) const ALL: [SettingRow; 11] = [
        SettingRow::Language,
        SettingRow::Theme,
        SettingRow::Appearance,
        SettingRow::Pieces,
        SettingRow::Highlight,
        SettingRow::Notation,
        SettingRow::Explain,
        SettingRow::AlwaysQueen,
        SettingRow::Turning,
        SettingRow::Bell,
        SettingRow::Back,
    ];
}

impl App {
    pub(super) fn key_in_settings(&mut self, key: KeyEvent) {
        let row = SettingRow::ALL.get(self.row).copied().unwrap_or(SettingRow::Back);
        match pick_by_letters(key, self.row, SettingRow::ALL.len()) {
            Some(Pick::Row(row)) => self.row = row,
            Some(Pick::Leave) => self.go_back(),
            Some(Pick::Take) if row == SettingRow::Back => self.go_back(),
            Some(Pick::Take) => self.turn_setting(row, Step::Next),
            Some(Pick::Change(step)) => self.turn_setting(row, step),
            None => {}
        }
    }

    /// A row is pointed at with the mouse.
    pub(super) fn point_at_setting(&mut self, row: usize) {
        let was = self.row;
        self.row = row;
        match SettingRow::ALL.get(row) {
            Some(SettingRow::Back) => self.go_back(),
            Some(&setting) if was == row => self.turn_setting(setting, Step::Next),
            _ => {}
        }
    }

    fn turn_setting(&mut self, row: SettingRow, step: Step) {
        let settings = *self.view().settings();
        let setting = match row {
            SettingRow::Language => {
                let languages = [None, Some(Language::English), Some(Language::Korean)];
                // What is chosen here goes before what the command line said.
                self.asked = None;
                Setting::Language(turn(&languages, settings.language, step))
            }
            SettingRow::Theme => Setting::Theme(turn(&BoardTheme::ALL, settings.theme, step)),
            SettingRow::Appearance => Setting::Appearance(turn(&Appearance::ALL, settings.appearance, step)),
            SettingRow::Highlight => Setting::Highlight(turn(&Highlight::ALL, settings.highlight, step)),
            SettingRow::Notation => Setting::Notation(turn(&Notation::ALL, settings.notation, step)),
            SettingRow::Explain => Setting::Explain(turn(&Switch::ALL, settings.explain, step)),
            SettingRow::AlwaysQueen => Setting::AlwaysQueen(turn(&Switch::ALL, settings.always_queen, step)),
            SettingRow::Turning => {
                Setting::Turning(turn(&[Turning::Fixed, Turning::AfterMove], settings.turning, step))
            }
            SettingRow::Bell if settings.sound.is_off() => Setting::Sound(RINGING),
            SettingRow::Bell => Setting::Sound(Volume::OFF),
            SettingRow::Pieces => {
                self.pieces = turn(&Pieces::ALL, self.pieces(), step);
                // What is chosen here goes before what the command line said.
                self.asked_pieces = None;
                return self.errands.push(Errand::Effect(Effect::SaveSettings(settings.to_string())));
            }
            SettingRow::Back => return,
        };
        self.send(Event::Set(setting));
    }
}
