//! What the marks of a square look like. Every mark has a shape of its own: none is told by colour alone.

use client::{Mark, Marks};
use ratatui::style::Color;
use rules::Square;

use super::canvas::Canvas;
use super::palette::{Ink, Palette, Shade};
use super::signs::Signs;

/// A square on the canvas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    /// The upper left pixel.
    pub(crate) x: u16,
    pub(crate) y: u16,
    /// How many pixels a side has.
    pub(crate) side: u16,
}

/// With what marks are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pen {
    /// With pixels, and signs where a shape needs it.
    Fine,
    /// With signs only: there are no half blocks, or no colours.
    Coarse,
}

impl Patch {
    /// The cell in the middle.
    pub(crate) fn center(self) -> (u16, u16) {
        (self.x + (self.side - 1) / 2, (2 * self.y + self.side) / 4)
    }

    /// The first and last column, and the first and last row that belong to this square alone.
    pub(crate) fn edges(self) -> (u16, u16, u16, u16) {
        (self.x, self.x + self.side - 1, self.y.div_ceil(2), (self.y + self.side) / 2 - 1)
    }
}

/// The colour of the square itself.
pub(crate) fn ground(square: Square, marks: Marks) -> Ink {
    let shade = if square.is_light() { Shade::Light } else { Shade::Dark };
    let inks: [(Mark, Ink); 9] = [
        (Mark::Mated, Ink::Mated),
        (Mark::Check, Ink::Check),
        (Mark::Blame, Ink::Blame(shade)),
        (Mark::Selected, Ink::Selected(shade)),
        (Mark::DropHere, Ink::Hover(shade)),
        (Mark::Premove, Ink::Premove(shade)),
        (Mark::Hover, Ink::Hover(shade)),
        (Mark::LastTo, Ink::Last(shade)),
        (Mark::LastFrom, Ink::Last(shade)),
    ];
    inks.into_iter().find(|(mark, _)| marks.has(*mark)).map_or(Ink::Square(shade), |(_, ink)| ink)
}

/// Draws the marks of a square over its ground, under or around its piece.
pub(crate) fn draw(
    canvas: &mut Canvas,
    patch: Patch,
    marks: Marks,
    pen: Pen,
    palette: Palette,
    signs: Signs,
) {
    for mark in marks.iter() {
        match pen {
            Pen::Fine => fine(canvas, patch, mark, palette, signs),
            Pen::Coarse => coarse(canvas, patch, mark, palette, signs),
        }
    }
}

fn fine(canvas: &mut Canvas, patch: Patch, mark: Mark, palette: Palette, signs: Signs) {
    match mark {
        Mark::Selected => frame(canvas, patch, palette.ink(Ink::Target)),
        Mark::Target => blob(canvas, patch, palette.ink(Ink::Target)),
        Mark::Capture => triangles(canvas, patch, palette.ink(Ink::Capture)),
        Mark::Castle => posts(canvas, patch, palette.ink(Ink::Target)),
        Mark::Line => cross(canvas, patch, palette.ink(Ink::Line)),
        Mark::Cursor => brackets(canvas, patch, palette.ink(Ink::Cursor)),
        Mark::DropHere => brackets(canvas, patch, palette.ink(Ink::Target)),
        Mark::Check | Mark::Mated | Mark::Premove | Mark::Blame => {
            corner(canvas, patch, mark, palette, signs)
        }
        Mark::LastFrom | Mark::LastTo | Mark::Hover => {}
    }
}

fn coarse(canvas: &mut Canvas, patch: Patch, mark: Mark, palette: Palette, signs: Signs) {
    let (left, right, top, bottom) = patch.edges();
    let (column, row) = patch.center();
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let mut put = |(column, row), sign, ink| canvas.sign(column, row, sign, palette.ink(ink));
    match mark {
        Mark::Selected => {
            put((left, row), "[", Ink::Target);
            put((right, row), "]", Ink::Target);
        }
        Mark::Castle => {
            put((left, row), "<", Ink::Target);
            put((right, row), ">", Ink::Target);
        }
        Mark::Target => put((column, row), signs.target(), Ink::Target),
        Mark::Capture => corners.into_iter().for_each(|at| put(at, signs.capture(), Ink::Capture)),
        Mark::Line => put((column, row), signs.line(), Ink::Line),
        Mark::Cursor | Mark::DropHere => {
            let ink = if mark == Mark::Cursor { Ink::Cursor } else { Ink::Target };
            corners.into_iter().zip(signs.cursor()).for_each(|(at, sign)| put(at, sign, ink));
        }
        Mark::LastFrom | Mark::LastTo => put((left, top), signs.last(), Ink::Line),
        Mark::Check | Mark::Mated | Mark::Premove | Mark::Blame => {
            corner(canvas, patch, mark, palette, signs)
        }
        Mark::Hover => {}
    }
}

/// A sign in the upper right corner.
fn corner(canvas: &mut Canvas, patch: Patch, mark: Mark, palette: Palette, signs: Signs) {
    let (_, right, top, _) = patch.edges();
    let sign = match mark {
        Mark::Check => "+",
        Mark::Mated => "#",
        Mark::Premove => signs.premove(),
        _ => "!",
    };
    canvas.sign(right, top, sign, palette.ink(Ink::Body(rules::Color::White)));
}

pub(crate) fn frame(canvas: &mut Canvas, Patch { x, y, side }: Patch, color: Color) {
    canvas.fill(x, y, side, 1, color);
    canvas.fill(x, y + side - 1, side, 1, color);
    canvas.fill(x, y, 1, side, color);
    canvas.fill(x + side - 1, y, 1, side, color);
}

/// A round spot in the middle, its size even or odd as that of the square.
fn blob(canvas: &mut Canvas, Patch { x, y, side }: Patch, color: Color) {
    let size = match side {
        ..5 => 2,
        5 | 7 => 1,
        6 | 8 | 10 => 2,
        _ if side.is_multiple_of(2) => 4,
        _ => 3,
    };
    let (x, y) = (x + (side - size) / 2, y + (side - size) / 2);
    // The corners of larger spots are left out, so that they look round.
    let round = u16::from(size > 2);
    canvas.fill(x + round, y, size - 2 * round, size, color);
    canvas.fill(x, y + round, size, size - 2 * round, color);
}

fn triangles(canvas: &mut Canvas, Patch { x, y, side }: Patch, color: Color) {
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

fn posts(canvas: &mut Canvas, Patch { x, y, side }: Patch, color: Color) {
    canvas.fill(x, y, 1, side, color);
    canvas.fill(x + side - 1, y, 1, side, color);
}

fn cross(canvas: &mut Canvas, Patch { x, y, side }: Patch, color: Color) {
    let size = if side.is_multiple_of(2) { 4 } else { 3 };
    let (x, y) = (x + (side - size) / 2, y + (side - size) / 2);
    for step in 0..size {
        canvas.set(x + step, y + step, color);
        canvas.set(x + size - 1 - step, y + step, color);
    }
}

fn brackets(canvas: &mut Canvas, Patch { x, y, side }: Patch, color: Color) {
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
