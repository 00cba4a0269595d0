//! Moves as they are read aloud.

use rules::{Color, Move, SanSuffix};

use super::Locale;
use crate::MoveView;

impl Locale {
    /// A move in full, for those who listen: "White: knight g1 to f3, check".
    #[must_use]
    pub fn announce_move(self, mover: Color, m: Move, suffix: Option<SanSuffix>) -> String {
        let mut text = self.move_without_suffix(mover, m);
        if let Some(role) = m.promotion() {
            text = self.fill("move.becomes", &[("move", &text), ("role", &self.role(role))]);
        }
        match suffix {
            Some(SanSuffix::Check) => self.fill("move.check", &[("move", &text)]),
            Some(SanSuffix::Checkmate) => self.fill("move.checkmate", &[("move", &text)]),
            None => text,
        }
    }

    /// A move of the list in full, with the check that its writing ends with.
    #[must_use]
    pub fn announce_listed_move(self, m: &MoveView) -> String {
        let suffix = match m.san.as_bytes().last() {
            Some(b'+') => Some(SanSuffix::Check),
            Some(b'#') => Some(SanSuffix::Checkmate),
            _ => None,
        };
        self.announce_move(m.color, m.m, suffix)
    }

    /// From where to where, and what is taken.
    fn move_without_suffix(self, mover: Color, m: Move) -> String {
        let color = self.color(mover);
        if let Some(side) = m.castling_side() {
            return self.fill("move.castle", &[("color", &color), ("side", &self.castling_side(side))]);
        }
        let (role, from, to) = (self.role(m.role()), m.from(), m.to());
        let Some(taken) = m.capture() else {
            return self
                .fill("move.plain", &[("color", &color), ("role", &role), ("from", &from), ("to", &to)]);
        };
        let key = if m.is_en_passant() { "move.en-passant" } else { "move.capture" };
        let taken = self.role(taken);
        self.fill(key, &[("color", &color), ("role", &role), ("from", &from), ("taken", &taken), ("to", &to)])
    }
}
