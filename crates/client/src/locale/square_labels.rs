//! Squares for screen readers.

use rules::{Bitboard, Move, Piece, Square};

use super::Locale;
use crate::{Mark, Marks, SquareView};

/// The label of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareLabel {
    /// The square.
    pub square: Square,
    /// The piece on it.
    pub piece: Option<Piece>,
    /// Targets of the piece without captures.
    pub moves: Bitboard,
    /// Squares on which the piece can capture.
    pub captures: Bitboard,
    /// Its marks; purely visual ones have no text.
    pub marks: Marks,
}

impl SquareLabel {
    /// The label of a square with the moves that start there.
    #[must_use]
    pub fn new(view: &SquareView, moves: &[Move]) -> SquareLabel {
        let targets =
            |captures: bool| moves.iter().filter(|m| m.is_capture() == captures).map(|m| m.to()).collect();
        let SquareView { square, piece, marks } = *view;
        SquareLabel { square, piece, moves: targets(false), captures: targets(true), marks }
    }
}

impl Locale {
    /// The label as text: "e4, white pawn, can move to e5, captures d5".
    #[must_use]
    pub fn square_label(self, label: &SquareLabel) -> String {
        let piece = match label.piece {
            Some(piece) => self.piece(piece),
            None => self.text("label.empty").to_owned(),
        };
        let mut parts = vec![label.square.to_string(), piece];
        parts.extend(label.marks.iter().filter_map(mark_key).map(|key| self.text(key).to_owned()));
        parts.dedup();
        for (key, squares) in [("label.can-move", label.moves), ("label.can-capture", label.captures)] {
            if squares.any() {
                parts.push(self.fill(key, &[("squares", &self.squares(squares))]));
            }
        }
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or_default();
        parts.fold(first, |rest, next| self.fill("list.next", &[("rest", &rest), ("next", &next)]))
    }
}

/// The key of a mark; `None` for purely visual ones.
fn mark_key(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::LastFrom | Mark::LastTo => Some("label.last-move"),
        Mark::Selected => Some("label.selected"),
        Mark::Target => Some("label.target"),
        Mark::Capture => Some("label.capture"),
        Mark::Castle => Some("label.castle"),
        Mark::Check => Some("label.check"),
        Mark::Mated => Some("label.checkmate"),
        Mark::Premove => Some("label.premove"),
        Mark::Hover | Mark::DropTarget | Mark::Blame | Mark::ExplanationLine | Mark::Cursor => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use rules::{Color, Position, Role};

    #[test]
    fn square_labels_name_piece_marks_and_targets() {
        let check = |label: SquareLabel, english: &str, korean: &str| {
            assert_eq!(Locale::new(Language::English).square_label(&label), english);
            assert_eq!(Locale::new(Language::Korean).square_label(&label), korean);
        };
        let label =
            |square, piece| SquareLabel::new(&SquareView { square, piece, marks: Marks::default() }, &[]);
        let marked = |given: &[Mark], label: SquareLabel| {
            let mut marks = Marks::default();
            given.iter().for_each(|&mark| marks.add(mark));
            SquareLabel { marks, ..label }
        };
        let pawn = label(Square::E4, Some(Role::Pawn.of(Color::White)));
        let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
        let view = SquareView { square: Square::E4, piece: pawn.piece, marks: pawn.marks };
        check(
            SquareLabel::new(&view, &position.moves_from(Square::E4)),
            "e4, white pawn, can move to e5, captures d5",
            "e4, 백 폰, e5로 이동 가능, d5 잡기 가능",
        );
        check(
            SquareLabel { moves: Square::E5.bitboard().with(Square::E6), ..pawn },
            "e4, white pawn, can move to e5 and e6",
            "e4, 백 폰, e5와 e6으로 이동 가능",
        );
        check(label(Square::A8, None), "a8, empty", "a8, 빈칸");
        check(
            marked(&[Mark::LastFrom, Mark::LastTo, Mark::Selected, Mark::Cursor], pawn),
            "e4, white pawn, last move, selected",
            "e4, 백 폰, 마지막 수, 선택됨",
        );
        check(
            marked(&[Mark::Target], label(Square::E3, None)),
            "e3, empty, can go here",
            "e3, 빈칸, 여기로 이동 가능",
        );
        let king = label(Square::H8, Some(Role::King.of(Color::Black)));
        check(
            marked(&[Mark::Mated, Mark::ExplanationLine], king),
            "h8, black king, checkmated",
            "h8, 흑 킹, 체크메이트",
        );
    }
}
