//! Study commands. The local game shows the current line; the study holds the tree.

use rules::Move;

use super::Update;
use super::extensions::StudyUpdates;
use crate::state::BoardUi;
use crate::study::{Study, StudyCommand};
use crate::{Announcement, Navigation};

/// The code of studies.
pub(super) const UPDATES: StudyUpdates = StudyUpdates {
    run_command: |update, command| update.run_study_command(command),
    navigate: |update, navigation| update.navigate_in_study(navigation),
    play: |study, m, san| study.play(m, san.to_owned()),
    save_text: Study::to_save_text,
    pgn: |study| study.to_string(),
};

impl Update<'_> {
    fn run_study_command(&mut self, command: StudyCommand) {
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

    fn navigate_in_study(&mut self, navigation: Navigation) {
        self.change_study(|study| study.navigate(navigation));
    }
}
