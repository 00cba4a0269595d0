//! Pointer events on the board.

use rules::{IllegalMoveReason, Square};

use super::Update;
use crate::state::MoveRights;
use crate::{Announcement, Confirmation, Interaction, Problem};

impl Update<'_> {
    /// Moves to a target, selects a piece, or deselects.
    pub(super) fn press(&mut self, square: Square) {
        let ui = &mut self.state.ui;
        ui.shapes.clear();
        if matches!(ui.confirmation, Some(Confirmation::Move(..))) {
            // Another move is made instead.
            ui.confirmation = None;
        }
        ui.last_pressed = Some(square);
        ui.cursor = ui.cursor.and(Some(square));
        match ui.interaction {
            // A press outside the chooser cancels the promotion.
            Interaction::Promoting(_) => self.state.ui.interaction = Interaction::Idle,
            Interaction::Selected(from) | Interaction::Dragging { from, .. } => {
                self.press_with_selection(from, square)
            }
            Interaction::Idle => self.pick_up(square),
        }
    }

    /// Drops a dragged piece; outside the board or on an illegal square it returns.
    pub(super) fn release(&mut self, square: Option<Square>) {
        let Interaction::Dragging { from, was_selected: again } = self.state.ui.interaction else { return };
        self.state.ui.interaction = Interaction::Idle;
        match square {
            None => {}
            Some(to) if to == from && again => {}
            Some(to) if to == from => self.state.ui.interaction = Interaction::Selected(from),
            Some(to) => self.drop_piece(from, to),
        }
    }

    /// A press and a release on one square.
    pub(super) fn click(&mut self, square: Square) {
        self.press(square);
        self.release(Some(square));
    }

    fn press_with_selection(&mut self, from: Square, square: Square) {
        let is_target = self.state.targets(from).has(square);
        if !is_target && self.state.movable().has(square) {
            self.state.ui.interaction = Interaction::Dragging { from: square, was_selected: from == square };
            self.announce_selected(square);
            return;
        }
        self.state.ui.interaction = Interaction::Idle;
        self.drop_piece(from, square);
    }

    fn pick_up(&mut self, square: Square) {
        if self.state.movable().has(square) {
            self.state.ui.interaction = Interaction::Dragging { from: square, was_selected: false };
            self.announce_selected(square);
        } else if self.is_piece_of_the_past(square) {
            self.problem(Problem::NotYourTurn);
        } else if self.state.settings.explain.is_on() {
            self.explain_wrong_side(square);
        }
    }

    /// True for a piece in an earlier position of a game in progress.
    fn is_piece_of_the_past(&self, square: Square) -> bool {
        let game = &self.state.local_game.game;
        let shown = self.state.ui.shown_ply.filter(|_| game.outcome().is_none());
        let setup = shown.and_then(|ply| game.setup_at(ply.index()));
        setup.is_some_and(|setup| setup.board.piece_at(square).is_some())
    }

    /// Explains that the touched piece belongs to the side that is not to move.
    fn explain_wrong_side(&mut self, square: Square) {
        let refusal = self.state.local_game.game.explain(square, square, None);
        if let (MoveRights::Move(_), Err(refusal @ IllegalMoveReason::NotYourPiece { .. })) =
            (self.state.move_rights(), refusal)
        {
            self.reject_move(square, square, refusal);
        }
    }

    fn announce_selected(&mut self, square: Square) {
        if let Some(piece) = self.state.board_with_premoves().piece_at(square) {
            self.announce(Announcement::Selected(piece, square));
        }
    }

    /// Drops a piece: a move, a premove or a rejected move.
    fn drop_piece(&mut self, from: Square, to: Square) {
        match self.state.move_rights() {
            MoveRights::Move(_) => self.try_move(from, to),
            MoveRights::Premove(color) => self.try_premove(color, from, to),
            MoveRights::None => {}
        }
    }
}
