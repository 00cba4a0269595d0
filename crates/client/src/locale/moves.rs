//! Moves for screen readers.

use rules::{Color, Move, SanSuffix};

use super::Locale;
use crate::MoveView;

impl Locale {
    /// A move in full: "White: knight g1 to f3, check".
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

    /// A move of the move list in full; check and mate are taken from its SAN.
    #[must_use]
    pub fn announce_listed_move(self, m: &MoveView) -> String {
        let suffix = match m.san.as_bytes().last() {
            Some(b'+') => Some(SanSuffix::Check),
            Some(b'#') => Some(SanSuffix::Checkmate),
            _ => None,
        };
        self.announce_move(m.color, m.m, suffix)
    }

    /// The move with its squares and capture, without promotion, check and mate.
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
