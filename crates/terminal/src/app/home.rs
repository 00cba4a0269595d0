//! The home screen: resume the saved game or start another.

use client::{Event, LocalGame, PlayerLocation, Screen};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::Color;

use super::list::{ListAction, list_action_vi};
use super::{App, Command, Notice, Overlay};

/// A row of the home screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HomeRow {
    Continue,
    New,
    Open,
    Settings,
    Help,
    Quit,
}

impl App {
    /// The rows that are available.
    pub(crate) fn home_rows(&self) -> Vec<HomeRow> {
        let go_on = self.view().unfinished_game().map(|_| HomeRow::Continue);
        let others = [HomeRow::New, HomeRow::Open, HomeRow::Settings, HomeRow::Help, HomeRow::Quit];
        go_on.into_iter().chain(others).collect()
    }

    pub(super) fn key_at_home(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('?') {
            return self.run_command(Command::Help);
        }
        let rows = self.home_rows();
        match list_action_vi(key, self.selected_row, rows.len()) {
            Some(ListAction::Select(row)) => self.selected_row = row,
            Some(ListAction::Activate) => self.activate_home_row(self.selected_row),
            Some(ListAction::Leave) => self.quit(),
            Some(ListAction::Change(_)) | None => {}
        }
    }

    pub(super) fn activate_home_row(&mut self, row: usize) {
        let Some(&home_row) = self.home_rows().get(row) else { return };
        match home_row {
            HomeRow::Continue => self.resume_saved_game(),
            HomeRow::New => self.go_to_screen(Screen::Form),
            HomeRow::Open => self.run_command(Command::Open),
            HomeRow::Settings => self.go_to_screen(Screen::Settings),
            HomeRow::Help => self.run_command(Command::Help),
            HomeRow::Quit => self.quit(),
        }
    }

    /// Resumes the saved game. If its opponent is not available, the user is asked first whether to play both
    /// sides.
    pub(crate) fn resume_saved_game(&mut self) {
        match self.saved_game_opponent() {
            Some(choice) => self.request_opponent(choice),
            None if self.saved_game_lacks_opponent() => return self.open_overlay(Overlay::ConfirmTakeOver),
            None => {}
        }
        self.send(Event::ResumeSavedGame);
    }

    /// Resumes the saved game with both sides local.
    pub(super) fn take_over_saved_game(&mut self) {
        let name = self.absent_player_name();
        self.send(Event::ResumeSavedGame);
        self.send(Event::MakeLocal);
        self.show_notice(Notice::TookOver(name));
    }

    /// The name of the unavailable opponent of the saved game.
    pub(super) fn absent_player_name(&self) -> String {
        let players = self.view().unfinished_game().map(LocalGame::players);
        let away = |&color: &Color| {
            players.is_some_and(|players| players[color].location() == PlayerLocation::Remote)
        };
        let Some(color) = Color::ALL.into_iter().find(away) else { return String::new() };
        let name = players.map_or("", |players| players[color].name());
        if name.is_empty() { self.locale().color(color) } else { name }.to_owned()
    }
}
