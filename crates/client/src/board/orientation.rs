//! Orientation of the board: mapping between squares and screen positions, and directions on the screen.

use rules::{CastlingSide, Color, Square};

/// Orientation of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orientation {
    /// The side at the bottom of the screen.
    pub bottom: Color,
}

/// A position on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Column, 0 to 7 from the left.
    pub column: u8,
    /// Row, 0 to 7 from the top.
    pub row: u8,
}

/// Direction of an arrow key on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// Automatic flipping of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AutoFlip {
    /// The orientation is fixed.
    #[default]
    Never,
    /// The board is flipped to the side to move after each move.
    AfterMove,
}

/// A horizontal direction on the screen. Kingside is on the right with White at the bottom, on the left with
/// Black at the bottom.
///
/// ```
/// use client::ScreenSide;
/// use rules::{CastlingSide, Color};
/// assert_eq!(ScreenSide::castling_direction(Color::Black, CastlingSide::King), ScreenSide::Left);
/// assert_eq!(ScreenSide::Left.castling_side(Color::White), CastlingSide::Queen);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScreenSide {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Orientation {
    /// The orientation with this side at the bottom.
    #[must_use]
    pub const fn of(bottom: Color) -> Orientation {
        Orientation { bottom }
    }

    /// The opposite orientation.
    #[must_use]
    pub fn flipped(self) -> Orientation {
        Orientation { bottom: !self.bottom }
    }

    /// The screen position of a square.
    #[must_use]
    pub const fn cell(self, square: Square) -> Cell {
        let (file, rank) = (square.file() as u8, square.rank() as u8);
        match self.bottom {
            Color::White => Cell { column: file, row: 7 - rank },
            Color::Black => Cell { column: 7 - file, row: rank },
        }
    }

    /// All squares in screen order: row by row from the top left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..64u8).filter_map(move |index| match self.bottom {
            Color::White => Square::from_index(index ^ 56),
            Color::Black => Square::from_index(index ^ 7),
        })
    }

    /// The neighboring square in a direction; `None` at the edge.
    #[must_use]
    pub const fn step(self, from: Square, direction: Direction) -> Option<Square> {
        let (files, ranks) = match direction {
            Direction::Up => (0, 1),
            Direction::Down => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        };
        match self.bottom {
            Color::White => from.offset(files, ranks),
            Color::Black => from.offset(-files, -ranks),
        }
    }
}

impl AutoFlip {
    /// Name in save files and settings.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            AutoFlip::Never => "fixed",
            AutoFlip::AfterMove => "after-move",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<AutoFlip> {
        [AutoFlip::Never, AutoFlip::AfterMove].into_iter().find(|turning| turning.name() == name)
    }
}

impl ScreenSide {
    /// Both, from left to right.
    pub const ALL: [ScreenSide; 2] = [ScreenSide::Left, ScreenSide::Right];

    /// Direction in which a king castles to a side, with `bottom` at the bottom of the screen.
    #[must_use]
    pub const fn castling_direction(bottom: Color, side: CastlingSide) -> ScreenSide {
        match (bottom, side) {
            (Color::White, CastlingSide::King) | (Color::Black, CastlingSide::Queen) => ScreenSide::Right,
            (Color::White, CastlingSide::Queen) | (Color::Black, CastlingSide::King) => ScreenSide::Left,
        }
    }

    /// Side to which a king castles in this direction, with `bottom` at the bottom of the screen.
    #[must_use]
    pub const fn castling_side(self, bottom: Color) -> CastlingSide {
        match (bottom, self) {
            (Color::White, ScreenSide::Right) | (Color::Black, ScreenSide::Left) => CastlingSide::King,
            (Color::White, ScreenSide::Left) | (Color::Black, ScreenSide::Right) => CastlingSide::Queen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_listed_in_screen_order() {
        for bottom in Color::ALL {
            let orientation = Orientation::of(bottom);
            let squares: Vec<Square> = orientation.squares().collect();
            assert_eq!(squares.len(), 64);
            for (index, &square) in squares.iter().enumerate() {
                let cell = orientation.cell(square);
                assert_eq!(usize::from(cell.row) * 8 + usize::from(cell.column), index, "{square}");
            }
        }
    }

    #[test]
    fn arrow_keys_follow_the_screen() {
        let check = |bottom, from, direction, to: Option<Square>| {
            assert_eq!(Orientation::of(bottom).step(from, direction), to, "{from} {direction:?}");
        };
        check(Color::White, Square::E2, Direction::Up, Some(Square::E3));
        check(Color::Black, Square::E2, Direction::Up, Some(Square::E1));
        check(Color::Black, Square::E2, Direction::Left, Some(Square::F2));
        check(Color::White, Square::H1, Direction::Right, None);
        check(Color::Black, Square::H1, Direction::Left, None);
    }
}
