//! The first screen: go on with the kept game, or begin another.

use client::{Event, Screen};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::list::{Pick, pick_by_letters};
use super::{App, Command};

/// A door.
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
    /// The doors that are there.
    pub(crate) fn home_rows(&self) -> Vec<HomeRow> {
        let go_on = self.view().unfinished().map(|_| HomeRow::Continue);
        let others = [HomeRow::New, HomeRow::Open, HomeRow::Settings, HomeRow::Help, HomeRow::Quit];
        go_on.into_iter().chain(others).collect()
    }

    pub(super) fn key_at_home(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('?') {
            return self.command(Command::Help);
        }
        let rows = self.home_rows();
        match pick_by_letters(key, self.row, rows.len()) {
            Some(Pick::Row(row)) => self.row = row,
            Some(Pick::Take) => self.take_door(self.row),
            Some(Pick::Leave) => self.leave(),
            Some(Pick::Change(_)) | None => {}
        }
    }

    pub(super) fn take_door(&mut self, row: usize) {
        let Some(&door) = self.home_rows().get(row) else { return };
        match door {
            HomeRow::Continue => self.resume(),
            HomeRow::New => self.go(Screen::Form),
            HomeRow::Open => self.command(Command::Open),
            HomeRow::Settings => self.go(Screen::Settings),
            HomeRow::Help => self.command(Command::Help),
            HomeRow::Quit => self.leave(),
        }
    }

    /// The kept game goes on; if its opponent is not there any more, from here.
    pub(crate) fn resume(&mut self) {
        self.send(Event::Continue);
        if self.opponent.is_none() && !self.view().table().is_shared() {
            self.send(Event::TakeOver);
        }
    }
}
