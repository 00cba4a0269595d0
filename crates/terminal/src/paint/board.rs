//! The board: squares, marks, pieces, the chooser for a promotion, and the coordinates around it.

use client::{BoardView, Orientation, Promotion};
use ratatui::buffer::Buffer;
use rules::{Color, File, Piece, Rank, Role, Square};

use super::Scene;
use super::art::{Coat, Picture};
use super::canvas::Canvas;
use super::layout::Layout;
use super::marks::{self, Patch, Pen};
use super::palette::{Ink, Shade};
use super::signs::Signs;
use crate::Pieces;

/// Draws the board where the layout has it.
pub(crate) fn render(scene: &Scene<'_>, layout: &Layout, buffer: &mut Buffer) {
    let board = scene.view.board();
    let mut easel = Easel { scene, side: layout.side, canvas: Canvas::new(8 * layout.side, 8 * layout.side) };
    for square in board.orientation.squares() {
        easel.square(&board, square);
    }
    if let Some(promotion) = board.promotion {
        easel.chooser(board.orientation, promotion);
    }
    easel.canvas.render(layout.board, buffer);
    coordinates(scene, layout, board.orientation, buffer);
}

/// The squares on which the chooser for a promotion stands, and what each one offers.
pub(crate) fn choices(promotion: Promotion) -> impl Iterator<Item = (Square, Role)> {
    let inwards = match promotion.color {
        Color::White => -1,
        Color::Black => 1,
    };
    let squares = (0..).map_while(move |step: i8| promotion.to.offset(0, inwards * step));
    squares.zip(Promotion::CHOICES)
}

struct Easel<'a> {
    scene: &'a Scene<'a>,
    side: u16,
    canvas: Canvas,
}

impl Easel<'_> {
    fn patch(&self, orientation: Orientation, square: Square) -> Patch {
        let cell = orientation.cell(square);
        Patch { x: u16::from(cell.column) * self.side, y: u16::from(cell.row) * self.side, side: self.side }
    }

    fn square(&mut self, board: &BoardView<'_>, square: Square) {
        let seen = board.squares[square as usize];
        let patch = self.patch(board.orientation, square);
        let ground = marks::ground(square, seen.marks);
        self.fill(patch, ground);
        let Scene { palette, signs, .. } = *self.scene;
        let pen = self.pen();
        if pen == Pen::Coarse && seen.piece.is_some() {
            self.clear_middle(patch);
        }
        marks::draw(&mut self.canvas, patch, seen.marks, pen, palette, signs);
        let piece_on = |square: Square| board.squares[square as usize].piece;
        match board.held {
            Some((from, Some(over))) if from != over && over == square => {
                self.piece(patch, piece_on(from), ground, Presence::Full);
            }
            Some((from, Some(over))) if from != over && from == square => {
                self.piece(patch, seen.piece, ground, Presence::Faint);
            }
            _ => self.piece(patch, seen.piece, ground, Presence::Full),
        }
    }

    /// What a pawn can become: squares over the board, from the last rank inwards, each with the key that takes it.
    fn chooser(&mut self, orientation: Orientation, promotion: Promotion) {
        for (square, role) in choices(promotion) {
            let patch = self.patch(orientation, square);
            let lit = role == promotion.lit;
            let ground = if lit { Ink::Last(Shade::Light) } else { Ink::Hover(Shade::Light) };
            self.fill(patch, ground);
            let palette = self.scene.palette;
            let ink = palette.ink(Ink::Cursor);
            let is_framed = lit && self.pen() == Pen::Fine;
            if is_framed {
                marks::frame(&mut self.canvas, patch, ink);
            }
            self.piece(patch, Some(role.of(promotion.color)), ground, Presence::Full);
            let (left, right, _, bottom) = patch.edges();
            let letter = if is_framed { Ink::FramedKey } else { Ink::Key };
            self.canvas.sign(right, bottom, key(role), palette.ink(letter));
            if lit && self.pen() == Pen::Coarse {
                self.canvas.sign(left, bottom, ">", ink);
            }
        }
    }

    fn fill(&mut self, patch: Patch, ground: Ink) {
        let Scene { palette, signs, .. } = *self.scene;
        self.canvas.fill(patch.x, patch.y, patch.side, patch.side, palette.ink(ground));
        let shade = match ground {
            Ink::Square(shade)
            | Ink::Last(shade)
            | Ink::Selected(shade)
            | Ink::Hover(shade)
            | Ink::Premove(shade)
            | Ink::Blame(shade) => Some(shade),
            _ => None,
        };
        if shade == Some(palette.hatched()) && !palette.has_colors() {
            let (left, right, top, bottom) = patch.edges();
            let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
            cells.for_each(|(column, row)| self.canvas.sign(column, row, signs.hatch(), palette.ink(ground)));
        }
    }

    fn piece(&mut self, patch: Patch, piece: Option<Piece>, ground: Ink, presence: Presence) {
        let Some(piece) = piece else { return };
        let Scene { palette, signs, .. } = *self.scene;
        let picture = Picture::of(piece.role, self.side).filter(|_| self.has_pictures());
        let at = (patch.x, patch.y);
        match (picture, presence) {
            (Some(picture), Presence::Full) => {
                picture.draw(&mut self.canvas, at, self.side, &Coat::of(palette, piece, ground));
            }
            (Some(picture), Presence::Faint) => {
                picture.draw(&mut self.canvas, at, self.side, &Coat::faint(palette, piece, ground));
            }
            (None, Presence::Full) => self.symbol(patch, piece, palette.ink(Ink::Body(piece.color)), signs),
            (None, Presence::Faint) => self.symbol(patch, piece, palette.rim(ground, piece.color), signs),
        }
    }

    fn symbol(&mut self, patch: Patch, piece: Piece, color: ratatui::style::Color, signs: Signs) {
        let (column, row) = patch.center();
        let symbol = if self.scene.palette.has_colors() { signs.inked(piece) } else { signs.piece(piece) };
        self.canvas.sign(column, row, symbol, color);
    }

    /// A clear space around the place of a symbol, so that it is not lost in the hatching.
    fn clear_middle(&mut self, patch: Patch) {
        let (column, row) = patch.center();
        // On the smallest squares there would be nothing left of it.
        let room = u16::from(patch.side > 4);
        for column in column.saturating_sub(room)..=column + room {
            self.canvas.sign(column, row, " ", ratatui::style::Color::Reset);
        }
    }

    fn has_pictures(&self) -> bool {
        let wanted = matches!(self.scene.pieces, Pieces::Auto | Pieces::Art);
        wanted && self.pen() == Pen::Fine
    }

    fn pen(&self) -> Pen {
        self.scene.pen()
    }
}

/// Whether a piece stands where it is drawn, or is held elsewhere.
#[derive(Clone, Copy)]
enum Presence {
    Full,
    Faint,
}

const fn key(role: Role) -> &'static str {
    match role {
        Role::Queen => "q",
        Role::Rook => "r",
        Role::Bishop => "b",
        Role::Knight => "n",
        Role::Pawn | Role::King => " ",
    }
}

fn coordinates(scene: &Scene<'_>, layout: &Layout, orientation: Orientation, buffer: &mut Buffer) {
    let style = scene.palette.dim();
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let square = Square::new(file, rank);
        let cell = orientation.cell(square);
        let patch = Patch {
            x: u16::from(cell.column) * layout.side,
            y: u16::from(cell.row) * layout.side,
            side: layout.side,
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
