//! Where everything is. The board is as large as the window allows; beside or below it is room for the rest.

use client::Orientation;
use ratatui::layout::{Position, Rect};
use rules::Square;

use super::marks::Pen;

/// The places of the game's screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// How many pixels a square's side has: as many columns, half as many rows.
    pub(crate) side: u16,
    /// The squares, without coordinates.
    pub(crate) board: Rect,
    /// The side at the upper edge.
    pub(crate) top: Rect,
    /// The side at the lower edge.
    pub(crate) bottom: Rect,
    /// The list of moves, where there is room.
    pub(crate) moves: Option<Rect>,
    /// What is said beside the board, where there is room and something has been said.
    pub(crate) talk: Option<Rect>,
    /// The line that says whose turn it is.
    pub(crate) status: Rect,
    /// Messages stand at the lower edge of this; if it is the board, at either edge.
    pub(crate) message: Rect,
    /// Typed moves, or hints.
    pub(crate) bar: Rect,
}

/// What stands beside the board needs this many columns, and does not need more than that.
const PANEL: (u16, u16) = (26, 44);

/// The ranks' digits and a space on each side.
const RANKS: u16 = 2;

impl Layout {
    /// The layout for a window. A coarse pen needs squares of whole rows.
    pub(crate) fn of(area: Rect, pen: Pen) -> Layout {
        let fit = |side: u16| match pen {
            Pen::Fine => side,
            Pen::Coarse => side & !1,
        };
        // Beside the board: files and bar below it. Under it: both sides and the status, too.
        let wide =
            fit((area.height.saturating_sub(2) / 4).min(area.width.saturating_sub(RANKS + 2 + PANEL.0) / 8));
        let tall = fit((area.height.saturating_sub(4) / 4).min(area.width.saturating_sub(RANKS) / 8));
        if wide >= tall { Layout::wide(area, wide) } else { Layout::tall(area, tall) }
    }

    /// The same with so many rows below the list of moves for what is said.
    pub(crate) fn with_talk(self, rows: u16) -> Layout {
        let Some(moves) = self.moves.filter(|_| rows > 0) else { return self };
        let above = Rect { height: moves.height.saturating_sub(rows), ..moves };
        let talk = Rect { y: above.bottom(), height: moves.height - above.height, ..moves };
        // Messages lie over the moves, so that what is said is seen with them.
        let message = if self.message == moves { above } else { self.message };
        Layout { moves: Some(above), talk: Some(talk), message, ..self }
    }

    /// The square at a place.
    pub(crate) fn square_at(&self, at: Position, orientation: Orientation) -> Option<Square> {
        if !self.board.contains(at) || self.side == 0 {
            return None;
        }
        let column = (at.x - self.board.x) / self.side;
        // A cell that two squares share belongs to the lower one.
        let row = (2 * (at.y - self.board.y) + 1) / self.side;
        orientation.squares().nth(usize::from(row * 8 + column))
    }

    /// The rows that a square has a part in.
    pub(crate) fn rows_of(&self, square: Square, orientation: Orientation) -> impl Iterator<Item = u16> {
        let first = u16::from(orientation.cell(square).row) * self.side;
        (self.board.y + first / 2)..(self.board.y + (first + self.side).div_ceil(2))
    }

    fn wide(area: Rect, side: u16) -> Layout {
        let (columns, rows) = (8 * side, 4 * side);
        let panel = (area.width - columns - RANKS - 2).min(PANEL.1);
        let left = area.x + (area.width - columns - RANKS - 2 - panel) / 2;
        let top = area.y + (area.height - rows - 2) / 2;
        let board = Rect::new(left + RANKS, top, columns, rows);
        let x = board.right() + 2;
        let (upper, lower) = (board.y, board.bottom());
        Layout {
            side,
            board,
            top: Rect::new(x, upper, panel, 2),
            moves: Some(Rect::new(x, upper + 2, panel, rows.saturating_sub(6))),
            talk: None,
            message: Rect::new(x, upper + 2, panel, rows.saturating_sub(6)),
            status: Rect::new(x, lower - 4, panel, 2),
            bottom: Rect::new(x, lower - 2, panel, 2),
            bar: Rect::new(area.x, area.bottom() - 1, area.width, 1),
        }
    }

    fn tall(area: Rect, side: u16) -> Layout {
        let (columns, rows) = (8 * side, 4 * side);
        let spare = area.height - rows - 4;
        let left = area.x + (area.width - columns - RANKS) / 2;
        let board = Rect::new(left + RANKS, area.y + 1, columns, rows);
        let line = |y: u16, height: u16| Rect::new(area.x, y, area.width, height);
        let below = board.bottom() + 1;
        // Enough room under the board is for the moves; the last row is for typing, and for the status if it is the
        // only one.
        let moves = (spare >= 6).then(|| line(below + 2, spare - 2));
        let status = if spare == 0 { below + 1 } else { area.bottom() - 2 };
        Layout {
            side,
            board,
            top: line(area.y, 1),
            bottom: line(below, 1),
            moves,
            talk: None,
            // Over the board if there is no other room, so that the clocks are seen.
            message: moves.unwrap_or(line(board.y, rows)),
            status: line(status, 1),
            bar: line(area.bottom() - 1, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Color;

    #[test]
    fn everything_has_its_place_in_every_window() {
        for width in 40..=210 {
            for height in 20..=70 {
                for pen in [Pen::Fine, Pen::Coarse] {
                    let area = Rect::new(0, 0, width, height);
                    let layout = Layout::of(area, pen);
                    let Layout { side, board, top, bottom, moves, talk: _, status, message, bar } = layout;
                    assert!(side >= 4, "{width} × {height}");
                    assert!(pen == Pen::Fine || side % 2 == 0, "{width} × {height}");
                    let places = [board, top, bottom, status, message, bar, moves.unwrap_or(board)];
                    for place in places {
                        assert_eq!(place.intersection(area), place, "{place:?} in {width} × {height}");
                    }
                    for other in [top, bottom, status, bar] {
                        assert!(!board.intersects(other), "{other:?} in {width} × {height}");
                    }
                }
            }
        }
    }

    #[test]
    fn as_large_as_fits() {
        let check = |width, height, side| {
            assert_eq!(
                Layout::of(Rect::new(0, 0, width, height), Pen::Fine).side,
                side,
                "{width} × {height}"
            );
        };
        check(40, 20, 4);
        check(80, 24, 5);
        check(100, 30, 7);
        check(120, 40, 9);
        check(200, 60, 14);
    }

    #[test]
    fn every_cell_of_the_board_is_a_square() {
        let layout = Layout::of(Rect::new(0, 0, 80, 24), Pen::Fine);
        let orientation = Orientation::of(Color::White);
        let at =
            |x, y| layout.square_at(Position { x: layout.board.x + x, y: layout.board.y + y }, orientation);
        assert_eq!(at(0, 0), Some(Square::A8));
        assert_eq!(at(39, 19), Some(Square::H1));
        assert_eq!((at(4, 1), at(5, 2)), (Some(Square::A8), Some(Square::B7)));
        assert_eq!(at(40, 0), None);
        let cells = (0..20).flat_map(|y| (0..40).map(move |x| (x, y)));
        assert!(cells.into_iter().all(|(x, y)| at(x, y).is_some()));
    }
}
