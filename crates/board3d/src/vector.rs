//! 3D vectors. `x` points to White's right, `y` up, `z` towards White; a square is one unit wide.

use std::ops::{Add, Mul, Neg, Sub};

/// A point or a direction.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Vec3 {
    /// To White's right.
    pub x: f32,
    /// Up.
    pub y: f32,
    /// Towards White.
    pub z: f32,
}

/// Creates a vector.
#[must_use]
pub const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    /// The origin, the middle of the board.
    pub const ZERO: Vec3 = vec3(0.0, 0.0, 0.0);
    /// Unit vector pointing up.
    pub const UP: Vec3 = vec3(0.0, 1.0, 0.0);

    /// Dot product.
    #[must_use]
    pub fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Cross product.
    #[must_use]
    pub fn cross(self, other: Vec3) -> Vec3 {
        vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// Euclidean length.
    #[must_use]
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// Unit vector in the same direction; up for the zero vector.
    #[must_use]
    pub fn normalized(self) -> Vec3 {
        let length = self.length();
        if length > 1e-12 { self * (1.0 / length) } else { Vec3::UP }
    }

    /// Linear interpolation.
    #[must_use]
    pub fn lerp(self, other: Vec3, share: f32) -> Vec3 {
        self + (other - self) * share
    }

    /// The components.
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
