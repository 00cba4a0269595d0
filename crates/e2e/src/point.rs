//! Points in the viewport.

/// A point in CSS pixels from the top left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Horizontal, to the right.
    pub x: f64,
    /// Vertical, downwards.
    pub y: f64,
}

impl Point {
    /// Interpolates linearly to another point.
    #[must_use]
    pub fn lerp(self, other: Point, part: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }
}
