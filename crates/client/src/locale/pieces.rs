//! Sides, pieces, squares and lists of them.

use std::fmt::Display;

use rules::{Bitboard, CastlingSide, Color, Piece, PlacedPiece, Role, Square};

use super::Locale;

impl Locale {
    /// A side: "White".
    #[must_use]
    pub fn color(self, color: Color) -> &'static str {
        self.text(match color {
            Color::White => "color.white",
            Color::Black => "color.black",
        })
    }

    /// A piece type: "knight".
    #[must_use]
    pub fn role(self, role: Role) -> &'static str {
        self.text(match role {
            Role::Pawn => "role.pawn",
            Role::Knight => "role.knight",
            Role::Bishop => "role.bishop",
            Role::Rook => "role.rook",
            Role::Queen => "role.queen",
            Role::King => "role.king",
        })
    }

    /// A piece: "white knight".
    #[must_use]
    pub fn piece(self, piece: Piece) -> String {
        let key = match piece.color {
            Color::White => "piece.white",
            Color::Black => "piece.black",
        };
        self.fill(key, &[("role", &self.role(piece.role))])
    }

    /// A castling side: "kingside".
    #[must_use]
    pub fn castling_side(self, side: CastlingSide) -> &'static str {
        self.text(match side {
            CastlingSide::King => "side.king",
            CastlingSide::Queen => "side.queen",
        })
    }

    /// "knight on f3"
    pub(super) fn placed_piece(self, piece: PlacedPiece) -> String {
        self.role_on(piece.piece.role, piece.square)
    }

    /// The same without the colour.
    pub(super) fn role_on(self, role: Role, square: Square) -> String {
        self.fill("piece.placed", &[("role", &self.role(role)), ("square", &square)])
    }

    /// "a1, b1 and c1"
    pub(super) fn squares(self, squares: Bitboard) -> String {
        self.list(squares, "list.and")
    }

    /// A list of items; the last one is joined by the text under `last_key`.
    pub(super) fn list(
        self,
        items: impl IntoIterator<Item = impl Display>,
        last_key: &'static str,
    ) -> String {
        let mut items = items.into_iter().peekable();
        let mut list = items.next().map(|first| first.to_string()).unwrap_or_default();
        while let Some(item) = items.next() {
            list = match items.peek() {
                Some(_) => self.fill("list.next", &[("rest", &list), ("next", &item)]),
                None => self.fill(last_key, &[("rest", &list), ("last", &item)]),
            };
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn lists_join_the_last_item_with_a_conjunction() {
        let check = |items: &[&str], key, english: &str, korean: &str| {
            assert_eq!(Locale::new(Language::English).list(items, key), english);
            assert_eq!(Locale::new(Language::Korean).list(items, key), korean);
        };
        check(&[], "list.and", "", "");
        check(&["a1"], "list.and", "a1", "a1");
        check(&["f3", "e8"], "list.and", "f3 and e8", "f3과 e8");
        check(&["b1", "c2", "d1"], "list.and", "b1, c2 and d1", "b1, c2와 d1");
        check(&["a1", "b1", "c1", "d1"], "list.or", "a1, b1, c1 or d1", "a1, b1, c1 또는 d1");
    }
}
