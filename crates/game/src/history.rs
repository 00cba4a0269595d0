//! The history of a game: moves, positions, captured pieces. Repetitions are counted in `draw_claims.rs`.

use rules::{ByColor, Move, Position, Role, Setup};

use crate::material::Balance;
use crate::{Game, Ply};

impl Game {
    /// Number of plies played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// The index of the current position.
    #[must_use]
    pub fn ply(&self) -> Ply {
        Ply::new(self.plies())
    }

    /// Current move number. Counts from 1 at the start of the game, also if Black begins.
    #[must_use]
    pub fn move_number(&self) -> usize {
        self.plies() / 2 + 1
    }

    /// The moves played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + '_ {
        self.history.iter().map(|ply| ply.m)
    }

    /// The last move.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.moves().next_back()
    }

    /// The moves played, in SAN.
    pub fn sans(&self) -> impl ExactSizeIterator<Item = String> + DoubleEndedIterator + '_ {
        (0..self.plies()).map(|ply| self.san(ply).unwrap_or_default())
    }

    /// The move at index `ply`, from 0, in SAN.
    #[must_use]
    pub fn san(&self, ply: usize) -> Option<String> {
        Some(self.state_at(ply)?.san(self.history.get(ply)?.m))
    }

    /// A legal move in SAN; `None` if it is illegal.
    #[must_use]
    pub fn san_of_legal_move(&self, m: Move) -> Option<String> {
        self.legal_moves().contains(&m).then(|| self.state().san(m))
    }

    /// The starting position.
    #[must_use]
    pub fn start(&self) -> Setup {
        self.start.setup()
    }

    /// The position after `plies` plies as a setup; 0 is the start.
    #[must_use]
    pub fn setup_at(&self, plies: usize) -> Option<Setup> {
        Some(self.state_at(plies)?.setup())
    }

    /// The position after `plies` plies; `None` in King capture.
    #[must_use]
    pub fn position_at(&self, plies: usize) -> Option<&Position> {
        self.state_at(plies)?.position()
    }

    /// Captured pieces of each side, in the order of their capture.
    #[must_use]
    pub fn captured(&self) -> ByColor<Vec<Role>> {
        let mut captured = ByColor::<Vec<Role>>::default();
        for ply in &self.history {
            // The side to move after the capture is the one that lost the piece.
            captured[ply.after.turn()].extend(ply.m.capture());
        }
        captured
    }

    /// Material balance.
    #[must_use]
    pub fn balance(&self) -> Balance {
        Balance::of(self.board())
    }
}
