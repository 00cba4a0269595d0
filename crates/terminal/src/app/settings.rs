//! The settings screen.

use client::{
    Appearance, AutoFlip, BoardTheme, Effect, Event, Highlight, Language, Notation, Setting, Switch, Volume,
};
use ratatui::crossterm::event::KeyEvent;

use super::list::{ListAction, Step, cycle, list_action_vi};
use super::{App, AppEffect};
use crate::PieceStyle;

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
    AutoFlip,
    Bell,
    Back,
}

/// Volume that stands for "on": a terminal bell has no volume.
const BELL_VOLUME: Volume = Volume::new(70);

impl SettingRow {
    /// All rows in display order.
    pub(crate) const ALL: [SettingRow; 11] = [
        SettingRow::Language,
        SettingRow::Theme,
        SettingRow::Appearance,
        SettingRow::Pieces,
        SettingRow::Highlight,
        SettingRow::Notation,
        SettingRow::Explain,
        SettingRow::AlwaysQueen,
        SettingRow::AutoFlip,
        SettingRow::Bell,
        SettingRow::Back,
    ];
}

impl App {
    pub(super) fn key_in_settings(&mut self, key: KeyEvent) {
        let row = SettingRow::ALL.get(self.selected_row).copied().unwrap_or(SettingRow::Back);
        match list_action_vi(key, self.selected_row, SettingRow::ALL.len()) {
            Some(ListAction::Select(row)) => self.selected_row = row,
            Some(ListAction::Leave) => self.go_back(),
            Some(ListAction::Activate) if row == SettingRow::Back => self.go_back(),
            Some(ListAction::Activate) => self.cycle_setting(row, Step::Next),
            Some(ListAction::Change(step)) => self.cycle_setting(row, step),
            None => {}
        }
    }

    /// Handles a click on a row.
    pub(super) fn click_setting_row(&mut self, row: usize) {
        let was = self.selected_row;
        self.selected_row = row;
        match SettingRow::ALL.get(row) {
            Some(SettingRow::Back) => self.go_back(),
            Some(&setting) if was == row => self.cycle_setting(setting, Step::Next),
            _ => {}
        }
    }

    fn cycle_setting(&mut self, row: SettingRow, step: Step) {
        let settings = *self.view().settings();
        let setting = match row {
            SettingRow::Language => {
                let languages: Vec<_> = [None].into_iter().chain(Language::ALL.map(Some)).collect();
                // A choice here overrides the command line.
                self.language_override = None;
                Setting::Language(cycle(&languages, settings.language, step))
            }
            SettingRow::Theme => Setting::Theme(cycle(&BoardTheme::ALL, settings.theme, step)),
            SettingRow::Appearance => Setting::Appearance(cycle(&Appearance::ALL, settings.appearance, step)),
            SettingRow::Highlight => Setting::Highlight(cycle(&Highlight::ALL, settings.highlight, step)),
            SettingRow::Notation => Setting::Notation(cycle(&Notation::ALL, settings.notation, step)),
            SettingRow::Explain => Setting::Explain(cycle(&Switch::ALL, settings.explain, step)),
            SettingRow::AlwaysQueen => Setting::AlwaysQueen(cycle(&Switch::ALL, settings.always_queen, step)),
            SettingRow::AutoFlip => {
                Setting::Turning(cycle(&[AutoFlip::Never, AutoFlip::AfterMove], settings.turning, step))
            }
            SettingRow::Bell if settings.sound.is_off() => Setting::Sound(BELL_VOLUME),
            SettingRow::Bell => Setting::Sound(Volume::OFF),
            SettingRow::Pieces => {
                self.piece_style = cycle(&PieceStyle::ALL, self.piece_style(), step);
                // A choice here overrides the command line.
                self.piece_style_override = None;
                return self.effects.push(AppEffect::Client(Effect::SaveSettings(settings.to_string())));
            }
            SettingRow::Back => return,
        };
        self.send(Event::ChangeSetting(setting));
    }
}
