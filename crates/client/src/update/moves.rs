//! From a try to a move on the board.

use rules::{CastlingStyle, IllegalMoveReason, Move, Role, Square};

use super::Update;
use crate::interaction::Promotion;
use crate::state::MoveRights;
use crate::{Announcement, Effect, Interaction, LocalAction, RejectedMove, Sound, Switch};

impl Update<'_> {
    /// Somebody tries to go from one square to another.
    pub(super) fn try_move(&mut self, from: Square, to: Square) {
        match self.state.local_game.game.explain(from, to, None) {
            Ok(m) => self.commit_move(m),
            Err(IllegalMoveReason::PromotionMissing { .. }) => self.request_promotion(from, to),
            Err(refusal) => self.reject_move(from, to, refusal),
        }
    }

    /// What becomes of the pawn: a queen if that is always wanted, otherwise it is asked.
    pub(super) fn request_promotion(&mut self, from: Square, to: Square) {
        let color = match self.state.move_rights() {
            MoveRights::Move(color) | MoveRights::Premove(color) => color,
            MoveRights::None => return,
        };
        self.state.ui.interaction = Interaction::Promoting(Promotion::new(from, to, color));
        if self.state.settings.always_queen.is_on() {
            return self.promote(Role::Queen);
        }
        self.effects.push(Effect::FocusPromotion);
        self.announce(Announcement::ChoosePromotion(to));
    }

    /// The waiting pawn becomes this. Nothing else is a promotion, so nothing happens then and the choice stays open.
    pub(super) fn promote(&mut self, role: Role) {
        let Some(Promotion { from, to, .. }) = self.state.ui.interaction.promotion() else { return };
        if !role.is_promotion() {
            return;
        }
        self.state.ui.interaction = Interaction::Idle;
        match self.state.move_rights() {
            MoveRights::Move(_) => match self.state.local_game.game.explain(from, to, Some(role)) {
                Ok(m) => self.commit_move(m),
                Err(refusal) => self.reject_move(from, to, refusal),
            },
            MoveRights::Premove(_) => self.queue_premove(from, to, Some(role)),
            MoveRights::None => {}
        }
    }

    /// A move by somebody here: it is made, or announced for a claim.
    pub(super) fn commit_move(&mut self, m: Move) {
        let by = self.state.local_game.game.turn();
        let uci = m.uci(CastlingStyle::Chess960);
        if let Some(claim) = self.state.ui.pending_claim.take() {
            if self.state.local_game.is_online() {
                return self.send_to_remote(by, LocalAction::ClaimWith(claim, uci));
            }
            let claimed = self.state.local_game.game.claim_with(claim, m);
            if self.report_error(claimed) {
                self.send_to_remote(by, LocalAction::ClaimWith(claim, uci));
                self.end_game();
            }
            return;
        }
        if self.play_move(m) {
            self.send_to_remote(by, LocalAction::Move(uci));
        }
    }

    /// Makes a move, whoever it comes from, and says what is to be heard about it.
    pub(super) fn play_move(&mut self, m: Move) -> bool {
        let game = &self.state.local_game.game;
        let piece = m.role().of(game.turn());
        let san = game.san_of_legal_move(m).unwrap_or_default();
        let played = self.state.local_game.play(m, self.now);
        if !self.report_error(played) {
            return false;
        }
        self.add_to_study(m, &san);
        let attention = &mut self.state.ui;
        (attention.confirmation, attention.pending_claim) = (None, None);
        attention.shapes.clear();
        self.drop_stale_selection();
        let checked = self.state.local_game.game.checked_king().is_some();
        self.sound(sound_of(m, checked));
        self.announce(Announcement::Moved { piece, m, san });
        if self.state.local_game.game.outcome().is_some() {
            self.end_game();
        } else {
            if checked {
                self.announce(Announcement::Check(self.state.local_game.game.turn()));
            }
            self.save();
        }
        true
    }

    /// The board has changed under the hand. It keeps a piece that is still there and may still be moved: one can hold
    /// on to it while the other side moves.
    pub(super) fn drop_stale_selection(&mut self) {
        let hand = self.state.ui.interaction;
        let square = hand.selected_square().or(hand.promotion().map(|promotion| promotion.from));
        if square.is_some_and(|square| !self.state.movable().has(square)) {
            self.state.ui.interaction = Interaction::Idle;
        }
    }

    /// A move is refused; the piece goes back and the board explains.
    pub(super) fn reject_move(&mut self, from: Square, to: Square, refusal: IllegalMoveReason) {
        self.state.rejected_move_count = self.state.rejected_move_count.wrapping_add(1);
        let slip = RejectedMove { from, to, refusal, number: self.state.rejected_move_count };
        self.state.ui.interaction = Interaction::Idle;
        self.state.ui.rejected_move = Some(slip);
        self.sound(Sound::Illegal);
        self.announce(match self.state.settings.explain {
            Switch::On => Announcement::MoveRejected(slip),
            Switch::Off => Announcement::IllegalMove,
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
