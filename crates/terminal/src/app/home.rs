//! The first screen: go on with the kept game, or begin another.

use client::{Event, Screen, Seat, Table};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::Color;

use super::list::{Pick, pick_by_letters};
use super::{App, Command, Layer, Remark};

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

    /// The kept game goes on. If its other player is not there, only after a question: it may be better to come back with
    /// them.
    pub(crate) fn resume(&mut self) {
        match self.find_opponent() {
            Some(against) => self.seat(against),
            None if self.misses_somebody() => return self.lay(Layer::TakeOver),
            None => {}
        }
        self.send(Event::Continue);
    }

    /// The kept game goes on without its other player.
    pub(super) fn take_over(&mut self) {
        let name = self.absent();
        self.send(Event::Continue);
        self.send(Event::TakeOver);
        self.say(Remark::TakenOver(name));
    }

    /// The name of the player who is missing from the kept game.
    pub(super) fn absent(&self) -> String {
        let players = self.view().unfinished().map(Table::players);
        let away = |&color: &Color| players.is_some_and(|players| players[color].seat() == Seat::Elsewhere);
        let Some(color) = Color::ALL.into_iter().find(away) else { return String::new() };
        let name = players.map_or("", |players| players[color].name());
        if name.is_empty() { self.words().color(color) } else { name }.to_owned()
    }
}
