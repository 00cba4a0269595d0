//! The colours, as many as the terminal has.
//!
//! With 24 bits or a palette of 256 they are mixed from the board's theme; with sixteen each has its own, chosen so that
//! both sides' pieces stand out on every square; without colours all is left to the shapes.

use client::{Appearance, BoardTheme, Highlight, Settings};
use ratatui::style::{Color, Modifier, Style};
use rules::Color as Side;

use crate::ColorDepth;

/// What is to be coloured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ColorRole {
    /// A square on which nothing is going on.
    Square(Shade),
    /// A square of the last move.
    LastMove(Shade),
    /// The square of the selected piece.
    Selected(Shade),
    /// A square that the pointer or a held piece is over.
    Hover(Shade),
    /// A square of a move that waits.
    Premove(Shade),
    /// The square of a piece that is to blame.
    Blame(Shade),
    /// The square of a king in check.
    Check,
    /// The square of a king that is mated.
    Mated,
    /// The mark of an empty target, the corners of a capture, the mark of castling.
    Target,
    /// See [`Ink::Target`].
    Capture,
    /// The line of an explanation.
    ExplanationLine,
    /// The keyboard's cursor.
    Cursor,
    /// The key that takes a choice.
    Key,
    /// The same in the frame of the cursor.
    FramedKey,
    /// A piece's body.
    Body(Side),
    /// The side of a piece that lies in shadow.
    Shadow(Side),
    /// Lines within a piece.
    Detail(Side),
}

/// The two kinds of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shade {
    Light,
    Dark,
}

/// The colours of one terminal under one set of settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    depth: ColorDepth,
    theme: BoardTheme,
    highlight: Highlight,
    appearance: Appearance,
}

/// Red, green, blue.
type Rgb = [u8; 3];

const WHITE: Rgb = [252, 248, 236];
const BLACK: Rgb = [34, 30, 28];
const YELLOW: Rgb = [232, 205, 70];
const PINK: Rgb = [214, 51, 132];
const GREEN: Rgb = [30, 132, 62];
const RED: Rgb = [206, 42, 38];
const BLUE: Rgb = [66, 120, 200];
const ORANGE: Rgb = [230, 128, 30];
const LIGHT_BACKGROUND: Rgb = [250, 248, 244];
const DARK_BACKGROUND: Rgb = [24, 22, 21];
const ACCENT: Rgb = [196, 130, 60];

impl Palette {
    pub(crate) fn new(depth: ColorDepth, settings: &Settings) -> Palette {
        Palette {
            depth,
            theme: settings.theme,
            highlight: settings.highlight,
            appearance: settings.appearance,
        }
    }

    /// Whether there are colours at all.
    pub(crate) fn has_colors(self) -> bool {
        self.depth != ColorDepth::None
    }

    /// The squares that are hatched where there are no colours. What is written is lighter than the ground of most terminals,
    /// so that light squares are; on a light ground it is the other way round, and the settings say so.
    pub(crate) fn hatched_shade(self) -> Shade {
        match self.appearance {
            Appearance::Auto | Appearance::Dark => Shade::Light,
            Appearance::Light => Shade::Dark,
        }
    }

    /// The colour of a thing on the board.
    pub(crate) fn color(self, ink: ColorRole) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            ColorDepth::Ansi16 => self.ansi16(ink),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.quantize(self.rgb(ink)),
        }
    }

    /// A colour darkened or lightened, for the rim around a piece; unchanged where there are too few colours.
    pub(crate) fn outline(self, ground: ColorRole, side: Side) -> Color {
        match self.depth {
            ColorDepth::None | ColorDepth::Ansi16 => self.color(ground),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.quantize(match side {
                Side::White => mix(self.rgb(ground), [0; 3], 30),
                Side::Black => mix(self.rgb(ground), [255; 3], 12),
            }),
        }
    }

    /// Ordinary text, and the ground of the whole screen.
    pub(crate) fn text(self) -> Style {
        if self.depth < ColorDepth::Ansi256 {
            return Style::reset();
        }
        match self.appearance {
            Appearance::Auto => Style::reset(),
            Appearance::Light => Style::reset().bg(self.quantize(LIGHT_BACKGROUND)).fg(self.quantize(BLACK)),
            Appearance::Dark => Style::reset().bg(self.quantize(DARK_BACKGROUND)).fg(self.quantize(WHITE)),
        }
    }

    /// Text that matters less.
    pub(crate) fn dim(self) -> Style {
        match self.depth {
            ColorDepth::None => Style::new(),
            ColorDepth::Ansi16 => Style::new().fg(Color::DarkGray),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => Style::new().fg(self.quantize([138, 132, 126])),
        }
    }

    /// Text that matters more.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Titles, keys, the bar beside a message.
    pub(crate) fn accent(self) -> Style {
        match self.depth {
            ColorDepth::None => self.strong(),
            ColorDepth::Ansi16 => self.strong().fg(Color::Yellow),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.strong().fg(self.quantize(ACCENT)),
        }
    }

    /// What went wrong, and time that runs out.
    pub(crate) fn alarm(self) -> Style {
        match self.depth {
            ColorDepth::None => self.strong(),
            ColorDepth::Ansi16 => self.strong().fg(Color::LightRed),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.strong().fg(self.quantize([226, 84, 72])),
        }
    }

    /// The line in a list that Enter would take. It is told by its shape, too.
    pub(crate) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn rgb(self, ink: ColorRole) -> Rgb {
        let (light, dark) = match self.theme {
            BoardTheme::Wood => ([215, 178, 130], [162, 116, 74]),
            BoardTheme::Stone => ([176, 178, 184], [112, 116, 126]),
            BoardTheme::Sea => ([150, 182, 206], [80, 120, 158]),
            BoardTheme::Meadow => ([176, 196, 134], [102, 142, 84]),
        };
        let on =
            |shade, color, percent| mix(if shade == Shade::Light { light } else { dark }, color, percent);
        match ink {
            ColorRole::Square(shade) => on(shade, light, 0),
            ColorRole::LastMove(shade) => on(shade, YELLOW, 45),
            ColorRole::Selected(shade) => on(shade, self.target(), 38),
            ColorRole::Hover(shade) => on(shade, [255; 3], 22),
            ColorRole::Premove(shade) => on(shade, BLUE, 60),
            ColorRole::Blame(shade) => on(shade, ORANGE, 65),
            ColorRole::Check => [222, 84, 66],
            ColorRole::Mated => RED,
            ColorRole::Target => self.target(),
            ColorRole::Capture => match self.highlight {
                Highlight::Pink => PINK,
                Highlight::GreenRed => RED,
            },
            ColorRole::ExplanationLine => [150, 60, 10],
            ColorRole::Cursor | ColorRole::Key => [40, 92, 190],
            ColorRole::FramedKey => on(Shade::Light, YELLOW, 45),
            ColorRole::Body(Side::White) => WHITE,
            ColorRole::Body(Side::Black) | ColorRole::Shadow(Side::Black) => BLACK,
            ColorRole::Shadow(Side::White) => [198, 190, 172],
            ColorRole::Detail(Side::White) => [112, 100, 84],
            ColorRole::Detail(Side::Black) => [150, 135, 120],
        }
    }

    fn target(self) -> Rgb {
        match self.highlight {
            Highlight::Pink => PINK,
            Highlight::GreenRed => GREEN,
        }
    }

    fn ansi16(self, ink: ColorRole) -> Color {
        match ink {
            ColorRole::Square(Shade::Light) => Color::Cyan,
            ColorRole::Square(Shade::Dark) => Color::DarkGray,
            ColorRole::LastMove(_) | ColorRole::Hover(_) => Color::Yellow,
            ColorRole::Selected(_) => Color::Green,
            ColorRole::Premove(_) => Color::Blue,
            ColorRole::Blame(_) | ColorRole::Check => Color::LightRed,
            ColorRole::Mated => Color::Red,
            ColorRole::Target | ColorRole::Capture => match (self.highlight, ink) {
                (Highlight::Pink, _) => Color::Magenta,
                (Highlight::GreenRed, ColorRole::Capture) => Color::Red,
                (Highlight::GreenRed, _) => Color::Green,
            },
            ColorRole::ExplanationLine => Color::Red,
            ColorRole::Cursor => Color::LightYellow,
            ColorRole::Body(Side::White) | ColorRole::Shadow(Side::White) => Color::White,
            ColorRole::Body(Side::Black)
            | ColorRole::Shadow(Side::Black)
            | ColorRole::Key
            | ColorRole::FramedKey => Color::Black,
            ColorRole::Detail(_) => Color::DarkGray,
        }
    }

    fn quantize(self, [r, g, b]: Rgb) -> Color {
        match self.depth {
            ColorDepth::TrueColor => Color::Rgb(r, g, b),
            _ => Color::Indexed(nearest_ansi256([r, g, b])),
        }
    }
}

/// So many percent of the second colour in the first.
fn mix(first: Rgb, second: Rgb, percent: u32) -> Rgb {
    let part = |index: usize| {
        let (a, b) = (u32::from(first[index]), u32::from(second[index]));
        ((a * (100 - percent) + b * percent) / 100).try_into().unwrap_or(u8::MAX)
    };
    [part(0), part(1), part(2)]
}

/// The nearest colour of the 256: one of the 6 × 6 × 6 cube, or one of the greys behind it.
fn nearest_ansi256(rgb: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance =
        |other: Rgb| -> u32 { rgb.iter().zip(other).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    let cube = (0..216u8).map(|index| {
        let level = |divisor: u8| LEVELS[usize::from(index / divisor % 6)];
        (16 + index, [level(36), level(6), level(1)])
    });
    let greys = (0..24u8).map(|index| (232 + index, [8 + 10 * index; 3]));
    cube.chain(greys).min_by_key(|&(_, color)| distance(color)).map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_of_the_256_colors() {
        for (rgb, index) in [([0, 0, 0], 16), ([255, 255, 255], 231), ([255, 0, 0], 196), ([8, 8, 8], 232)] {
            assert_eq!(nearest_ansi256(rgb), index, "{rgb:?}");
        }
    }

    #[test]
    fn pieces_differ_from_every_square_color() {
        for depth in [ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
            for theme in BoardTheme::ALL {
                for highlight in Highlight::ALL {
                    let settings = Settings { theme, highlight, ..Settings::default() };
                    let palette = Palette::new(depth, &settings);
                    let of = |ink: fn(Shade) -> ColorRole| [Shade::Light, Shade::Dark].map(ink);
                    let grounds = [
                        of(ColorRole::Square),
                        of(ColorRole::LastMove),
                        of(ColorRole::Selected),
                        of(ColorRole::Premove),
                    ];
                    for ground in grounds.into_iter().flatten().chain([ColorRole::Check, ColorRole::Mated]) {
                        let color = palette.color(ground);
                        for side in Side::ALL {
                            assert_ne!(
                                color,
                                palette.color(ColorRole::Body(side)),
                                "{depth:?} {theme:?} {ground:?}"
                            );
                        }
                    }
                    assert_ne!(
                        palette.color(ColorRole::Square(Shade::Light)),
                        palette.color(ColorRole::Square(Shade::Dark))
                    );
                }
            }
        }
    }
}
