//! The board: squares, marks, pieces, promotion chooser, coordinates.

use client::{BoardView, Orientation, Promotion};
use ratatui::buffer::Buffer;
use rules::{Color, File, Piece, Rank, Role, Square};

use super::RenderContext;
use super::canvas::Canvas;
use super::glyphs::Glyphs;
use super::layout::Layout;
use super::marks::{self, DrawMode, SquareRect};
use super::palette::{ColorRole, Shade};
use super::sprites::{Sprite, SpriteColors};
use crate::PieceStyle;

/// Draws the board.
pub(crate) fn render(cx: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    let board = cx.view.board();
    let mut painter = BoardPainter {
        cx,
        square_size: layout.square_size,
        canvas: Canvas::new(8 * layout.square_size, 8 * layout.square_size),
    };
    for square in board.orientation.squares() {
        painter.square(&board, square);
    }
    if let Some(promotion) = board.promotion {
        painter.promotion_chooser(board.orientation, promotion);
    }
    painter.canvas.render(layout.board, buffer);
    coordinates(cx, layout, board.orientation, buffer);
}

/// The squares of the promotion chooser with their roles.
pub(crate) fn promotion_squares(promotion: Promotion) -> impl Iterator<Item = (Square, Role)> {
    let inwards = match promotion.color {
        Color::White => -1,
        Color::Black => 1,
    };
    let squares = (0..).map_while(move |step: i8| promotion.to.offset(0, inwards * step));
    squares.zip(Promotion::CHOICES)
}

struct BoardPainter<'a> {
    cx: &'a RenderContext<'a>,
    square_size: u16,
    canvas: Canvas,
}

impl BoardPainter<'_> {
    fn square_rect(&self, orientation: Orientation, square: Square) -> SquareRect {
        let cell = orientation.cell(square);
        SquareRect {
            x: u16::from(cell.column) * self.square_size,
            y: u16::from(cell.row) * self.square_size,
            size: self.square_size,
        }
    }

    fn square(&mut self, board: &BoardView<'_>, square: Square) {
        let shown = board.squares[square as usize];
        let rect = self.square_rect(board.orientation, square);
        let background = marks::square_color(square, shown.marks);
        self.fill(rect, background);
        let RenderContext { palette, glyphs, .. } = *self.cx;
        let mode = self.draw_mode();
        let piece = board.drawn_piece(square);
        if mode == DrawMode::Glyphs && piece.is_some() {
            self.clear_middle(rect);
        }
        marks::draw(&mut self.canvas, rect, shown.marks, mode, palette, glyphs);
        match board.dragged {
            Some((from, Some(over))) if from != over && over == square => {
                self.piece(rect, board.drawn_piece(from), background, PieceOpacity::Full);
            }
            Some((from, Some(over))) if from != over && from == square => {
                self.piece(rect, piece, background, PieceOpacity::Ghost);
            }
            _ => self.piece(rect, piece, background, PieceOpacity::Full),
        }
    }

    /// Draws the promotion chooser: squares from the last rank inwards, each with its key.
    fn promotion_chooser(&mut self, orientation: Orientation, promotion: Promotion) {
        for (square, role) in promotion_squares(promotion) {
            let rect = self.square_rect(orientation, square);
            let highlighted = role == promotion.highlighted;
            let background =
                if highlighted { ColorRole::LastMove(Shade::Light) } else { ColorRole::Hover(Shade::Light) };
            self.fill(rect, background);
            let palette = self.cx.palette;
            let cursor_color = palette.color(ColorRole::Cursor);
            let is_framed = highlighted && self.draw_mode() == DrawMode::Pixels;
            if is_framed {
                marks::frame(&mut self.canvas, rect, cursor_color);
            }
            self.piece(rect, Some(role.of(promotion.color)), background, PieceOpacity::Full);
            let (left, right, _, bottom) = rect.edges();
            let letter = if is_framed { ColorRole::FramedKey } else { ColorRole::Key };
            self.canvas.put_glyph(right, bottom, promotion_key(role), palette.color(letter));
            if highlighted && self.draw_mode() == DrawMode::Glyphs {
                self.canvas.put_glyph(left, bottom, ">", cursor_color);
            }
        }
    }

    fn fill(&mut self, rect: SquareRect, background: ColorRole) {
        let RenderContext { palette, glyphs, .. } = *self.cx;
        self.canvas.fill(rect.x, rect.y, rect.size, rect.size, palette.color(background));
        let shade = match background {
            ColorRole::Square(shade)
            | ColorRole::LastMove(shade)
            | ColorRole::Selected(shade)
            | ColorRole::Hover(shade)
            | ColorRole::Premove(shade)
            | ColorRole::Blame(shade) => Some(shade),
            _ => None,
        };
        if shade == Some(palette.hatched_shade()) && !palette.has_colors() {
            let (left, right, top, bottom) = rect.edges();
            let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
            cells.for_each(|(column, row)| {
                self.canvas.put_glyph(column, row, glyphs.hatch(), palette.color(background))
            });
        }
    }

    fn piece(
        &mut self,
        rect: SquareRect,
        piece: Option<Piece>,
        background: ColorRole,
        opacity: PieceOpacity,
    ) {
        let Some(piece) = piece else { return };
        let RenderContext { palette, glyphs, .. } = *self.cx;
        let sprite = Sprite::of(piece.role, self.square_size).filter(|_| self.uses_sprites());
        let at = (rect.x, rect.y);
        match (sprite, opacity) {
            (Some(sprite), PieceOpacity::Full) => {
                sprite.draw(
                    &mut self.canvas,
                    at,
                    self.square_size,
                    &SpriteColors::of(palette, piece, background),
                );
            }
            (Some(sprite), PieceOpacity::Ghost) => {
                sprite.draw(
                    &mut self.canvas,
                    at,
                    self.square_size,
                    &SpriteColors::ghost(palette, piece, background),
                );
            }
            (None, PieceOpacity::Full) => {
                self.symbol(rect, piece, palette.color(ColorRole::Body(piece.color)), glyphs)
            }
            (None, PieceOpacity::Ghost) => {
                self.symbol(rect, piece, palette.outline(background, piece.color), glyphs)
            }
        }
    }

    fn symbol(&mut self, rect: SquareRect, piece: Piece, color: ratatui::style::Color, glyphs: Glyphs) {
        let (column, row) = rect.center();
        let symbol =
            if self.cx.palette.has_colors() { glyphs.filled_piece(piece) } else { glyphs.piece(piece) };
        self.canvas.put_glyph(column, row, symbol, color);
    }

    /// Clears the hatching around a symbol.
    fn clear_middle(&mut self, rect: SquareRect) {
        let (column, row) = rect.center();
        // The smallest squares would lose all hatching.
        let room = u16::from(rect.size > 4);
        for column in column.saturating_sub(room)..=column + room {
            self.canvas.put_glyph(column, row, " ", ratatui::style::Color::Reset);
        }
    }

    fn uses_sprites(&self) -> bool {
        let wanted = matches!(self.cx.piece_style, PieceStyle::Auto | PieceStyle::Art);
        wanted && self.draw_mode() == DrawMode::Pixels
    }

    fn draw_mode(&self) -> DrawMode {
        self.cx.draw_mode()
    }
}

/// A piece on its square is opaque, one that is being dragged elsewhere is ghosted.
#[derive(Clone, Copy)]
enum PieceOpacity {
    Full,
    Ghost,
}

const fn promotion_key(role: Role) -> &'static str {
    match role {
        Role::Queen => "q",
        Role::Rook => "r",
        Role::Bishop => "b",
        Role::Knight => "n",
        Role::Pawn | Role::King => " ",
    }
}

fn coordinates(cx: &RenderContext<'_>, layout: &Layout, orientation: Orientation, buffer: &mut Buffer) {
    let style = cx.palette.dim();
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let square = Square::new(file, rank);
        let cell = orientation.cell(square);
        let rect = SquareRect {
            x: u16::from(cell.column) * layout.square_size,
            y: u16::from(cell.row) * layout.square_size,
            size: layout.square_size,
        };
        let (column, row) = rect.center();
        let mut put = |x, y, letter: char| {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(letter).set_style(style);
            }
        };
        put(layout.board.x - 2, layout.board.y + row, rank.digit());
        put(layout.board.x + column, layout.board.bottom(), file.letter());
    }
}
