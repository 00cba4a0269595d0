//! What kind of browser comes to visit.

/// The window, the language and the tastes of a visitor.
///
/// ```
/// use browser::{Look, Scheme};
/// let at_night = Look { scheme: Scheme::Dark, ..Look::PHONE };
/// assert_eq!((at_night.width, at_night.height), (390, 844));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The width of the page's area in CSS pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Device pixels in a CSS pixel.
    pub ratio: u32,
    /// What points at things.
    pub pointer: Pointer,
    /// The language of the browser.
    pub language: &'static str,
    /// Light or dark, as the system asks for it.
    pub scheme: Scheme,
    /// Whether the system asks for things to keep still.
    pub motion: Motion,
}

/// What points at things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// A mouse on a desk.
    Mouse,
    /// A finger on a screen.
    Finger,
}

/// Which colours the system prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
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

impl Look {
    /// A window on a desk.
    pub const DESKTOP: Look = Look {
        width: 1280,
        height: 800,
        ratio: 1,
        pointer: Pointer::Mouse,
        language: "en-US",
        scheme: Scheme::Light,
        motion: Motion::Full,
    };

    /// A phone held upright.
    pub const PHONE: Look =
        Look { width: 390, height: 844, ratio: 3, pointer: Pointer::Finger, ..Look::DESKTOP };

    /// A tablet held upright.
    pub const TABLET: Look =
        Look { width: 768, height: 1024, ratio: 2, pointer: Pointer::Finger, ..Look::DESKTOP };

    /// What the system prefers, in the words of CSS.
    #[must_use]
    pub fn preferences(&self) -> [(&'static str, &'static str); 2] {
        let scheme = match self.scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let motion = match self.motion {
            Motion::Full => "no-preference",
            Motion::Reduced => "reduce",
        };
        [("prefers-color-scheme", scheme), ("prefers-reduced-motion", motion)]
    }
}
