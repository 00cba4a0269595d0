//! Board diagrams for people.

use core::fmt;
use core::fmt::Write as _;

use crate::{Board, Color, File, Piece, Rank, Square};

/// Displays a board for a terminal: eight lines, and one for the files if coordinates are shown, without a
/// final newline.
///
/// ```
/// use hanpan_rules::{Board, Color, Diagram, DiagramStyle};
/// let board = Board::start();
/// let diagram = Diagram { style: DiagramStyle::Letters, seen_by: Color::Black, ..Diagram::new(&board) };
/// assert!(diagram.to_string().starts_with("1 R N B K Q B N R\n2 P P P P P P P P\n3 . ."));
/// assert!(diagram.to_string().ends_with("8 r n b k q b n r\n  h g f e d c b a"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The pieces.
    pub board: &'a Board,
    /// Figurines or letters.
    pub style: DiagramStyle,
    /// The side at the bottom.
    pub seen_by: Color,
    /// Shows or hides the names of files and ranks.
    pub coordinates: Coordinates,
}

/// Symbols for the pieces of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DiagramStyle {
    /// Chess symbols, `♔` to `♟`, and `·` for an empty square.
    Figurines,
    /// ASCII letters, upper case for White, and `.` for an empty square.
    Letters,
}

/// Visibility of the names of files and ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coordinates {
    /// Ranks at the left, files at the bottom.
    Shown,
    /// Squares only.
    Hidden,
}

impl<'a> Diagram<'a> {
    /// Figurines with coordinates, seen by White.
    #[must_use]
    pub fn new(board: &'a Board) -> Diagram<'a> {
        Diagram {
            board,
            style: DiagramStyle::Figurines,
            seen_by: Color::White,
            coordinates: Coordinates::Shown,
        }
    }
}

impl DiagramStyle {
    fn symbol(self, piece: Option<Piece>) -> char {
        match (self, piece) {
            (DiagramStyle::Figurines, Some(piece)) => piece.figurine(),
            (DiagramStyle::Figurines, None) => '·',
            (DiagramStyle::Letters, Some(piece)) => piece.letter(),
            (DiagramStyle::Letters, None) => '.',
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut files, mut ranks) = (File::ALL, Rank::ALL);
        match self.seen_by {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        for (row, rank) in ranks.into_iter().enumerate() {
            if row > 0 {
                f.write_char('\n')?;
            }
            if self.coordinates == Coordinates::Shown {
                write!(f, "{rank} ")?;
            }
            let symbols = files.map(|file| self.style.symbol(self.board.piece_at(Square::new(file, rank))));
            write_row(symbols, f)?;
        }
        if self.coordinates == Coordinates::Shown {
            f.write_str("\n  ")?;
            write_row(files.map(File::letter), f)?;
        }
        Ok(())
    }
}

/// Writes eight characters separated by blanks.
fn write_row(symbols: [char; 8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (column, symbol) in symbols.into_iter().enumerate() {
        if column > 0 {
            f.write_char(' ')?;
        }
        f.write_char(symbol)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Role;

    #[test]
    fn diagrams_have_both_orientations_and_optional_coordinates() {
        let mut board = Board::empty();
        board.set(Square::B1, Role::King.of(Color::White));
        board.set(Square::H7, Role::Queen.of(Color::Black));
        let white = "\
8 · · · · · · · ·
7 · · · · · · · ♛
6 · · · · · · · ·
5 · · · · · · · ·
4 · · · · · · · ·
3 · · · · · · · ·
2 · · · · · · · ·
1 · ♔ · · · · · ·
  a b c d e f g h";
        let black = "\
. . . . . . K .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
q . . . . . . .
. . . . . . . .";
        let diagram = Diagram::new(&board);
        assert_eq!(diagram.to_string(), white);
        let seen_by = Color::Black;
        let plain = Diagram {
            style: DiagramStyle::Letters,
            seen_by,
            coordinates: Coordinates::Hidden,
            board: &board,
        };
        assert_eq!(plain.to_string(), black);
    }
}
