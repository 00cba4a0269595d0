//! The settings screen.

use client::{Effect, Event, FrontEnds, Setting, SettingId, Volume};
use ratatui::crossterm::event::KeyEvent;

use super::list::{ListAction, Step, cycle, list_action_vi};
use super::{App, AppEffect};
use crate::PieceStyle;

/// A row of the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SettingRow {
    /// A setting of the client's table.
    Client(SettingId),
    Pieces,
    Bell,
    Back,
}

/// Volume that stands for "on": a terminal bell has no volume.
const BELL_VOLUME: Volume = Volume::new(70);

impl SettingRow {
    /// All rows in display order: the client's settings by section, and the terminal's own.
    pub(crate) fn all() -> Vec<SettingRow> {
        let is_shown = |id: &SettingId| id.front_ends() != FrontEnds::Browser;
        let mut ids: Vec<SettingId> = SettingId::ALL.iter().copied().filter(is_shown).collect();
        ids.sort_by_key(|id| id.section());
        let with_pieces = |id| match id {
            SettingId::Appearance => vec![SettingRow::Client(id), SettingRow::Pieces],
            _ => vec![SettingRow::Client(id)],
        };
        ids.into_iter().flat_map(with_pieces).chain([SettingRow::Bell, SettingRow::Back]).collect()
    }
}

impl App {
    pub(super) fn key_in_settings(&mut self, key: KeyEvent) {
        let rows = SettingRow::all();
        let row = rows.get(self.selected_row).copied().unwrap_or(SettingRow::Back);
        match list_action_vi(key, self.selected_row, rows.len()) {
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
        match SettingRow::all().get(row) {
            Some(SettingRow::Back) => self.go_back(),
            Some(&setting) if was == row => self.cycle_setting(setting, Step::Next),
            _ => {}
        }
    }

    fn cycle_setting(&mut self, row: SettingRow, step: Step) {
        let settings = *self.view().settings();
        let setting = match row {
            SettingRow::Client(id) => {
                if id == SettingId::Language {
                    // A choice here overrides the command line.
                    self.language_override = None;
                }
                cycle(&id.values(), settings.get(id), step)
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
