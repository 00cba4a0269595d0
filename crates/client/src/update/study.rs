//! Study commands. The local game shows the current line; the study holds the tree.

use rules::Move;

use super::Update;
use crate::state::BoardUi;
use crate::study::{Study, StudyCommand};
use crate::{Announcement, Effect, Navigation};

impl Update<'_> {
    pub(super) fn run_study_command(&mut self, command: StudyCommand) {
        match command {
            StudyCommand::Open(text) => match Study::read(&text) {
                Ok(study) => self.open_study(study),
                Err(problem) => self.problem(problem),
            },
            StudyCommand::Show(id) => self.change_study(|study| study.show(id)),
            StudyCommand::Play(moves) => self.play_line(&moves),
            StudyCommand::Remove(id) => self.change_study(|study| study.remove(id)),
            StudyCommand::Annotate(nags) => self.change_study(|study| study.annotate(nags)),
            StudyCommand::Close => self.close_study(),
        }
    }

    fn open_study(&mut self, study: Study) {
        let local_game = study.to_local_game();
        self.switch_game(local_game);
        self.state.study = Some(study);
        // An empty board is no game.
        if self.state.study.as_ref().is_some_and(|study| !study.main_line().is_empty()) {
            let name = |color| self.state.local_game.players()[color].name().to_owned();
            self.announce(Announcement::GameOpened(rules::ByColor::new_with(name)));
        }
        self.save();
    }

    /// Plays moves in sequence; only the last one is announced.
    fn play_line(&mut self, moves: &[Move]) {
        let Some((&last, before)) = moves.split_last() else { return };
        for &m in before {
            let san = self.state.local_game.game.san_of_legal_move(m).unwrap_or_default();
            if self.state.local_game.play(m, self.now).is_ok() {
                self.add_to_study(m, &san);
            }
        }
        self.play_move(last);
    }

    /// Changes the study and replays the shown line on the board.
    fn change_study(&mut self, change: impl FnOnce(&mut Study)) {
        let Some(study) = &mut self.state.study else { return };
        change(study);
        if study.replay(&mut self.state.local_game.game) {
            let cursor = self.state.ui.cursor;
            self.state.ui = BoardUi { cursor, ..BoardUi::default() };
            self.announce(Announcement::PositionShown(self.last_move_shown()));
        }
        self.save();
    }

    pub(super) fn is_studying(&self) -> bool {
        self.state.study.is_some()
    }

    /// Saves the study, if there is one; returns true then.
    pub(super) fn save_study(&mut self) -> bool {
        let kept = self.state.study.as_ref().map(Study::to_save_text);
        let is_study = kept.is_some();
        self.effects.extend(kept.map(Effect::SaveStudy));
        is_study
    }

    /// Navigates along the line of the study, if there is one; returns true then.
    pub(super) fn navigate_study(&mut self, navigation: Navigation) -> bool {
        if self.is_studying() {
            self.change_study(|study| study.navigate(navigation));
        }
        self.is_studying()
    }

    /// Adds a played move to the tree.
    pub(super) fn add_to_study(&mut self, m: Move, san: &str) {
        if let Some(study) = &mut self.state.study {
            study.play(m, san.to_owned());
        }
    }

    /// PGN of the study with all variations.
    pub(super) fn study_pgn(&self) -> Option<String> {
        self.state.study.as_ref().map(Study::to_string)
    }

    /// Closes the study.
    pub(super) fn close_study(&mut self) {
        self.state.study = None;
    }
}
