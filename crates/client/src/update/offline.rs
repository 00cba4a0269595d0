//! A program without servers: there are no games on them, and nothing to be done about it.

use super::Update;
use crate::{Act, Deed, State};

impl Update<'_> {
    pub(super) fn keep_in_touch(&mut self) {}

    pub(super) fn act_remotely(&mut self, _: Act) {}

    pub(super) fn post_deed(&mut self, _: Deed) {}

    pub(super) fn ask_for_rematch(&mut self) {}

    pub(super) fn leave_game(&mut self) {}
}

impl State {
    pub(crate) fn has_seat(&self) -> bool {
        false
    }

    pub(crate) fn may_rematch(&self) -> bool {
        false
    }

    pub(crate) fn has_answered(&self, _offer: game::Offer) -> bool {
        false
    }
}
