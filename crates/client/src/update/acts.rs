//! What players do beside moving.

use game::{Claim, Offer};
use rules::Color;

use super::Update;
use crate::state::{Attention, Freedom};
use crate::{Act, Announcement, Deed, Question};

impl Update<'_> {
    pub(super) fn act(&mut self, act: Act) {
        if self.state.table.is_remote() {
            return self.act_remotely(act);
        }
        match act {
            Act::TakeBack => self.take_back(),
            Act::OfferDraw(by) => self.offer_from_here(by, Offer::Draw),
            Act::Accept(offer) => self.answer(offer, Update::accept, Deed::Accept(offer)),
            Act::Decline(offer) => self.answer(offer, Update::decline, Deed::Decline(offer)),
            Act::Claim(claim) => self.claim(claim),
            Act::ClaimWithMove(claim) => self.prepare_claim(claim),
            Act::Resign(by) if self.state.table.is_here(by) => self.ask(Question::Resign(by)),
            Act::Resign(_) => {}
            Act::Abort => self.ask(Question::Abort),
            Act::Confirm => self.confirm(),
            Act::Cancel => self.state.attention.question = None,
            Act::Pause => self.pause(),
            Act::Resume => self.resume(),
        }
    }

    /// Moves were taken back: what people were busy with meant another position.
    pub(super) fn taken_back(&mut self) {
        let cursor = self.state.attention.cursor;
        self.state.attention = Attention { cursor, ..Attention::default() };
        self.announce(Announcement::TakenBack(self.state.table.game.plies()));
        self.save();
    }

    /// People who share a screen agree by talking; with anybody else it has to be asked for.
    fn take_back(&mut self) {
        if self.state.table.is_shared() {
            let taken = self.state.table.take_back(1, self.now);
            if self.unless_refused(taken) {
                self.taken_back();
            }
        } else if let Some(by) = Color::ALL.into_iter().find(|&color| self.state.table.is_here(color)) {
            self.offer_from_here(by, Offer::Takeback);
        }
    }

    fn claim(&mut self, claim: Claim) {
        let by = self.state.table.game.turn();
        if !self.state.table.is_here(by) {
            return;
        }
        let claimed = self.state.table.game.claim(claim);
        if self.unless_refused(claimed) {
            self.tell(by, Deed::Claim(claim));
            self.ended();
        }
    }

    /// The next move will be announced, not made; or made after all.
    pub(super) fn prepare_claim(&mut self, claim: Claim) {
        if matches!(self.state.freedom(), Freedom::Now(_)) {
            let claiming = &mut self.state.attention.claiming;
            *claiming = (*claiming != Some(claim)).then_some(claim);
        }
    }

    fn offer_from_here(&mut self, by: Color, offer: Offer) {
        if self.state.table.is_here(by) && self.offer(by, offer) {
            self.tell(by, Deed::Offer(offer));
        }
    }

    fn answer(&mut self, offer: Offer, answer: fn(&mut Self, Color, Offer) -> bool, deed: Deed) {
        let Some(proposer) = self.state.table.game.pending(offer) else { return };
        if self.state.table.is_here(!proposer) && answer(self, !proposer, offer) {
            self.tell(!proposer, deed);
        }
    }

    pub(super) fn ask(&mut self, question: Question) {
        if self.state.table.game.outcome().is_none() {
            self.state.attention.question = Some(question);
        }
    }

    fn confirm(&mut self) {
        let Some(question) = self.state.attention.question.take() else { return };
        let game = &mut self.state.table.game;
        let (by, done, deed) = match question {
            Question::Resign(by) => (by, game.resign(by), Deed::Resign),
            Question::Abort => (game.turn(), game.abort(), Deed::Abort),
            Question::Open => return self.make_way(),
        };
        if self.unless_refused(done) {
            self.tell(by, deed);
            self.ended();
        }
    }

    /// The game in progress makes way for the one that was opened.
    pub(super) fn make_way(&mut self) {
        if let Some(brought) = self.state.attention.brought.take() {
            self.bring(brought);
        }
    }

    /// Stops a clock that counts. Without a limit there is nothing to stop.
    pub(super) fn pause(&mut self) {
        if self.state.table.is_timed() && self.state.table.clock.is_running() {
            self.state.table.clock.pause(self.now);
            self.announce(Announcement::Paused);
            self.save();
        }
    }

    /// Only a clock that was running goes on: the first one to start it is the first move.
    fn resume(&mut self) {
        let table = &mut self.state.table;
        let may_go_on = table.is_timed() && !table.clock.is_running() && table.game.outcome().is_none();
        if let Some(color) = table.clock.turn().filter(|_| may_go_on) {
            table.clock.start(color, self.now);
            self.announce(Announcement::Resumed);
        }
    }
}
