//! No-op stubs for builds without the `study` feature.

use rules::Move;

use super::Update;
use crate::Navigation;

impl Update<'_> {
    pub(super) fn is_studying(&self) -> bool {
        false
    }

    pub(super) fn save_study(&mut self) -> bool {
        false
    }

    pub(super) fn navigate_study(&mut self, _: Navigation) -> bool {
        false
    }

    pub(super) fn add_to_study(&mut self, _: Move, _: &str) {}

    pub(super) fn study_pgn(&self) -> Option<String> {
        None
    }

    pub(super) fn close_study(&mut self) {}
}
