//! Layout of the game screen. The board is as large as the window allows; the panels are beside or below it.

use client::Orientation;
use ratatui::layout::{Position, Rect};
use rules::Square;

use super::marks::DrawMode;

/// Areas of the game screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// Pixels per square side: this many columns, half as many rows.
    pub(crate) square_size: u16,
    /// The squares, without coordinates.
    pub(crate) board: Rect,
    /// Player panel at the upper edge.
    pub(crate) top_player: Rect,
    /// Player panel at the lower edge.
    pub(crate) bottom_player: Rect,
    /// Move list, if there is room.
    pub(crate) moves: Option<Rect>,
    /// Chat, if there is room and a message.
    pub(crate) chat: Option<Rect>,
    /// Status line.
    pub(crate) status: Rect,
    /// Area for messages, which stand at its lower edge; if it is the board, at either edge.
    pub(crate) message: Rect,
    /// Input line or key hints.
    pub(crate) command_bar: Rect,
}

/// Minimum and maximum width of the panel beside the board.
const PANEL_COLUMNS: (u16, u16) = (26, 44);

/// Width of the rank labels.
const RANK_LABEL_COLUMNS: u16 = 2;

impl Layout {
    /// The layout for a window. Drawing with glyphs needs squares of whole rows.
    pub(crate) fn of(area: Rect, mode: DrawMode) -> Layout {
        let fit = |side: u16| match mode {
            DrawMode::Pixels => side,
            DrawMode::Glyphs => side & !1,
        };
        // Beside: file labels and command bar below the board. Below: also both player panels and the status.
        let wide = fit((area.height.saturating_sub(2) / 4)
            .min(area.width.saturating_sub(RANK_LABEL_COLUMNS + 2 + PANEL_COLUMNS.0) / 8));
        let tall =
            fit((area.height.saturating_sub(4) / 4).min(area.width.saturating_sub(RANK_LABEL_COLUMNS) / 8));
        if wide >= tall { Layout::wide(area, wide) } else { Layout::tall(area, tall) }
    }

    /// Reserves rows below the move list for the chat.
    pub(crate) fn with_chat(self, rows: u16) -> Layout {
        let Some(moves) = self.moves.filter(|_| rows > 0) else { return self };
        let above = Rect { height: moves.height.saturating_sub(rows), ..moves };
        let chat = Rect { y: above.bottom(), height: moves.height - above.height, ..moves };
        // Messages cover the moves, not the chat.
        let message = if self.message == moves { above } else { self.message };
        Layout { moves: Some(above), chat: Some(chat), message, ..self }
    }

    /// The square at a position.
    pub(crate) fn square_at(&self, at: Position, orientation: Orientation) -> Option<Square> {
        if !self.board.contains(at) || self.square_size == 0 {
            return None;
        }
        let column = (at.x - self.board.x) / self.square_size;
        // A cell shared by two squares belongs to the lower one.
        let row = (2 * (at.y - self.board.y) + 1) / self.square_size;
        orientation.squares().nth(usize::from(row * 8 + column))
    }

    /// The rows that a square covers, at least partly.
    pub(crate) fn rows_of(&self, square: Square, orientation: Orientation) -> impl Iterator<Item = u16> {
        let first = u16::from(orientation.cell(square).row) * self.square_size;
        (self.board.y + first / 2)..(self.board.y + (first + self.square_size).div_ceil(2))
    }

    fn wide(area: Rect, side: u16) -> Layout {
        let (columns, rows) = (8 * side, 4 * side);
        let panel = (area.width - columns - RANK_LABEL_COLUMNS - 2).min(PANEL_COLUMNS.1);
        let left = area.x + (area.width - columns - RANK_LABEL_COLUMNS - 2 - panel) / 2;
        let top = area.y + (area.height - rows - 2) / 2;
        let board = Rect::new(left + RANK_LABEL_COLUMNS, top, columns, rows);
        let x = board.right() + 2;
        let (upper, lower) = (board.y, board.bottom());
        Layout {
            square_size: side,
            board,
            top_player: Rect::new(x, upper, panel, 2),
            moves: Some(Rect::new(x, upper + 2, panel, rows.saturating_sub(6))),
            chat: None,
            message: Rect::new(x, upper + 2, panel, rows.saturating_sub(6)),
            status: Rect::new(x, lower - 4, panel, 2),
            bottom_player: Rect::new(x, lower - 2, panel, 2),
            command_bar: Rect::new(area.x, area.bottom() - 1, area.width, 1),
        }
    }

    fn tall(area: Rect, side: u16) -> Layout {
        let (columns, rows) = (8 * side, 4 * side);
        let spare = area.height - rows - 4;
        let left = area.x + (area.width - columns - RANK_LABEL_COLUMNS) / 2;
        let board = Rect::new(left + RANK_LABEL_COLUMNS, area.y + 1, columns, rows);
        let line = |y: u16, height: u16| Rect::new(area.x, y, area.width, height);
        let below = board.bottom() + 1;
        // The move list needs six rows. The last row is the command bar, which also has the status if there
        // is no other row.
        let moves = (spare >= 6).then(|| line(below + 2, spare - 2));
        let status = if spare == 0 { below + 1 } else { area.bottom() - 2 };
        Layout {
            square_size: side,
            board,
            top_player: line(area.y, 1),
            bottom_player: line(below, 1),
            moves,
            chat: None,
            // Without other room messages cover the board, so that the clocks stay visible.
            message: moves.unwrap_or(line(board.y, rows)),
            status: line(status, 1),
            command_bar: line(area.bottom() - 1, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Color;

    #[test]
    fn all_areas_fit_in_every_window_size() {
        for width in 40..=210 {
            for height in 20..=70 {
                for mode in [DrawMode::Pixels, DrawMode::Glyphs] {
                    let area = Rect::new(0, 0, width, height);
                    let layout = Layout::of(area, mode);
                    let Layout {
                        square_size: side,
                        board,
                        top_player: top,
                        bottom_player: bottom,
                        moves,
                        chat: _,
                        status,
                        message,
                        command_bar: bar,
                    } = layout;
                    assert!(side >= 4, "{width} × {height}");
                    assert!(mode == DrawMode::Pixels || side % 2 == 0, "{width} × {height}");
                    let rects = [board, top, bottom, status, message, bar, moves.unwrap_or(board)];
                    for rect in rects {
                        assert_eq!(rect.intersection(area), rect, "{rect:?} in {width} × {height}");
                    }
                    for other in [top, bottom, status, bar] {
                        assert!(!board.intersects(other), "{other:?} in {width} × {height}");
                    }
                }
            }
        }
    }

    #[test]
    fn squares_are_as_large_as_fits() {
        let check = |width, height, side| {
            assert_eq!(
                Layout::of(Rect::new(0, 0, width, height), DrawMode::Pixels).square_size,
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
    fn every_board_cell_maps_to_a_square() {
        let layout = Layout::of(Rect::new(0, 0, 80, 24), DrawMode::Pixels);
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
