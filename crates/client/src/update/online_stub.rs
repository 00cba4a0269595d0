//! A program without servers: there are no games on them, and nothing to be done about it.

use super::Update;
use crate::{BoardCommand, LocalAction, State};

impl Update<'_> {
    pub(super) fn drive_connection(&mut self) {}

    pub(super) fn run_command_online(&mut self, _: BoardCommand) {}

    pub(super) fn post_local_action(&mut self, _: LocalAction) {}

    pub(super) fn offer_rematch(&mut self) {}

    pub(super) fn leave_game(&mut self) {}
}

impl State {
    pub(crate) fn has_seat(&self) -> bool {
        false
    }

    pub(crate) fn may_rematch(&self) -> bool {
        false
    }

    pub(crate) fn has_pending_answer(&self, _offer: game::Offer) -> bool {
        false
    }
}
