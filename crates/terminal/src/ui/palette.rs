//! Colours for the terminal's colour depth.
//!
//! With 24-bit or 256 colours they are mixed from the board theme. With 16 colours each role has a fixed
//! colour, chosen such that pieces are visible on every square. Without colours only shapes are used.

use client::{Appearance, BoardTheme, Highlight, Settings};
use ratatui::style::{Color, Modifier, Style};

use crate::ColorDepth;

/// A role that has a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ColorRole {
    /// A square without highlight.
    Square(Shade),
    /// A square of the last move.
    LastMove(Shade),
    /// The square of the selected piece.
    Selected(Shade),
    /// The square under the pointer or the dragged piece.
    Hover(Shade),
    /// A square of a premove.
    Premove(Shade),
    /// The square of a piece that makes the tried move illegal.
    Blame(Shade),
    /// The square of a king in check.
    Check,
    /// The square of a mated king.
    Mated,
    /// Mark of an empty target square or of castling.
    Target,
    /// Mark of a capture.
    Capture,
    /// Line of an explanation.
    ExplanationLine,
    /// Keyboard cursor.
    Cursor,
    /// Key of a promotion choice.
    Key,
    /// Key of the framed promotion choice.
    FramedKey,
    /// Body of a piece.
    Body(rules::Color),
    /// Shadow of a piece.
    Shadow(rules::Color),
    /// Detail lines of a piece.
    Detail(rules::Color),
}

/// Light and dark squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shade {
    Light,
    Dark,
}

/// Colours for a colour depth and settings.
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

    /// True if the terminal has colours.
    pub(crate) fn has_colors(self) -> bool {
        self.depth != ColorDepth::None
    }

    /// The squares that are hatched without colours. On a dark background hatching looks light, on a light
    /// background (according to the settings) dark.
    pub(crate) fn hatched_shade(self) -> Shade {
        match self.appearance {
            Appearance::Auto | Appearance::Dark => Shade::Light,
            Appearance::Light => Shade::Dark,
        }
    }

    /// The terminal colour of a role.
    pub(crate) fn color(self, role: ColorRole) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            ColorDepth::Ansi16 => self.ansi16(role),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.quantize(self.rgb(role)),
        }
    }

    /// The outline around a piece: a darker or lighter square colour; the square colour with 16 colours or
    /// fewer.
    pub(crate) fn outline(self, background: ColorRole, side: rules::Color) -> Color {
        match self.depth {
            ColorDepth::None | ColorDepth::Ansi16 => self.color(background),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.quantize(match side {
                rules::Color::White => mix(self.rgb(background), [0; 3], 30),
                rules::Color::Black => mix(self.rgb(background), [255; 3], 12),
            }),
        }
    }

    /// Normal text on the screen's background.
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

    /// Secondary text.
    pub(crate) fn dim(self) -> Style {
        match self.depth {
            ColorDepth::None => Style::new(),
            ColorDepth::Ansi16 => Style::new().fg(Color::DarkGray),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => Style::new().fg(self.quantize([138, 132, 126])),
        }
    }

    /// Emphasized text.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Titles, keys, message bars.
    pub(crate) fn accent(self) -> Style {
        match self.depth {
            ColorDepth::None => self.strong(),
            ColorDepth::Ansi16 => self.strong().fg(Color::Yellow),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.strong().fg(self.quantize(ACCENT)),
        }
    }

    /// Errors and low time.
    pub(crate) fn alarm(self) -> Style {
        match self.depth {
            ColorDepth::None => self.strong(),
            ColorDepth::Ansi16 => self.strong().fg(Color::LightRed),
            ColorDepth::Ansi256 | ColorDepth::TrueColor => self.strong().fg(self.quantize([226, 84, 72])),
        }
    }

    /// The selected row of a list; it has a marker as well.
    pub(crate) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn rgb(self, role: ColorRole) -> Rgb {
        let (light, dark) = match self.theme {
            BoardTheme::Wood => ([215, 178, 130], [162, 116, 74]),
            BoardTheme::Stone => ([176, 178, 184], [112, 116, 126]),
            BoardTheme::Sea => ([150, 182, 206], [80, 120, 158]),
            BoardTheme::Meadow => ([176, 196, 134], [102, 142, 84]),
            BoardTheme::Walnut => ([206, 168, 128], [138, 92, 62]),
            BoardTheme::Paper => ([214, 212, 202], [162, 160, 150]),
            BoardTheme::Night => ([138, 148, 186], [84, 94, 136]),
        };
        let on =
            |shade, color, percent| mix(if shade == Shade::Light { light } else { dark }, color, percent);
        match role {
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
            ColorRole::Body(rules::Color::White) => WHITE,
            ColorRole::Body(rules::Color::Black) | ColorRole::Shadow(rules::Color::Black) => BLACK,
            ColorRole::Shadow(rules::Color::White) => [198, 190, 172],
            ColorRole::Detail(rules::Color::White) => [112, 100, 84],
            ColorRole::Detail(rules::Color::Black) => [150, 135, 120],
        }
    }

    fn target(self) -> Rgb {
        match self.highlight {
            Highlight::Pink => PINK,
            Highlight::GreenRed => GREEN,
        }
    }

    fn ansi16(self, role: ColorRole) -> Color {
        match role {
            ColorRole::Square(Shade::Light) => Color::Cyan,
            ColorRole::Square(Shade::Dark) => Color::DarkGray,
            ColorRole::LastMove(_) | ColorRole::Hover(_) => Color::Yellow,
            ColorRole::Selected(_) => Color::Green,
            ColorRole::Premove(_) => Color::Blue,
            ColorRole::Blame(_) | ColorRole::Check => Color::LightRed,
            ColorRole::Mated => Color::Red,
            ColorRole::Target | ColorRole::Capture => match (self.highlight, role) {
                (Highlight::Pink, _) => Color::Magenta,
                (Highlight::GreenRed, ColorRole::Capture) => Color::Red,
                (Highlight::GreenRed, _) => Color::Green,
            },
            ColorRole::ExplanationLine => Color::Red,
            ColorRole::Cursor => Color::LightYellow,
            ColorRole::Body(rules::Color::White) | ColorRole::Shadow(rules::Color::White) => Color::White,
            ColorRole::Body(rules::Color::Black)
            | ColorRole::Shadow(rules::Color::Black)
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

/// Mixes `percent` of the second colour into the first.
fn mix(first: Rgb, second: Rgb, percent: u32) -> Rgb {
    let part = |index: usize| {
        let (a, b) = (u32::from(first[index]), u32::from(second[index]));
        ((a * (100 - percent) + b * percent) / 100).try_into().unwrap_or(u8::MAX)
    };
    [part(0), part(1), part(2)]
}

/// The nearest of the 256 colours: the 6 × 6 × 6 cube and the grey ramp.
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
            for &theme in BoardTheme::ALL {
                for &highlight in Highlight::ALL {
                    let settings = Settings { theme, highlight, ..Settings::default() };
                    let palette = Palette::new(depth, &settings);
                    let of = |role: fn(Shade) -> ColorRole| [Shade::Light, Shade::Dark].map(role);
                    let grounds = [
                        of(ColorRole::Square),
                        of(ColorRole::LastMove),
                        of(ColorRole::Selected),
                        of(ColorRole::Premove),
                    ];
                    for background in
                        grounds.into_iter().flatten().chain([ColorRole::Check, ColorRole::Mated])
                    {
                        let color = palette.color(background);
                        for side in rules::Color::ALL {
                            assert_ne!(
                                color,
                                palette.color(ColorRole::Body(side)),
                                "{depth:?} {theme:?} {background:?}"
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
