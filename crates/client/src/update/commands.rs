//! What players do beside moving.

use game::{Claim, Offer};
use rules::Color;

use super::Update;
use crate::state::{BoardUi, MoveRights};
use crate::{Announcement, BoardCommand, Confirmation, LocalAction};

impl Update<'_> {
    pub(super) fn run_command(&mut self, act: BoardCommand) {
        if self.state.local_game.is_online() {
            return self.run_command_online(act);
        }
        match act {
            BoardCommand::TakeBack => self.take_back(),
            BoardCommand::OfferDraw(by) => self.make_local_offer(by, Offer::Draw),
            BoardCommand::Accept(offer) => {
                self.answer_offer(offer, Update::accept, LocalAction::Accept(offer))
            }
            BoardCommand::Decline(offer) => {
                self.answer_offer(offer, Update::decline, LocalAction::Decline(offer))
            }
            BoardCommand::Claim(claim) => self.claim(claim),
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

    /// Moves were taken back: what people were busy with meant another position.
    pub(super) fn on_taken_back(&mut self) {
        let cursor = self.state.ui.cursor;
        self.state.ui = BoardUi { cursor, ..BoardUi::default() };
        self.announce(Announcement::TakenBack(self.state.local_game.game.plies()));
        self.save();
    }

    /// People who share a screen agree by talking; with anybody else it has to be asked for.
    fn take_back(&mut self) {
        if self.state.local_game.is_all_local() {
            let taken = self.state.local_game.take_back(1, self.now);
            if self.report_error(taken) {
                self.on_taken_back();
            }
        } else if let Some(by) = Color::ALL.into_iter().find(|&color| self.state.local_game.is_local(color)) {
            self.make_local_offer(by, Offer::Takeback);
        }
    }

    fn claim(&mut self, claim: Claim) {
        let by = self.state.local_game.game.turn();
        if !self.state.local_game.is_local(by) {
            return;
        }
        let claimed = self.state.local_game.game.claim(claim);
        if self.report_error(claimed) {
            self.send_to_remote(by, LocalAction::Claim(claim));
            self.end_game();
        }
    }

    /// The next move will be announced, not made; or made after all.
    pub(super) fn toggle_claim_with_move(&mut self, claim: Claim) {
        if matches!(self.state.move_rights(), MoveRights::Move(_)) {
            let claiming = &mut self.state.ui.pending_claim;
            *claiming = (*claiming != Some(claim)).then_some(claim);
        }
    }

    fn make_local_offer(&mut self, by: Color, offer: Offer) {
        if self.state.local_game.is_local(by) && self.offer(by, offer) {
            self.send_to_remote(by, LocalAction::Offer(offer));
        }
    }

    fn answer_offer(&mut self, offer: Offer, answer: fn(&mut Self, Color, Offer) -> bool, deed: LocalAction) {
        let Some(proposer) = self.state.local_game.game.pending(offer) else { return };
        if self.state.local_game.is_local(!proposer) && answer(self, !proposer, offer) {
            self.send_to_remote(!proposer, deed);
        }
    }

    pub(super) fn ask_confirmation(&mut self, question: Confirmation) {
        if self.state.local_game.game.outcome().is_none() {
            self.state.ui.confirmation = Some(question);
        }
    }

    fn confirm(&mut self) {
        let Some(question) = self.state.ui.confirmation.take() else { return };
        let game = &mut self.state.local_game.game;
        let (by, done, deed) = match question {
            Confirmation::Resign(by) => (by, game.resign(by), LocalAction::Resign),
            Confirmation::Abort => (game.turn(), game.abort(), LocalAction::Abort),
            Confirmation::ReplaceGame => return self.replace_game(),
        };
        if self.report_error(done) {
            self.send_to_remote(by, deed);
            self.end_game();
        }
    }

    /// The game in progress makes way for the one that was opened.
    pub(super) fn replace_game(&mut self) {
        if let Some(brought) = self.state.ui.pending_import.take() {
            self.load_import(brought);
        }
    }

    /// Stops a clock that counts. Without a limit there is nothing to stop.
    pub(super) fn pause(&mut self) {
        if self.state.local_game.is_timed() && self.state.local_game.clock.is_running() {
            self.state.local_game.clock.pause(self.now);
            self.announce(Announcement::Paused);
            self.save();
        }
    }

    /// Only a clock that was running goes on: the first one to start it is the first move.
    fn resume(&mut self) {
        let table = &mut self.state.local_game;
        let may_go_on = table.is_timed() && !table.clock.is_running() && table.game.outcome().is_none();
        if let Some(color) = table.clock.turn().filter(|_| may_go_on) {
            table.clock.start(color, self.now);
            self.announce(Announcement::Resumed);
        }
    }
}
