//! What kind of browser comes to visit.

/// The window, the language and the tastes of a visitor.
///
/// ```
/// use e2e::{Look, Scheme};
/// let at_night = Look { scheme: Scheme::Dark, ..Look::PHONE };
/// assert_eq!((at_night.width, at_night.height), (390, 844));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewport {
    /// The width of the page's area in CSS pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Device pixels in a CSS pixel.
    pub device_pixel_ratio: u32,
    /// What points at things.
    pub pointer: Pointer,
    /// The language of the browser.
    pub language: &'static str,
    /// Light or dark, as the system asks for it.
    pub color_scheme: ColorScheme,
    /// Whether the system asks for things to keep still.
    pub motion: Motion,
}

/// What points at things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// A mouse on a desk.
    Mouse,
    /// A finger on a screen.
    Touch,
}

/// Which colours the system prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorScheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// How much the system lets things move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// As they like.
    Full,
    /// No more than they must.
    Reduced,
}

impl Viewport {
    /// A window on a desk.
    pub const DESKTOP: Viewport = Viewport {
        width: 1280,
        height: 800,
        device_pixel_ratio: 1,
        pointer: Pointer::Mouse,
        language: "en-US",
        color_scheme: ColorScheme::Light,
        motion: Motion::Full,
    };

    /// A phone held upright.
    pub const PHONE: Viewport = Viewport {
        width: 390,
        height: 844,
        device_pixel_ratio: 3,
        pointer: Pointer::Touch,
        ..Viewport::DESKTOP
    };

    /// A tablet held upright.
    pub const TABLET: Viewport = Viewport {
        width: 768,
        height: 1024,
        device_pixel_ratio: 2,
        pointer: Pointer::Touch,
        ..Viewport::DESKTOP
    };

    /// What the system prefers, in the words of CSS.
    #[must_use]
    pub fn media_features(&self) -> [(&'static str, &'static str); 2] {
        let scheme = match self.color_scheme {
            ColorScheme::Light => "light",
            ColorScheme::Dark => "dark",
        };
        let motion = match self.motion {
            Motion::Full => "no-preference",
            Motion::Reduced => "reduce",
        };
        [("prefers-color-scheme", scheme), ("prefers-reduced-motion", motion)]
    }
}
