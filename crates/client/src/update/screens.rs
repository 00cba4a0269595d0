//! From one screen to another: home, form, table.

use super::Update;
use crate::state::Attention;
use crate::{Announcement, Effect, Field, Problem, Screen, Setting, Sound, Table};

impl Update<'_> {
    /// Leaving a table that two people share stops its clock; a game that is over is not kept.
    pub(super) fn go_to(&mut self, screen: Screen) {
        let leaves = self.state.screen == Screen::Table && screen != Screen::Table;
        if leaves && self.state.table.is_shared() {
            self.pause();
        }
        let is_kept = !self.state.table.is_remote() && !self.is_studying();
        if leaves && is_kept && screen == Screen::Home && self.state.table.game.outcome().is_some() {
            self.effects.push(Effect::Forget);
        }
        self.state.screen = screen;
    }

    pub(super) fn fill(&mut self, field: Field) {
        self.state.form = std::mem::take(&mut self.state.form).with(field);
    }

    /// Begins the game of the form; if something is wrong with it, the form stays and shows its errors.
    pub(super) fn start(&mut self, seed: u64) {
        if let Ok(table) = self.state.form.start(seed) {
            self.begin(table.begun_on(self.state.today));
        }
    }

    pub(super) fn rematch(&mut self) {
        if self.state.table.is_remote() {
            self.ask_for_rematch();
        } else if self.state.table.game.outcome().is_some() {
            self.begin(self.state.table.rematch().begun_on(self.state.today));
        }
    }

    /// A text that was kept: a game that is not over can go on, one that is stays on the table to be looked at.
    pub(super) fn found(&mut self, text: &str) {
        match Table::from_saved(text) {
            Ok(table) if table.game.outcome().is_some() => self.state.table = table,
            Ok(table) => self.state.found = Some(table),
            Err(error) => self.problem(Problem::Saved(error)),
        }
    }

    /// Goes on with the game that was found, or with the one at the table.
    pub(super) fn continue_game(&mut self) {
        match self.state.found.take() {
            Some(table) => {
                self.sit_down(table);
                self.save();
            }
            None => self.state.screen = Screen::Table,
        }
    }

    pub(super) fn set(&mut self, setting: Setting) {
        self.state.settings = self.state.settings.with(setting);
        match setting {
            Setting::Turning(turning) => self.state.form.turning = turning,
            // How loud that is, is heard at once.
            Setting::Sound(_) => self.sound(Sound::Move),
            _ => {}
        }
        self.effects.push(Effect::SaveSettings(self.state.settings.to_string()));
    }

    pub(super) fn begin(&mut self, table: Table) {
        let first = table.game.turn();
        self.sit_down(table);
        self.sound(Sound::Start);
        self.announce(Announcement::Begun(first));
        self.save();
    }

    /// Another game comes to the table; one that is played on a server makes way for it.
    pub(super) fn sit_down(&mut self, table: Table) {
        self.leave_game();
        self.lay_out(table);
    }

    pub(super) fn lay_out(&mut self, table: Table) {
        self.put_study_away();
        self.state.table = table;
        self.state.attention = Attention::default();
        self.state.found = None;
        self.state.screen = Screen::Table;
    }
}
