//! What a game has seen so far: for move lists, replay and the captured pieces beside the board.

use rules::{ByColor, Move, Position, Role, Setup};

use crate::material::Balance;
use crate::{Game, Ply};

impl Game {
    /// How many plies (moves of one side) have been played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// The index of the current position.
    #[must_use]
    pub fn ply(&self) -> Ply {
        Ply::new(self.plies())
    }

    /// The rounds begun, the present one included. A round is one move of each side, whoever began.
    #[must_use]
    pub fn move_number(&self) -> usize {
        self.plies() / 2 + 1
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + '_ {
        self.history.iter().map(|ply| ply.m)
    }

    /// The last move.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.moves().next_back()
    }

    /// The moves so far in algebraic notation.
    pub fn sans(&self) -> impl ExactSizeIterator<Item = String> + DoubleEndedIterator + '_ {
        (0..self.plies()).map(|ply| self.san(ply).unwrap_or_default())
    }

    /// The move with this index, from 0, in algebraic notation.
    #[must_use]
    pub fn san(&self, ply: usize) -> Option<String> {
        Some(self.state_at(ply)?.san(self.history.get(ply)?.m))
    }

    /// A move that may be made now, in algebraic notation.
    #[must_use]
    pub fn san_of_legal_move(&self, m: Move) -> Option<String> {
        self.legal_moves().contains(&m).then(|| self.state().san(m))
    }

    /// Where the game started.
    #[must_use]
    pub fn start(&self) -> Setup {
        self.start.setup()
    }

    /// What was on the board after so many plies; 0 is the start.
    #[must_use]
    pub fn setup_at(&self, plies: usize) -> Option<Setup> {
        Some(self.state_at(plies)?.setup())
    }

    /// The position after so many plies, in games that follow the Laws.
    #[must_use]
    pub fn position_at(&self, plies: usize) -> Option<&Position> {
        self.state_at(plies)?.position()
    }

    /// What each side has lost, in the order in which it was taken.
    #[must_use]
    pub fn captured(&self) -> ByColor<Vec<Role>> {
        let mut captured = ByColor::<Vec<Role>>::default();
        for ply in &self.history {
            // The side that lost the piece is to move after it.
            captured[ply.after.turn()].extend(ply.m.capture());
        }
        captured
    }

    /// How many more pieces of each kind White has than Black.
    #[must_use]
    pub fn balance(&self) -> Balance {
        Balance::of(self.board())
    }
}
