//! From a try to a move on the board.

use rules::{CastlingStyle, Move, Refusal, Role, Square};

use super::Update;
use crate::hand::Promotion;
use crate::state::Freedom;
use crate::{Announcement, Deed, Effect, Hand, Slip, Sound, Switch};

impl Update<'_> {
    /// Somebody tries to go from one square to another.
    pub(super) fn try_move(&mut self, from: Square, to: Square) {
        match self.state.table.game.explain(from, to, None) {
            Ok(m) => self.decide(m),
            Err(Refusal::PromotionMissing { .. }) => self.reach_last_rank(from, to),
            Err(refusal) => self.slip(from, to, refusal),
        }
    }

    /// What becomes of the pawn: a queen if that is always wanted, otherwise it is asked.
    pub(super) fn reach_last_rank(&mut self, from: Square, to: Square) {
        let color = match self.state.freedom() {
            Freedom::Now(color) | Freedom::Ahead(color) => color,
            Freedom::Nobody => return,
        };
        self.state.attention.hand = Hand::Promoting(Promotion::new(from, to, color));
        if self.state.settings.always_queen.is_on() {
            return self.promote(Role::Queen);
        }
        self.effects.push(Effect::FocusPromotion);
        self.announce(Announcement::ChoosePromotion(to));
    }

    /// The waiting pawn becomes this. Nothing else is a promotion, so nothing happens then and the choice stays open.
    pub(super) fn promote(&mut self, role: Role) {
        let Some(Promotion { from, to, .. }) = self.state.attention.hand.promotion() else { return };
        if !role.is_promotion() {
            return;
        }
        self.state.attention.hand = Hand::Empty;
        match self.state.freedom() {
            Freedom::Now(_) => match self.state.table.game.explain(from, to, Some(role)) {
                Ok(m) => self.decide(m),
                Err(refusal) => self.slip(from, to, refusal),
            },
            Freedom::Ahead(_) => self.queue(from, to, Some(role)),
            Freedom::Nobody => {}
        }
    }

    /// A move by somebody here: it is made, or announced for a claim.
    pub(super) fn decide(&mut self, m: Move) {
        let by = self.state.table.game.turn();
        let uci = m.uci(CastlingStyle::Chess960);
        if let Some(claim) = self.state.attention.claiming.take() {
            if self.state.table.is_remote() {
                return self.tell(by, Deed::ClaimWith(claim, uci));
            }
            let claimed = self.state.table.game.claim_with(claim, m);
            if self.unless_refused(claimed) {
                self.tell(by, Deed::ClaimWith(claim, uci));
                self.ended();
            }
            return;
        }
        if self.make(m) {
            self.tell(by, Deed::Move(uci));
        }
    }

    /// Makes a move, whoever it comes from, and says what is to be heard about it.
    pub(super) fn make(&mut self, m: Move) -> bool {
        let game = &self.state.table.game;
        let piece = m.role().of(game.turn());
        let san = game.write_move(m).unwrap_or_default();
        let played = self.state.table.play(m, self.now);
        if !self.unless_refused(played) {
            return false;
        }
        self.note_in_study(m, &san);
        let attention = &mut self.state.attention;
        (attention.question, attention.claiming) = (None, None);
        attention.shapes.clear();
        self.let_go_of_what_is_gone();
        let checked = self.state.table.game.checked_king().is_some();
        self.sound(sound_of(m, checked));
        self.announce(Announcement::Moved { piece, m, san });
        if self.state.table.game.outcome().is_some() {
            self.ended();
        } else {
            if checked {
                self.announce(Announcement::Check(self.state.table.game.turn()));
            }
            self.save();
        }
        true
    }

    /// The board has changed under the hand. It keeps a piece that is still there and may still be moved: one can hold
    /// on to it while the other side moves.
    pub(super) fn let_go_of_what_is_gone(&mut self) {
        let hand = self.state.attention.hand;
        let square = hand.piece().or(hand.promotion().map(|promotion| promotion.from));
        if square.is_some_and(|square| !self.state.movable().has(square)) {
            self.state.attention.hand = Hand::Empty;
        }
    }

    /// A move is refused; the piece goes back and the board explains.
    pub(super) fn slip(&mut self, from: Square, to: Square, refusal: Refusal) {
        self.state.slips = self.state.slips.wrapping_add(1);
        let slip = Slip { from, to, refusal, number: self.state.slips };
        self.state.attention.hand = Hand::Empty;
        self.state.attention.slip = Some(slip);
        self.sound(Sound::Illegal);
        self.announce(match self.state.settings.explain {
            Switch::On => Announcement::Refused(slip),
            Switch::Off => Announcement::Impossible,
        });
    }
}

/// One noise for a move: the thing about it that matters most.
fn sound_of(m: Move, gives_check: bool) -> Sound {
    if gives_check {
        Sound::Check
    } else if m.promotion().is_some() {
        Sound::Promotion
    } else if m.is_castle() {
        Sound::Castle
    } else if m.is_capture() {
        Sound::Capture
    } else {
        Sound::Move
    }
}
