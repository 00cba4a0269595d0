//! Pixel canvas for the board. A half block makes two square pixels of one cell, so that squares with an odd
//! number of pixels are square too.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// Pixels and the glyphs over them.
#[derive(Debug)]
pub(crate) struct Canvas {
    width: u16,
    height: u16,
    pixels: Vec<Color>,
    glyphs: Vec<GlyphCell>,
}

/// A glyph in a cell.
#[derive(Debug)]
struct GlyphCell {
    column: u16,
    row: u16,
    symbol: &'static str,
    color: Color,
}

impl Canvas {
    /// Creates a canvas; the height must be even.
    pub(crate) fn new(width: u16, height: u16) -> Canvas {
        let pixels = vec![Color::Reset; usize::from(width) * usize::from(height)];
        Canvas { width, height, pixels, glyphs: Vec::new() }
    }

    /// Sets a pixel; ignored outside of the canvas.
    pub(crate) fn set(&mut self, x: u16, y: u16, color: Color) {
        if x < self.width
            && y < self.height
            && let Some(pixel) =
                self.pixels.get_mut(usize::from(y) * usize::from(self.width) + usize::from(x))
        {
            *pixel = color;
        }
    }

    /// Fills a rectangle.
    pub(crate) fn fill(&mut self, x: u16, y: u16, width: u16, height: u16, color: Color) {
        for y in y..y + height {
            for x in x..x + width {
                self.set(x, y, color);
            }
        }
    }

    /// Puts a glyph of one column into a cell, instead of its pixels. The last one wins.
    pub(crate) fn put_glyph(&mut self, column: u16, row: u16, symbol: &'static str, color: Color) {
        self.glyphs.push(GlyphCell { column, row, symbol, color });
    }

    /// Draws the canvas at the upper left corner of the area.
    pub(crate) fn render(&self, area: Rect, buffer: &mut Buffer) {
        for row in 0..(self.height / 2).min(area.height) {
            for column in 0..self.width.min(area.width) {
                let Some(cell) = buffer.cell_mut((area.x + column, area.y + row)) else { continue };
                let (upper, lower) = (self.pixel(column, row * 2), self.pixel(column, row * 2 + 1));
                cell.reset();
                match upper == lower {
                    true => cell.set_bg(upper),
                    false => cell.set_symbol("▀").set_fg(upper).set_bg(lower),
                };
            }
        }
        for GlyphCell { column, row, symbol, color } in &self.glyphs {
            if let Some(cell) = buffer.cell_mut((area.x + column, area.y + row)) {
                let background = self.pixel(*column, row * 2 + 1);
                cell.set_symbol(symbol);
                cell.set_style(Style::new().fg(*color).bg(background).add_modifier(Modifier::BOLD));
            }
        }
    }

    fn pixel(&self, x: u16, y: u16) -> Color {
        let index = usize::from(y) * usize::from(self.width) + usize::from(x);
        self.pixels.get(index).copied().unwrap_or(Color::Reset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_shows_two_pixels_as_a_half_block() {
        let mut canvas = Canvas::new(3, 2);
        canvas.fill(0, 0, 1, 2, Color::Red);
        canvas.set(1, 1, Color::Blue);
        canvas.set(7, 7, Color::Green);
        canvas.put_glyph(2, 0, "K", Color::White);
        let area = Rect::new(0, 0, 3, 1);
        let mut buffer = Buffer::empty(area);
        canvas.render(area, &mut buffer);
        let cell = |column| buffer.cell((column, 0)).map(|cell| (cell.symbol(), cell.fg, cell.bg)).unwrap();
        assert_eq!(cell(0), (" ", Color::Reset, Color::Red));
        assert_eq!(cell(1), ("▀", Color::Reset, Color::Blue));
        assert_eq!(cell(2), ("K", Color::White, Color::Reset));
    }
}
