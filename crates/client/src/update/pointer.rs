//! Mouse and finger over the board.

use rules::{Refusal, Square};

use super::Update;
use crate::state::Freedom;
use crate::{Announcement, Hand, Problem};

impl Update<'_> {
    /// Goes to a target, picks up a piece, or lets go of the one that is selected.
    pub(super) fn press(&mut self, square: Square) {
        let attention = &mut self.state.attention;
        attention.shapes.clear();
        attention.pressed = Some(square);
        attention.cursor = attention.cursor.and(Some(square));
        match attention.hand {
            // A press beside the chooser takes the pawn back.
            Hand::Promoting(_) => self.state.attention.hand = Hand::Empty,
            Hand::Selected(from) | Hand::Holding { from, .. } => self.press_with(from, square),
            Hand::Empty => self.pick_up(square),
        }
    }

    /// Puts down what is held; beside the board or on a wrong square, it snaps back.
    pub(super) fn release(&mut self, square: Option<Square>) {
        let Hand::Holding { from, again } = self.state.attention.hand else { return };
        self.state.attention.hand = Hand::Empty;
        match square {
            None => {}
            Some(to) if to == from && again => {}
            Some(to) if to == from => self.state.attention.hand = Hand::Selected(from),
            Some(to) => self.put_down(from, to),
        }
    }

    /// A press and a release on one square.
    pub(super) fn click(&mut self, square: Square) {
        self.press(square);
        self.release(Some(square));
    }

    fn press_with(&mut self, from: Square, square: Square) {
        let is_target = self.state.targets(from).has(square);
        if !is_target && self.state.movable().has(square) {
            self.state.attention.hand = Hand::Holding { from: square, again: from == square };
            self.announce_selected(square);
            return;
        }
        self.state.attention.hand = Hand::Empty;
        self.put_down(from, square);
    }

    fn pick_up(&mut self, square: Square) {
        if self.state.movable().has(square) {
            self.state.attention.hand = Hand::Holding { from: square, again: false };
            self.announce_selected(square);
        } else if self.is_past(square) {
            self.problem(Problem::NotNow);
        } else if self.state.settings.explain.is_on() {
            self.say_whose_turn(square);
        }
    }

    /// Whether somebody reaches for a piece while an earlier moment of a game that goes on is shown.
    fn is_past(&self, square: Square) -> bool {
        let game = &self.state.table.game;
        let shown = self.state.attention.shown.filter(|_| game.outcome().is_none());
        let setup = shown.and_then(|plies| game.setup_at(plies));
        setup.is_some_and(|setup| setup.board.piece_at(square).is_some())
    }

    /// Somebody reaches for a piece of the side that is not to move.
    fn say_whose_turn(&mut self, square: Square) {
        let refusal = self.state.table.game.explain(square, square, None);
        if let (Freedom::Now(_), Err(refusal @ Refusal::NotYourPiece { .. })) =
            (self.state.freedom(), refusal)
        {
            self.slip(square, square, refusal);
        }
    }

    fn announce_selected(&mut self, square: Square) {
        if let Some(piece) = self.state.imagined().piece_at(square) {
            self.announce(Announcement::Selected(piece, square));
        }
    }

    /// A piece is put down: a move, a move ahead, or a slip.
    fn put_down(&mut self, from: Square, to: Square) {
        match self.state.freedom() {
            Freedom::Now(_) => self.try_move(from, to),
            Freedom::Ahead(color) => self.try_premove(color, from, to),
            Freedom::Nobody => {}
        }
    }
}
