//! The board: squares, marks, pieces, the chooser for a promotion, and the coordinates around it.

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

/// Draws the board where the layout has it.
pub(crate) fn render(scene: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    let board = scene.view.board();
    let mut easel = BoardPainter {
        scene,
        square_size: layout.square_size,
        canvas: Canvas::new(8 * layout.square_size, 8 * layout.square_size),
    };
    for square in board.orientation.squares() {
        easel.square(&board, square);
    }
    if let Some(promotion) = board.promotion {
        easel.promotion_chooser(board.orientation, promotion);
    }
    easel.canvas.render(layout.board, buffer);
    coordinates(scene, layout, board.orientation, buffer);
}

/// The squares on which the chooser for a promotion stands, and what each one offers.
pub(crate) fn promotion_squares(promotion: Promotion) -> impl Iterator<Item = (Square, Role)> {
    let inwards = match promotion.color {
        Color::White => -1,
        Color::Black => 1,
    };
    let squares = (0..).map_while(move |step: i8| promotion.to.offset(0, inwards * step));
    squares.zip(Promotion::CHOICES)
}

struct BoardPainter<'a> {
    scene: &'a RenderContext<'a>,
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
        let seen = board.squares[square as usize];
        let patch = self.square_rect(board.orientation, square);
        let ground = marks::square_color(square, seen.marks);
        self.fill(patch, ground);
        let RenderContext { palette, glyphs: signs, .. } = *self.scene;
        let pen = self.draw_mode();
        if pen == DrawMode::Glyphs && seen.piece.is_some() {
            self.clear_middle(patch);
        }
        marks::draw(&mut self.canvas, patch, seen.marks, pen, palette, signs);
        let piece_on = |square: Square| board.squares[square as usize].piece;
        match board.dragged {
            Some((from, Some(over))) if from != over && over == square => {
                self.piece(patch, piece_on(from), ground, PieceOpacity::Full);
            }
            Some((from, Some(over))) if from != over && from == square => {
                self.piece(patch, seen.piece, ground, PieceOpacity::Ghost);
            }
            _ => self.piece(patch, seen.piece, ground, PieceOpacity::Full),
        }
    }

    /// What a pawn can become: squares over the board, from the last rank inwards, each with the key that takes it.
    fn promotion_chooser(&mut self, orientation: Orientation, promotion: Promotion) {
        for (square, role) in promotion_squares(promotion) {
            let patch = self.square_rect(orientation, square);
            let lit = role == promotion.highlighted;
            let ground = if lit { ColorRole::LastMove(Shade::Light) } else { ColorRole::Hover(Shade::Light) };
            self.fill(patch, ground);
            let palette = self.scene.palette;
            let ink = palette.color(ColorRole::Cursor);
            let is_framed = lit && self.draw_mode() == DrawMode::Pixels;
            if is_framed {
                marks::frame(&mut self.canvas, patch, ink);
            }
            self.piece(patch, Some(role.of(promotion.color)), ground, PieceOpacity::Full);
            let (left, right, _, bottom) = patch.edges();
            let letter = if is_framed { ColorRole::FramedKey } else { ColorRole::Key };
            self.canvas.put_glyph(right, bottom, promotion_key(role), palette.color(letter));
            if lit && self.draw_mode() == DrawMode::Glyphs {
                self.canvas.put_glyph(left, bottom, ">", ink);
            }
        }
    }

    fn fill(&mut self, patch: SquareRect, ground: ColorRole) {
        let RenderContext { palette, glyphs: signs, .. } = *self.scene;
        self.canvas.fill(patch.x, patch.y, patch.size, patch.size, palette.color(ground));
        let shade = match ground {
            ColorRole::Square(shade)
            | ColorRole::LastMove(shade)
            | ColorRole::Selected(shade)
            | ColorRole::Hover(shade)
            | ColorRole::Premove(shade)
            | ColorRole::Blame(shade) => Some(shade),
            _ => None,
        };
        if shade == Some(palette.hatched_shade()) && !palette.has_colors() {
            let (left, right, top, bottom) = patch.edges();
            let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
            cells.for_each(|(column, row)| {
                self.canvas.put_glyph(column, row, signs.hatch(), palette.color(ground))
            });
        }
    }

    fn piece(&mut self, patch: SquareRect, piece: Option<Piece>, ground: ColorRole, presence: PieceOpacity) {
        let Some(piece) = piece else { return };
        let RenderContext { palette, glyphs: signs, .. } = *self.scene;
        let picture = Sprite::of(piece.role, self.square_size).filter(|_| self.uses_sprites());
        let at = (patch.x, patch.y);
        match (picture, presence) {
            (Some(picture), PieceOpacity::Full) => {
                picture.draw(
                    &mut self.canvas,
                    at,
                    self.square_size,
                    &SpriteColors::of(palette, piece, ground),
                );
            }
            (Some(picture), PieceOpacity::Ghost) => {
                picture.draw(
                    &mut self.canvas,
                    at,
                    self.square_size,
                    &SpriteColors::ghost(palette, piece, ground),
                );
            }
            (None, PieceOpacity::Full) => {
                self.symbol(patch, piece, palette.color(ColorRole::Body(piece.color)), signs)
            }
            (None, PieceOpacity::Ghost) => {
                self.symbol(patch, piece, palette.outline(ground, piece.color), signs)
            }
        }
    }

    fn symbol(&mut self, patch: SquareRect, piece: Piece, color: ratatui::style::Color, signs: Glyphs) {
        let (column, row) = patch.center();
        let symbol =
            if self.scene.palette.has_colors() { signs.filled_piece(piece) } else { signs.piece(piece) };
        self.canvas.put_glyph(column, row, symbol, color);
    }

    /// A clear space around the place of a symbol, so that it is not lost in the hatching.
    fn clear_middle(&mut self, patch: SquareRect) {
        let (column, row) = patch.center();
        // On the smallest squares there would be nothing left of it.
        let room = u16::from(patch.size > 4);
        for column in column.saturating_sub(room)..=column + room {
            self.canvas.put_glyph(column, row, " ", ratatui::style::Color::Reset);
        }
    }

    fn uses_sprites(&self) -> bool {
        let wanted = matches!(self.scene.piece_style, PieceStyle::Auto | PieceStyle::Art);
        wanted && self.draw_mode() == DrawMode::Pixels
    }

    fn draw_mode(&self) -> DrawMode {
        self.scene.draw_mode()
    }
}

/// Whether a piece stands where it is drawn, or is held elsewhere.
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

fn coordinates(scene: &RenderContext<'_>, layout: &Layout, orientation: Orientation, buffer: &mut Buffer) {
    let style = scene.palette.dim();
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let square = Square::new(file, rank);
        let cell = orientation.cell(square);
        let patch = SquareRect {
            x: u16::from(cell.column) * layout.square_size,
            y: u16::from(cell.row) * layout.square_size,
            size: layout.square_size,
        };
        let (column, row) = patch.center();
        let mut put = |x, y, letter: char| {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(letter).set_style(style);
            }
        };
        put(layout.board.x - 2, layout.board.y + row, rank.digit());
        put(layout.board.x + column, layout.board.bottom(), file.letter());
    }
}
