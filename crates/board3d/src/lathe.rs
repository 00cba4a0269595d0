//! Surfaces of revolution: a profile revolved around the vertical axis.

use std::f32::consts::TAU;

use crate::mesh::Mesh;
use crate::vector::{Vec3, vec3};

/// A point of a profile: radius and height.
pub(crate) type Point = (f32, f32);

/// A segment of a profile, from the end of the previous one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Segment {
    /// A straight line to a point.
    Line(Point),
    /// A quadratic Bézier curve: control point and end point.
    Curve(Point, Point),
}

/// Resolution of the mesh.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tessellation {
    /// Columns around the axis.
    pub(crate) columns: usize,
    /// Maximum angle between two steps of a curve, in radians.
    pub(crate) bend: f32,
}

/// Revolves a profile that begins on the axis at height 0 and ends on the axis. `carve` may move each point
/// of the surface; its arguments are the angle as a share of a turn and the point of the profile.
#[must_use]
pub(crate) fn revolve(
    profile: &[Segment],
    tessellation: Tessellation,
    carve: impl Fn(f32, Point) -> (f32, Point),
) -> Mesh {
    let rings = sample_profile(profile, tessellation.bend);
    let columns = tessellation.columns;
    let (Some((&top, rings)), bottom) = (rings.split_last(), Vec3::ZERO) else { return Mesh::default() };
    let mut points = vec![bottom, vec3(0.0, top.1, 0.0)];
    for &ring in rings {
        points.extend((0..columns).map(|column| {
            let (around, (radius, height)) = carve(column as f32 / columns as f32, ring);
            let angle = around * TAU;
            vec3(radius * angle.cos(), height, -radius * angle.sin())
        }));
    }
    let at = |ring: usize, column: usize| (2 + ring * columns + column % columns) as u32;
    let mut triangles = Vec::new();
    for column in 0..columns {
        let next = column + 1;
        triangles.push([0, at(0, next), at(0, column)]);
        for ring in 0..rings.len() - 1 {
            let (a, b) = (at(ring, column), at(ring, next));
            let (c, d) = (at(ring + 1, next), at(ring + 1, column));
            triangles.extend([[a, b, c], [a, c, d]]);
        }
        triangles.push([1, at(rings.len() - 1, column), at(rings.len() - 1, next)]);
    }
    Mesh::creased(&points, &triangles)
}

/// Samples the profile; the starting point is left out.
fn sample_profile(profile: &[Segment], bend: f32) -> Vec<Point> {
    let mut points = Vec::new();
    let mut here = (0.0, 0.0);
    for &segment in profile {
        let (control, end, steps): (Point, Point, usize) = match segment {
            Segment::Line(end) => (end, end, 1),
            Segment::Curve(control, end) => (control, end, curve_steps(here, control, end, bend)),
        };
        for step in 1..=steps {
            let t = step as f32 / steps as f32;
            let mix =
                |a: f32, b: f32, c: f32| a * (1.0 - t) * (1.0 - t) + b * 2.0 * t * (1.0 - t) + c * t * t;
            points.push((mix(here.0, control.0, end.0), mix(here.1, control.1, end.1)));
        }
        here = end;
    }
    points
}

/// Number of steps of a curve: more for larger angles and for longer curves.
fn curve_steps(from: Point, control: Point, to: Point, bend: f32) -> usize {
    let (a, b) = ((control.0 - from.0, control.1 - from.1), (to.0 - control.0, to.1 - control.1));
    let angle = (a.0 * b.1 - a.1 * b.0).atan2(a.0 * b.0 + a.1 * b.1).abs();
    let length = (a.0 + b.0).hypot(a.1 + b.1);
    (angle / bend).max(length / bend * 1.5).ceil() as usize
}
