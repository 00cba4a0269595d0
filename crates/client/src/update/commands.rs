//! [`BoardCommand`]s in local games.

use game::{Claim, Offer};
use rules::Color;

use super::Update;
use crate::state::{BoardUi, MoveRights};
use crate::{Announcement, BoardCommand, Confirmation, PlayerAction};

impl Update<'_> {
    pub(super) fn run_command(&mut self, command: BoardCommand) {
        if self.state.local_game.is_online() {
            return self.run_command_online(command);
        }
        match command {
            BoardCommand::TakeBack => self.take_back(),
            BoardCommand::OfferDraw(by) => self.act_as(by, PlayerAction::offer(Offer::Draw)),
            BoardCommand::ClaimWithMove(claim) => self.toggle_claim_with_move(claim),
            BoardCommand::Resign(by) if self.state.local_game.is_local(by) => {
                self.ask_confirmation(Confirmation::Resign(by))
            }
            BoardCommand::Resign(_) => {}
            BoardCommand::Abort => self.ask_confirmation(Confirmation::Abort),
            BoardCommand::Confirm => self.confirm(),
            BoardCommand::Cancel => self.state.ui.confirmation = None,
            BoardCommand::Pause => self.pause(),
            BoardCommand::Resume => self.resume(),
        }
    }

    /// Moves were taken back: the interaction belonged to another position and is reset.
    pub(super) fn on_taken_back(&mut self) {
        let cursor = self.state.ui.cursor;
        self.state.ui = BoardUi { cursor, ..BoardUi::default() };
        self.announce(Announcement::TakenBack(self.state.local_game.game.plies()));
        self.save();
    }

    /// On a shared screen moves are taken back at once; otherwise a takeback is offered.
    fn take_back(&mut self) {
        if self.state.local_game.is_all_local() {
            let taken = self.state.local_game.take_back(1, self.now);
            if self.report_error(taken) {
                self.on_taken_back();
            }
        } else if let Some(by) = Color::ALL.into_iter().find(|&color| self.state.local_game.is_local(color)) {
            self.act_as(by, PlayerAction::offer(Offer::Takeback));
        }
    }

    /// Toggles announcing the next move for a draw claim.
    pub(super) fn toggle_claim_with_move(&mut self, claim: Claim) {
        if matches!(self.state.move_rights(), MoveRights::Move(_)) {
            let pending_claim = &mut self.state.ui.pending_claim;
            *pending_claim = (*pending_claim != Some(claim)).then_some(claim);
        }
    }

    pub(super) fn ask_confirmation(&mut self, confirmation: Confirmation) {
        if self.state.local_game.game.outcome().is_none() {
            self.state.ui.confirmation = Some(confirmation);
        }
    }

    fn confirm(&mut self) {
        match self.state.ui.confirmation.take() {
            Some(Confirmation::Resign(by)) => self.act_as(by, PlayerAction::Resign),
            Some(Confirmation::Abort) => self.act(PlayerAction::Abort),
            Some(Confirmation::ReplaceGame) => self.replace_game(),
            Some(Confirmation::Move(_, m)) => self.play_confirmed(m),
            None => {}
        }
    }

    /// Replaces the game in progress by the imported one.
    pub(super) fn replace_game(&mut self) {
        if let Some(imported) = self.state.ui.pending_import.take() {
            self.load_import(imported);
        }
    }

    /// Pauses a running clock.
    pub(super) fn pause(&mut self) {
        if self.state.local_game.is_timed() && self.state.local_game.clock.is_running() {
            self.state.local_game.clock.pause(self.now);
            self.announce(Announcement::Paused);
            self.save();
        }
    }

    /// Resumes a paused clock. A clock that never ran starts with the first move instead.
    fn resume(&mut self) {
        let local_game = &mut self.state.local_game;
        let may_go_on =
            local_game.is_timed() && !local_game.clock.is_running() && local_game.game.outcome().is_none();
        if let Some(color) = local_game.clock.turn().filter(|_| may_go_on) {
            local_game.clock.start(color, self.now);
            self.announce(Announcement::Resumed);
        }
    }
}
