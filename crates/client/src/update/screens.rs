//! From one screen to another: home, form, table.

use super::Update;
use crate::state::BoardUi;
use crate::{Announcement, Effect, FormField, LocalGame, Problem, Screen, Setting, Sound};

impl Update<'_> {
    /// Leaving a table that two people share stops its clock; a game that is over is not kept.
    pub(super) fn go_to(&mut self, screen: Screen) {
        let leaves = self.state.screen == Screen::Game && screen != Screen::Game;
        if leaves && self.state.local_game.is_all_local() {
            self.pause();
        }
        let is_kept = !self.state.local_game.is_online() && !self.is_studying();
        if leaves && is_kept && screen == Screen::Home && self.state.local_game.game.outcome().is_some() {
            self.effects.push(Effect::DeleteSavedGame);
        }
        self.state.screen = screen;
    }

    pub(super) fn edit_form(&mut self, field: FormField) {
        self.state.form = std::mem::take(&mut self.state.form).with(field);
    }

    /// Begins the game of the form; if something is wrong with it, the form stays and shows its errors.
    pub(super) fn start_game(&mut self, seed: u64) {
        if let Ok(table) = self.state.form.start_game(seed) {
            self.begin_game(table.with_date(self.state.today));
        }
    }

    pub(super) fn rematch(&mut self) {
        if self.state.local_game.is_online() {
            self.offer_rematch();
        } else if self.state.local_game.game.outcome().is_some() {
            self.begin_game(self.state.local_game.rematch().with_date(self.state.today));
        }
    }

    /// A text that was kept: a game that is not over can go on, one that is stays on the table to be looked at.
    pub(super) fn on_saved_game_found(&mut self, text: &str) {
        match LocalGame::from_save_text(text) {
            Ok(table) if table.game.outcome().is_some() => self.state.local_game = table,
            Ok(table) => self.state.saved_game = Some(table),
            Err(error) => self.problem(Problem::SaveFile(error)),
        }
    }

    /// Goes on with the game that was found, or with the one at the table.
    pub(super) fn resume_saved_game(&mut self) {
        match self.state.saved_game.take() {
            Some(table) => {
                self.switch_game(table);
                self.save();
            }
            None => self.state.screen = Screen::Game,
        }
    }

    pub(super) fn change_setting(&mut self, setting: Setting) {
        self.state.settings = self.state.settings.with(setting);
        match setting {
            Setting::Turning(turning) => self.state.form.auto_flip = turning,
            // How loud that is, is heard at once.
            Setting::Sound(_) => self.sound(Sound::Move),
            _ => {}
        }
        self.effects.push(Effect::SaveSettings(self.state.settings.to_string()));
    }

    pub(super) fn begin_game(&mut self, table: LocalGame) {
        let first = table.game.turn();
        self.switch_game(table);
        self.sound(Sound::Start);
        self.announce(Announcement::GameStarted(first));
        self.save();
    }

    /// Another game comes to the table; one that is played on a server makes way for it.
    pub(super) fn switch_game(&mut self, table: LocalGame) {
        self.leave_game();
        self.set_game(table);
    }

    pub(super) fn set_game(&mut self, table: LocalGame) {
        self.close_study();
        self.state.local_game = table;
        self.state.ui = BoardUi::default();
        self.state.saved_game = None;
        self.state.screen = Screen::Game;
    }
}
