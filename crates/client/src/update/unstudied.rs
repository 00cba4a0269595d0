//! What the others ask about a study, where there is none.

use rules::Move;

use super::Update;
use crate::Moment;

impl Update<'_> {
    pub(super) fn is_studying(&self) -> bool {
        false
    }

    pub(super) fn save_study(&mut self) -> bool {
        false
    }

    pub(super) fn step_in_study(&mut self, _: Moment) -> bool {
        false
    }

    pub(super) fn note_in_study(&mut self, _: Move, _: &str) {}

    pub(super) fn study_text(&self) -> Option<String> {
        None
    }

    pub(super) fn put_study_away(&mut self) {}
}
