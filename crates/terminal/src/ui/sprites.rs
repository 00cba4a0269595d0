//! Piece sprites in several sizes, from the files in `art/`: `#` is the body, `o` a detail line, `.` is
//! transparent.

use ratatui::style::Color;
use rules::{Piece, Role};

use super::canvas::Canvas;
use super::palette::{ColorRole, Palette};

/// The sprite of a role.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprite {
    size: u16,
    /// Rows with their line ends.
    pixels: &'static [u8],
}

/// Sprite size, smallest square it is used on, and the sprites. On smaller squares font symbols are easier to
/// tell apart.
const SIZES: [(u16, u16, &str); 5] = [
    (16, 16, include_str!("../../art/16.txt")),
    (12, 12, include_str!("../../art/12.txt")),
    (10, 10, include_str!("../../art/10.txt")),
    (8, 8, include_str!("../../art/8.txt")),
    (6, 7, include_str!("../../art/6.txt")),
];

/// Smallest sprite with an outline.
const MIN_OUTLINED_SIZE: u16 = 10;

impl Sprite {
    /// The largest sprite for a square of `side` pixels; `None` if none fits.
    pub(crate) fn of(role: Role, side: u16) -> Option<Sprite> {
        let &(size, _, drawings) = SIZES.iter().find(|&&(_, smallest, _)| smallest <= side)?;
        let title = heading(role);
        let start = drawings.find(title)? + title.len();
        Some(Sprite { size, pixels: drawings.as_bytes().get(start..)? })
    }

    /// Draws the sprite centred in the square whose upper left pixel is `at`.
    pub(crate) fn draw(self, canvas: &mut Canvas, at: (u16, u16), side: u16, colors: &SpriteColors) {
        let margin = side.saturating_sub(self.size);
        let (left, top) = (at.0 + margin / 2, at.1 + margin.div_ceil(2));
        // The outline is one pixel outside of the sprite.
        let reach = i32::from(self.size);
        for y in -1..=reach {
            for x in -1..=reach {
                let (Ok(px), Ok(py)) =
                    (u16::try_from(i32::from(left) + x), u16::try_from(i32::from(top) + y))
                else {
                    continue;
                };
                let inside = px >= at.0 && py >= at.1 && px < at.0 + side && py < at.1 + side;
                if let Some(color) = self.color(x, y, colors).filter(|_| inside) {
                    canvas.set(px, py, color);
                }
            }
        }
    }

    fn color(self, x: i32, y: i32, colors: &SpriteColors) -> Option<Color> {
        match self.pixel(x, y) {
            b'o' => Some(colors.detail),
            b'#' if self.pixel(x + 1, y) == b'.' => Some(colors.shadow),
            b'#' => Some(colors.body),
            _ if self.size < MIN_OUTLINED_SIZE => None,
            _ => {
                let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
                around.into_iter().any(|(x, y)| self.pixel(x, y) != b'.').then_some(colors.outline)
            }
        }
    }

    fn pixel(self, x: i32, y: i32) -> u8 {
        let size = usize::from(self.size);
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < size && y < size => {
                self.pixels.get(y * (size + 1) + x).copied().unwrap_or(b'.')
            }
            _ => b'.',
        }
    }
}

/// The colours of a sprite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpriteColors {
    body: Color,
    shadow: Color,
    detail: Color,
    outline: Color,
}

impl SpriteColors {
    /// Colours of a piece on a square.
    pub(crate) fn of(palette: Palette, piece: Piece, background: ColorRole) -> SpriteColors {
        let side = piece.color;
        SpriteColors {
            body: palette.color(ColorRole::Body(side)),
            shadow: palette.color(ColorRole::Shadow(side)),
            detail: palette.color(ColorRole::Detail(side)),
            outline: palette.outline(background, side),
        }
    }

    /// Colours of a piece that is being dragged elsewhere.
    pub(crate) fn ghost(palette: Palette, piece: Piece, background: ColorRole) -> SpriteColors {
        let colors = SpriteColors::of(palette, piece, background);
        SpriteColors {
            body: colors.outline,
            shadow: colors.outline,
            detail: palette.color(background),
            outline: palette.color(background),
        }
    }
}

const fn heading(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn\n",
        Role::Knight => "knight\n",
        Role::Bishop => "bishop\n",
        Role::Rook => "rook\n",
        Role::Queen => "queen\n",
        Role::King => "king\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sprite_is_square() {
        for (size, _, drawings) in SIZES {
            let lines: Vec<&str> = drawings.lines().collect();
            let size = usize::from(size);
            assert_eq!(lines.len(), 6 * (size + 1), "{size}");
            for (role, drawing) in Role::ALL.into_iter().zip(lines.chunks(size + 1)) {
                assert_eq!(drawing[0], heading(role).trim_end(), "{size}");
                for row in &drawing[1..] {
                    assert_eq!(row.len(), size, "{role:?} of {size}");
                    assert!(row.bytes().all(|pixel| b"#o.".contains(&pixel)), "{role:?} of {size}");
                }
                assert!(drawing[1..].concat().contains('#'), "{role:?} of {size}");
            }
        }
    }

    #[test]
    fn picks_the_largest_sprite_that_fits() {
        for (side, size) in
            [(6, None), (7, Some(6)), (8, Some(8)), (9, Some(8)), (15, Some(12)), (40, Some(16))]
        {
            assert_eq!(Sprite::of(Role::King, side).map(|sprite| sprite.size), size, "{side}");
        }
        let pawn = Sprite::of(Role::Pawn, 7).unwrap();
        assert_eq!(
            [pawn.pixel(2, 2), pawn.pixel(0, 0), pawn.pixel(-1, 3), pawn.pixel(6, 3), pawn.pixel(3, 6)],
            *b"#...."
        );
    }
}
