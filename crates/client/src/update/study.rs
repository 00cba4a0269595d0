//! A game that is looked at freely. The table has what is shown of it; the tree stands beside.

use rules::Move;

use super::Update;
use crate::state::Attention;
use crate::study::{Study, StudyAct};
use crate::{Announcement, Effect, Moment};

impl Update<'_> {
    pub(super) fn study(&mut self, act: StudyAct) {
        match act {
            StudyAct::Open(text) => match Study::read(&text) {
                Ok(study) => self.open_study(study),
                Err(problem) => self.problem(problem),
            },
            StudyAct::Show(place) => self.change(|study| study.show(place)),
            StudyAct::Play(moves) => self.play_on(&moves),
            StudyAct::Remove(place) => self.change(|study| study.remove(place)),
            StudyAct::Close => self.put_study_away(),
        }
    }

    fn open_study(&mut self, study: Study) {
        let table = study.table();
        self.sit_down(table);
        self.state.study = Some(study);
        self.announce(Announcement::Opened(rules::ByColor::new_with(|color| {
            self.state.table.players()[color].name().to_owned()
        })));
        self.save();
    }

    /// Plays moves one after another; only the last one is heard.
    fn play_on(&mut self, moves: &[Move]) {
        let Some((&last, before)) = moves.split_last() else { return };
        for &m in before {
            let san = self.state.table.game.write_move(m).unwrap_or_default();
            if self.state.table.play(m, self.now).is_ok() {
                self.note_in_study(m, &san);
            }
        }
        self.make(last);
    }

    /// Changes what is shown, and lays the board out accordingly.
    fn change(&mut self, change: impl FnOnce(&mut Study)) {
        let Some(study) = &mut self.state.study else { return };
        change(study);
        if study.replay(&mut self.state.table.game) {
            let cursor = self.state.attention.cursor;
            self.state.attention = Attention { cursor, ..Attention::default() };
            self.announce(Announcement::Shown(self.last_move_shown()));
        }
        self.save();
    }

    pub(super) fn is_studying(&self) -> bool {
        self.state.study.is_some()
    }

    /// Keeps the study, if there is one.
    pub(super) fn save_study(&mut self) -> bool {
        let kept = self.state.study.as_ref().map(Study::kept);
        let is_study = kept.is_some();
        self.effects.extend(kept.map(Effect::SaveStudy));
        is_study
    }

    /// Steps along the line that is looked at, if it is one of a study.
    pub(super) fn step_in_study(&mut self, moment: Moment) -> bool {
        if self.is_studying() {
            self.change(|study| study.step(moment));
        }
        self.is_studying()
    }

    /// A move was made on the board: the tree has it too.
    pub(super) fn note_in_study(&mut self, m: Move, san: &str) {
        if let Some(study) = &mut self.state.study {
            study.play(m, san.to_owned());
        }
    }

    /// The study as PGN, with all its variations.
    pub(super) fn study_text(&self) -> Option<String> {
        self.state.study.as_ref().map(Study::to_string)
    }

    /// Another game comes to the table.
    pub(super) fn put_study_away(&mut self) {
        self.state.study = None;
    }
}
