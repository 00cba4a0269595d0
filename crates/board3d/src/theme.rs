//! Themes: materials and light.

use crate::vector::{Vec3, vec3};

/// Theme of board, pieces and surroundings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Boxwood and ebony on walnut and maple, in afternoon light from a window.
    #[default]
    Wood,
    /// White and black marble in a bright hall.
    Marble,
    /// Porcelain and obsidian on slate, in moonlight and lamplight.
    Night,
}

/// Parameters of a theme. Colours are linear RGB; a material is a mix of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Palette {
    /// The shaders' material: 0 wood, 1 marble, 2 lacquer.
    pub(crate) material: i32,
    pub(crate) white: [Vec3; 2],
    pub(crate) black: [Vec3; 2],
    pub(crate) roughness: f32,
    /// Mipmap level of the board's reflections.
    pub(crate) blur: f32,
    pub(crate) pale_square: [Vec3; 2],
    pub(crate) dark_square: [Vec3; 2],
    pub(crate) frame: [Vec3; 2],
    pub(crate) ink: Vec3,
    pub(crate) table: Vec3,
    pub(crate) far: Vec3,
    pub(crate) above: Vec3,
    pub(crate) below: Vec3,
    pub(crate) window: Vec3,
    pub(crate) lamp: Vec3,
    pub(crate) sunlight: Vec3,
    pub(crate) exposure: f32,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Wood, Theme::Marble, Theme::Night];

    /// The value of the element's `look` attribute.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Marble => "marble",
            Theme::Night => "night",
        }
    }

    /// Parses a [`name`](Theme::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub(crate) const fn palette(self) -> Palette {
        match self {
            Theme::Wood => Palette {
                material: 0,
                white: [vec3(0.78, 0.53, 0.25), vec3(0.5, 0.27, 0.085)],
                black: [vec3(0.068, 0.03, 0.019), vec3(0.018, 0.009, 0.007)],
                roughness: 0.3,
                blur: 2.2,
                pale_square: [vec3(0.68, 0.47, 0.25), vec3(0.45, 0.27, 0.115)],
                dark_square: [vec3(0.24, 0.11, 0.05), vec3(0.10, 0.042, 0.02)],
                frame: [vec3(0.16, 0.066, 0.03), vec3(0.065, 0.026, 0.012)],
                ink: vec3(0.72, 0.55, 0.30),
                table: vec3(0.06, 0.034, 0.02),
                far: vec3(0.02, 0.014, 0.01),
                above: vec3(0.26, 0.235, 0.2),
                below: vec3(0.05, 0.038, 0.026),
                window: vec3(5.0, 4.7, 4.2),
                lamp: vec3(2.4, 1.7, 1.0),
                sunlight: vec3(3.3, 2.8, 2.2),
                exposure: 0.66,
            },
            Theme::Marble => Palette {
                material: 1,
                white: [vec3(0.80, 0.775, 0.73), vec3(0.36, 0.345, 0.33)],
                black: [vec3(0.028, 0.03, 0.034), vec3(0.20, 0.185, 0.165)],
                roughness: 0.16,
                blur: 0.8,
                pale_square: [vec3(0.80, 0.78, 0.74), vec3(0.42, 0.41, 0.40)],
                dark_square: [vec3(0.075, 0.125, 0.105), vec3(0.21, 0.28, 0.245)],
                frame: [vec3(0.05, 0.055, 0.06), vec3(0.24, 0.23, 0.21)],
                ink: vec3(0.75, 0.62, 0.36),
                table: vec3(0.34, 0.315, 0.28),
                far: vec3(0.42, 0.4, 0.37),
                above: vec3(0.33, 0.34, 0.36),
                below: vec3(0.1, 0.095, 0.085),
                window: vec3(6.5, 6.5, 6.6),
                lamp: vec3(1.6, 1.45, 1.2),
                sunlight: vec3(3.5, 3.35, 3.1),
                exposure: 0.5,
            },
            Theme::Night => Palette {
                material: 2,
                white: [vec3(0.60, 0.62, 0.66), vec3(0.42, 0.45, 0.52)],
                black: [vec3(0.022, 0.026, 0.04), vec3(0.01, 0.012, 0.02)],
                roughness: 0.14,
                blur: 1.0,
                pale_square: [vec3(0.20, 0.25, 0.34), vec3(0.15, 0.19, 0.27)],
                dark_square: [vec3(0.035, 0.045, 0.075), vec3(0.022, 0.03, 0.052)],
                frame: [vec3(0.018, 0.021, 0.034), vec3(0.028, 0.034, 0.055)],
                ink: vec3(0.55, 0.48, 0.30),
                table: vec3(0.02, 0.024, 0.036),
                far: vec3(0.008, 0.010, 0.017),
                above: vec3(0.10, 0.13, 0.22),
                below: vec3(0.02, 0.02, 0.03),
                window: vec3(1.7, 2.3, 3.8),
                lamp: vec3(7.0, 3.9, 1.5),
                sunlight: vec3(1.15, 1.5, 2.3),
                exposure: 0.8,
            },
        }
    }
}

impl Palette {
    /// Clear colour: the colour at the horizon after tone mapping.
    pub(crate) fn horizon(&self) -> [f32; 3] {
        // Darker, like everything near the edge of the picture.
        let light = self.far * (self.exposure * 0.7);
        light.to_array().map(|channel| {
            let shown = channel * (2.51 * channel + 0.03) / (channel * (2.43 * channel + 0.59) + 0.14);
            shown.clamp(0.0, 1.0).powf(1.0 / 2.2)
        })
    }
}
