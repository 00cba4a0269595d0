//! Moves of the user: from the attempt to the played move.

use protocol::WireMove;
use rules::{CastlingStyle, IllegalMoveReason, Move, Role, Square};

use super::Update;
use crate::board::Promotion;
use crate::state::MoveRights;
use crate::{
    Announcement, Confirmation, Effect, Interaction, MoveConfirmation, PlayerAction, RejectedMove, Sound,
    Switch,
};

impl Update<'_> {
    /// Tries a move from one square to another; an illegal one is explained.
    pub(super) fn try_move(&mut self, from: Square, to: Square) {
        match self.state.local_game.game.explain(from, to, None) {
            Ok(m) => self.play_or_ask(m),
            Err(IllegalMoveReason::PromotionMissing { .. }) => self.request_promotion(from, to),
            Err(refusal) => self.reject_move(from, to, refusal),
        }
    }

    /// Asks for the promotion piece, or takes a queen if the setting says so.
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

    /// Chooses the promotion piece; roles that are no promotion are ignored.
    pub(super) fn promote(&mut self, role: Role) {
        let Some(Promotion { from, to, .. }) = self.state.ui.interaction.promotion() else { return };
        if !role.is_promotion() {
            return;
        }
        self.state.ui.interaction = Interaction::Idle;
        match self.state.move_rights() {
            MoveRights::Move(_) => match self.state.local_game.game.explain(from, to, Some(role)) {
                Ok(m) => self.play_or_ask(m),
                Err(refusal) => self.reject_move(from, to, refusal),
            },
            MoveRights::Premove(_) => self.queue_premove(from, to, Some(role)),
            MoveRights::None => {}
        }
    }

    /// A legal move made on the board: asks for a confirmation first if the setting says so. A move that is shown for a
    /// draw claim is none that could be regretted.
    fn play_or_ask(&mut self, m: Move) {
        if self.state.ui.pending_claim.is_none() && self.needs_confirmation() {
            let by = self.state.local_game.game.turn();
            return self.ask_confirmation(Confirmation::Move(by, m));
        }
        self.commit_move(m);
    }

    /// Returns true if moves of this game are confirmed.
    fn needs_confirmation(&self) -> bool {
        let local_game = &self.state.local_game;
        !local_game.is_all_local()
            && match self.state.settings.confirm_moves {
                MoveConfirmation::Never => false,
                MoveConfirmation::LongGames => local_game.is_long(),
                MoveConfirmation::Always => true,
            }
    }

    /// Plays a move that was confirmed, if the position is still the same.
    pub(super) fn play_confirmed(&mut self, m: Move) {
        let is_own_turn = matches!(self.state.move_rights(), MoveRights::Move(_));
        if is_own_turn && self.state.local_game.game.legal_moves().contains(&m) {
            self.commit_move(m);
        }
    }

    /// A legal move of a local side: plays it, or announces it for a pending draw claim.
    pub(super) fn commit_move(&mut self, m: Move) {
        let by = self.state.local_game.game.turn();
        let (ply, uci) = (self.state.local_game.game.ply(), m.uci(CastlingStyle::Chess960));
        if let Some(claim) = self.state.ui.pending_claim.take() {
            return self.act(PlayerAction::Claim { claim: claim.into(), uci: Some(WireMove(uci)) });
        }
        if self.play_move(m) {
            self.send_to_remote(by, PlayerAction::play(ply, uci));
        }
    }

    /// Plays a move of any side, with sound and announcement.
    pub(super) fn play_move(&mut self, m: Move) -> bool {
        let game = &self.state.local_game.game;
        let piece = m.role().of(game.turn());
        let san = game.san_of_legal_move(m).unwrap_or_default();
        let is_paused = self.state.view(self.now).actions().resume && !self.state.local_game.is_online();
        let played = self.state.local_game.play(m, self.now);
        if !self.report_error(played) {
            return false;
        }
        self.add_to_study(m, &san);
        let ui = &mut self.state.ui;
        (ui.confirmation, ui.pending_claim) = (None, None);
        ui.shapes.clear();
        self.drop_stale_selection();
        let checked = self.state.local_game.game.checked_king().is_some();
        self.sound(sound_of(m, checked));
        self.announce(Announcement::Moved { piece, m, san });
        // A move ends a pause; the time until the move is not counted.
        if is_paused {
            self.announce(Announcement::Resumed);
        }
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

    /// Drops the selection if its piece is gone or no longer movable; a piece may stay selected during the
    /// opponent's move.
    pub(super) fn drop_stale_selection(&mut self) {
        let interaction = self.state.ui.interaction;
        let square =
            interaction.selected_square().or(interaction.promotion().map(|promotion| promotion.from));
        if square.is_some_and(|square| !self.state.movable().has(square)) {
            self.state.ui.interaction = Interaction::Idle;
        }
    }

    /// Rejects a move: the piece returns and the reason is shown.
    pub(super) fn reject_move(&mut self, from: Square, to: Square, reason: IllegalMoveReason) {
        self.state.rejected_move_count = self.state.rejected_move_count.wrapping_add(1);
        let rejected = RejectedMove { from, to, reason, number: self.state.rejected_move_count };
        self.state.ui.interaction = Interaction::Idle;
        self.state.ui.rejected_move = Some(rejected);
        self.sound(Sound::Illegal);
        self.announce(match self.state.settings.explain {
            Switch::On => Announcement::MoveRejected(rejected),
            Switch::Off => Announcement::IllegalMove,
        });
    }
}

/// The sound of a move: its most important property wins.
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
