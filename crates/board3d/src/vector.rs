//! Points and directions in space: `x` to the right of White, `y` up, `z` towards White. A square is one wide.

use std::ops::{Add, Mul, Neg, Sub};

/// A point or a direction.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Vec3 {
    /// To the right of White.
    pub x: f32,
    /// Up.
    pub y: f32,
    /// Towards White.
    pub z: f32,
}

/// A point or a direction from its parts.
#[must_use]
pub const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    /// The middle of the board.
    pub const ZERO: Vec3 = vec3(0.0, 0.0, 0.0);
    /// The way up.
    pub const UP: Vec3 = vec3(0.0, 1.0, 0.0);

    /// How much of one direction lies along the other.
    #[must_use]
    pub fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// A direction that is perpendicular to both.
    #[must_use]
    pub fn cross(self, other: Vec3) -> Vec3 {
        vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// How long it is.
    #[must_use]
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The same direction, one long; up, if it has no direction at all.
    #[must_use]
    pub fn normalized(self) -> Vec3 {
        let length = self.length();
        if length > 1e-12 { self * (1.0 / length) } else { Vec3::UP }
    }

    /// The point that lies this share of the way to another.
    #[must_use]
    pub fn lerp(self, other: Vec3, share: f32) -> Vec3 {
        self + (other - self) * share
    }

    /// Its parts, as graphics cards want them.
    #[must_use]
    pub const fn to_array(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Vec3) -> Vec3 {
        vec3(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, other: Vec3) -> Vec3 {
        vec3(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        vec3(-self.x, -self.y, -self.z)
    }
}

impl Mul<f32> for Vec3 {
    type Output = Vec3;
    fn mul(self, factor: f32) -> Vec3 {
        vec3(self.x * factor, self.y * factor, self.z * factor)
    }
}
