//! Viewport and preferences of a browser.

/// Window size, input, language and media features of a browser.
///
/// ```
/// use e2e::{ColorScheme, Viewport};
/// let night = Viewport { color_scheme: ColorScheme::Dark, ..Viewport::PHONE };
/// assert_eq!((night.width, night.height), (390, 844));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Device pixels per CSS pixel.
    pub device_pixel_ratio: u32,
    /// Kind of pointer.
    pub pointer: Pointer,
    /// Browser language.
    pub language: &'static str,
    /// `prefers-color-scheme`.
    pub color_scheme: ColorScheme,
    /// `prefers-reduced-motion`.
    pub motion: Motion,
}

/// Kind of pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// Mouse.
    Mouse,
    /// Touch screen.
    Touch,
}

/// Value of `prefers-color-scheme`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorScheme {
    /// `light`.
    Light,
    /// `dark`.
    Dark,
}

/// Value of `prefers-reduced-motion`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// `no-preference`.
    Full,
    /// `reduce`.
    Reduced,
}

impl Viewport {
    /// A desktop window.
    pub const DESKTOP: Viewport = Viewport {
        width: 1280,
        height: 800,
        device_pixel_ratio: 1,
        pointer: Pointer::Mouse,
        language: "en-US",
        color_scheme: ColorScheme::Light,
        motion: Motion::Full,
    };

    /// A phone in portrait mode.
    pub const PHONE: Viewport = Viewport {
        width: 390,
        height: 844,
        device_pixel_ratio: 3,
        pointer: Pointer::Touch,
        ..Viewport::DESKTOP
    };

    /// A tablet in portrait mode.
    pub const TABLET: Viewport = Viewport {
        width: 768,
        height: 1024,
        device_pixel_ratio: 2,
        pointer: Pointer::Touch,
        ..Viewport::DESKTOP
    };

    /// CSS media features with their values.
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
