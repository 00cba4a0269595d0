//! Arrows and circles drawn by the user.

use rules::Square;

/// Brushes. Their colors are up to the user interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "they differ by number only")]
pub enum Brush {
    #[default]
    First,
    Second,
    Third,
    Fourth,
}

impl Brush {
    /// All brushes.
    pub const ALL: [Brush; 4] = [Brush::First, Brush::Second, Brush::Third, Brush::Fourth];
}

/// An arrow, or a circle if both squares are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Start square.
    pub from: Square,
    /// End square.
    pub to: Square,
    /// Brush.
    pub brush: Brush,
}

/// All shapes in drawing order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shapes(Vec<Shape>);

impl Shape {
    /// True if the shape is a circle.
    #[must_use]
    pub fn is_circle(&self) -> bool {
        self.from == self.to
    }
}

impl Shapes {
    /// The shapes.
    #[must_use]
    pub fn as_slice(&self) -> &[Shape] {
        &self.0
    }

    /// Draws a shape. Drawing the same shape again erases it; another brush replaces it.
    pub(crate) fn draw(&mut self, shape: Shape) {
        let there = self.0.iter().position(|old| (old.from, old.to) == (shape.from, shape.to));
        let old = there.map(|index| self.0.remove(index));
        if old != Some(shape) {
            self.0.push(shape);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_the_same_shape_again_erases_it() {
        let arrow = |brush| Shape { from: Square::E2, to: Square::E4, brush };
        let circle = Shape { from: Square::E4, to: Square::E4, brush: Brush::First };
        let mut shapes = Shapes::default();
        shapes.draw(arrow(Brush::First));
        shapes.draw(circle);
        shapes.draw(arrow(Brush::Second));
        assert_eq!(shapes.as_slice(), [circle, arrow(Brush::Second)]);
        shapes.draw(arrow(Brush::Second));
        assert_eq!(shapes.as_slice(), [circle]);
        assert!(circle.is_circle() && !arrow(Brush::First).is_circle());
        shapes.clear();
        assert!(shapes.as_slice().is_empty());
    }
}
