//! Screen changes and the start of games.

use game::Ruleset;

use super::Update;
use crate::state::BoardUi;
use crate::{Announcement, Effect, FormField, LocalGame, Problem, Screen, Setting, Settings, Sound};

impl Update<'_> {
    /// Leaving a shared game pauses its clock; a finished game is deleted from storage.
    pub(super) fn go_to(&mut self, screen: Screen) {
        let leaves = self.state.screen == Screen::Game && screen != Screen::Game;
        if leaves && self.state.local_game.is_all_local() {
            self.pause();
        }
        let is_kept = !self.state.local_game.is_online() && !self.state.is_studying();
        if leaves && is_kept && screen == Screen::Home && self.state.local_game.is_finished() {
            self.effects.push(Effect::DeleteSavedGame);
        }
        self.state.screen = screen;
    }

    pub(super) fn edit_form(&mut self, field: FormField) {
        self.state.form = std::mem::take(&mut self.state.form).with(field);
    }

    /// Starts the game of the form; an invalid form stays on the screen.
    pub(super) fn start_game(&mut self, seed: u64) {
        if let Ok(local_game) = self.state.form.start_game(seed) {
            let form = &mut self.state.form;
            // A position is for one game; the next form begins without it.
            if form.ruleset == Ruleset::FromPosition {
                (form.ruleset, form.fen) = (Ruleset::Standard, String::new());
            }
            self.begin_game(local_game.with_date(self.state.today));
        }
    }

    pub(super) fn rematch(&mut self) {
        if self.state.local_game.is_online() {
            self.offer_rematch();
        } else if self.state.local_game.is_finished() && !self.state.local_game.is_finished_import() {
            self.begin_game(self.state.local_game.rematch().with_date(self.state.today));
        }
    }

    /// A save file was found: an unfinished game can be resumed, a finished one is shown.
    pub(super) fn on_saved_game_found(&mut self, text: &str) {
        match self.read_save_text(text) {
            Ok(local_game) if local_game.is_finished() => self.state.local_game = local_game,
            Ok(local_game) => self.state.saved_game = Some(local_game),
            Err(error) => self.problem(Problem::SaveFile(error)),
        }
    }

    /// Resumes the saved game, or shows the current one.
    pub(super) fn resume_saved_game(&mut self) {
        match self.state.saved_game.take() {
            Some(local_game) => {
                self.switch_game(local_game);
                self.save();
            }
            None => self.state.screen = Screen::Game,
        }
    }

    pub(super) fn change_setting(&mut self, setting: Setting) {
        self.state.settings = self.state.settings.with(setting);
        match setting {
            Setting::AutoFlip(auto_flip) => self.state.form.auto_flip = auto_flip,
            // Plays a sound at the new volume or of the new set.
            Setting::Sound(_) | Setting::SoundSet(_) => self.sound(Sound::Move),
            _ => {}
        }
        self.save_settings();
    }

    pub(super) fn reset_settings(&mut self) {
        self.state.settings = Settings::default();
        self.state.form.auto_flip = self.state.settings.auto_flip;
        // Plays a sound at the default volume.
        self.sound(Sound::Move);
        self.save_settings();
    }

    fn save_settings(&mut self) {
        self.effects.push(Effect::SaveSettings(self.state.settings.to_string()));
    }

    pub(super) fn begin_game(&mut self, local_game: LocalGame) {
        let first = local_game.game.turn();
        self.switch_game(local_game);
        self.sound(Sound::Start);
        self.announce(Announcement::GameStarted(first));
        self.save();
    }

    /// Puts a game of a page on the board, without sound and announcement. The cursor stays where it is.
    pub(super) fn show_game(&mut self, local_game: LocalGame) {
        let (cursor, last_pressed) = (self.state.ui.cursor, self.state.ui.last_pressed);
        self.switch_game(local_game);
        (self.state.ui.cursor, self.state.ui.last_pressed) = (cursor, last_pressed);
    }

    /// Switches to another game and leaves an online game.
    pub(super) fn switch_game(&mut self, local_game: LocalGame) {
        self.leave_game();
        self.set_game(local_game);
    }

    pub(super) fn set_game(&mut self, local_game: LocalGame) {
        self.close_study();
        self.state.local_game = local_game;
        self.state.ui = BoardUi::default();
        self.state.saved_game = None;
        self.state.screen = Screen::Game;
    }
}
