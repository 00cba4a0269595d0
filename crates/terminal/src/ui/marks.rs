//! Square marks. Every mark has its own shape, so that none depends on colour alone.

use client::{Mark, Marks};
use ratatui::style::Color;
use rules::Square;

use super::canvas::Canvas;
use super::glyphs::Glyphs;
use super::palette::{ColorRole, Palette, Shade};

/// A square on the canvas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareRect {
    /// The upper left pixel.
    pub(crate) x: u16,
    pub(crate) y: u16,
    /// Pixels per side.
    pub(crate) size: u16,
}

/// Mode for drawing marks and pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawMode {
    /// With pixels, plus glyphs for some shapes.
    Pixels,
    /// With glyphs only: no half blocks or no colours.
    Glyphs,
}

impl SquareRect {
    /// The centre cell.
    pub(crate) fn center(self) -> (u16, u16) {
        (self.x + (self.size - 1) / 2, (2 * self.y + self.size) / 4)
    }

    /// First and last column, first and last row that belong to this square alone.
    pub(crate) fn edges(self) -> (u16, u16, u16, u16) {
        (self.x, self.x + self.size - 1, self.y.div_ceil(2), (self.y + self.size) / 2 - 1)
    }
}

/// The colour of the square.
pub(crate) fn square_color(square: Square, marks: Marks) -> ColorRole {
    let shade = if square.is_light() { Shade::Light } else { Shade::Dark };
    let roles: [(Mark, ColorRole); 9] = [
        (Mark::Mated, ColorRole::Mated),
        (Mark::Check, ColorRole::Check),
        (Mark::Blame, ColorRole::Blame(shade)),
        (Mark::Selected, ColorRole::Selected(shade)),
        (Mark::DropTarget, ColorRole::Hover(shade)),
        (Mark::Premove, ColorRole::Premove(shade)),
        (Mark::Hover, ColorRole::Hover(shade)),
        (Mark::LastTo, ColorRole::LastMove(shade)),
        (Mark::LastFrom, ColorRole::LastMove(shade)),
    ];
    roles.into_iter().find(|(mark, _)| marks.has(*mark)).map_or(ColorRole::Square(shade), |(_, role)| role)
}

/// Draws the marks of a square.
pub(crate) fn draw(
    canvas: &mut Canvas,
    rect: SquareRect,
    marks: Marks,
    mode: DrawMode,
    palette: Palette,
    glyphs: Glyphs,
) {
    for mark in marks.iter() {
        match mode {
            DrawMode::Pixels => draw_with_pixels(canvas, rect, mark, palette, glyphs),
            DrawMode::Glyphs => draw_with_glyphs(canvas, rect, mark, palette, glyphs),
        }
    }
}

fn draw_with_pixels(canvas: &mut Canvas, rect: SquareRect, mark: Mark, palette: Palette, glyphs: Glyphs) {
    match mark {
        Mark::Selected => frame(canvas, rect, palette.color(ColorRole::Target)),
        Mark::Target => dot(canvas, rect, palette.color(ColorRole::Target)),
        Mark::Capture => triangles(canvas, rect, palette.color(ColorRole::Capture)),
        Mark::Castle => side_bars(canvas, rect, palette.color(ColorRole::Target)),
        Mark::ExplanationLine => cross(canvas, rect, palette.color(ColorRole::ExplanationLine)),
        Mark::Cursor => brackets(canvas, rect, palette.color(ColorRole::Cursor)),
        Mark::DropTarget => brackets(canvas, rect, palette.color(ColorRole::Target)),
        Mark::Check | Mark::Mated | Mark::Premove | Mark::Blame => {
            corner_glyph(canvas, rect, mark, palette, glyphs)
        }
        Mark::LastFrom | Mark::LastTo | Mark::Hover => {}
    }
}

fn draw_with_glyphs(canvas: &mut Canvas, rect: SquareRect, mark: Mark, palette: Palette, glyphs: Glyphs) {
    let (left, right, top, bottom) = rect.edges();
    let (column, row) = rect.center();
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let mut put = |(column, row), sign, role| canvas.put_glyph(column, row, sign, palette.color(role));
    match mark {
        Mark::Selected => {
            put((left, row), "[", ColorRole::Target);
            put((right, row), "]", ColorRole::Target);
        }
        Mark::Castle => {
            put((left, row), "<", ColorRole::Target);
            put((right, row), ">", ColorRole::Target);
        }
        Mark::Target => put((column, row), glyphs.move_target(), ColorRole::Target),
        Mark::Capture => corners.into_iter().for_each(|at| put(at, glyphs.capture(), ColorRole::Capture)),
        Mark::ExplanationLine => put((column, row), glyphs.explanation_line(), ColorRole::ExplanationLine),
        Mark::Cursor | Mark::DropTarget => {
            let role = if mark == Mark::Cursor { ColorRole::Cursor } else { ColorRole::Target };
            corners.into_iter().zip(glyphs.cursor_corners()).for_each(|(at, sign)| put(at, sign, role));
        }
        Mark::LastFrom | Mark::LastTo => put((left, top), glyphs.last_move(), ColorRole::ExplanationLine),
        Mark::Check | Mark::Mated | Mark::Premove | Mark::Blame => {
            corner_glyph(canvas, rect, mark, palette, glyphs)
        }
        Mark::Hover => {}
    }
}

/// A glyph in the upper right corner.
fn corner_glyph(canvas: &mut Canvas, rect: SquareRect, mark: Mark, palette: Palette, glyphs: Glyphs) {
    let (_, right, top, _) = rect.edges();
    let sign = match mark {
        Mark::Check => "+",
        Mark::Mated => "#",
        Mark::Premove => glyphs.premove(),
        _ => "!",
    };
    canvas.put_glyph(right, top, sign, palette.color(ColorRole::Body(rules::Color::White)));
}

pub(crate) fn frame(canvas: &mut Canvas, SquareRect { x, y, size: side }: SquareRect, color: Color) {
    canvas.fill(x, y, side, 1, color);
    canvas.fill(x, y + side - 1, side, 1, color);
    canvas.fill(x, y, 1, side, color);
    canvas.fill(x + side - 1, y, 1, side, color);
}

/// A dot in the centre whose size has the parity of the square's.
fn dot(canvas: &mut Canvas, SquareRect { x, y, size: side }: SquareRect, color: Color) {
    let size = match side {
        ..5 => 2,
        5 | 7 => 1,
        6 | 8 | 10 => 2,
        _ if side.is_multiple_of(2) => 4,
        _ => 3,
    };
    let (x, y) = (x + (side - size) / 2, y + (side - size) / 2);
    // Larger dots lose their corners to look round.
    let round = u16::from(size > 2);
    canvas.fill(x + round, y, size - 2 * round, size, color);
    canvas.fill(x, y + round, size, size - 2 * round, color);
}

fn triangles(canvas: &mut Canvas, SquareRect { x, y, size: side }: SquareRect, color: Color) {
    let leg = (side / 4).max(1) + u16::from(side > 4 && side < 8);
    let (right, bottom) = (x + side - 1, y + side - 1);
    for a in 0..leg {
        for b in 0..leg - a {
            for (px, py) in [(x + a, y + b), (right - a, y + b), (x + a, bottom - b), (right - a, bottom - b)]
            {
                canvas.set(px, py, color);
            }
        }
    }
}

fn side_bars(canvas: &mut Canvas, SquareRect { x, y, size: side }: SquareRect, color: Color) {
    canvas.fill(x, y, 1, side, color);
    canvas.fill(x + side - 1, y, 1, side, color);
}

fn cross(canvas: &mut Canvas, SquareRect { x, y, size: side }: SquareRect, color: Color) {
    let size = if side.is_multiple_of(2) { 4 } else { 3 };
    let (x, y) = (x + (side - size) / 2, y + (side - size) / 2);
    for step in 0..size {
        canvas.set(x + step, y + step, color);
        canvas.set(x + size - 1 - step, y + step, color);
    }
}

fn brackets(canvas: &mut Canvas, SquareRect { x, y, size: side }: SquareRect, color: Color) {
    let leg = (side / 3).max(2);
    let (right, bottom) = (x + side - 1, y + side - 1);
    for step in 0..leg {
        for (px, py) in [(x + step, y), (x, y + step), (right - step, y), (right, y + step)] {
            canvas.set(px, py, color);
        }
        for (px, py) in
            [(x + step, bottom), (x, bottom - step), (right - step, bottom), (right, bottom - step)]
        {
            canvas.set(px, py, color);
        }
    }
}
