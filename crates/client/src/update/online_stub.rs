//! No-op stubs for builds without the `online` feature.

use super::Update;
use crate::{BoardCommand, PlayerAction, State};

impl Update<'_> {
    pub(super) fn drive_connection(&mut self) {}

    pub(super) fn run_command_online(&mut self, _: BoardCommand) {}

    pub(super) fn act_online(&mut self, _: PlayerAction) {}

    pub(super) fn post_action(&mut self, _: PlayerAction) {}

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
