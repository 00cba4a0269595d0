//! Signed distance functions (SDF): positive outside, negative inside; with smooth Boolean operations.

use crate::vector::{Vec3, vec3};

/// Smooth union; `seam` is the width of the blend.
pub(crate) fn smooth_union(a: f32, b: f32, seam: f32) -> f32 {
    let share = ((seam - (a - b).abs()) / seam).max(0.0);
    a.min(b) - share * share * seam * 0.25
}

/// Smooth difference `a - b`.
pub(crate) fn smooth_difference(a: f32, b: f32, rim: f32) -> f32 {
    -smooth_union(-a, b, rim)
}

/// Smooth intersection.
pub(crate) fn smooth_intersection(a: f32, b: f32, rim: f32) -> f32 {
    -smooth_union(-a, -b, rim)
}

/// An ellipsoid with these semi-axes.
pub(crate) fn ellipsoid(p: Vec3, middle: Vec3, half: Vec3) -> f32 {
    let q = p - middle;
    let scaled = |by: Vec3| vec3(q.x / by.x, q.y / by.y, q.z / by.z).length();
    let (once, twice) = (scaled(half), scaled(vec3(half.x * half.x, half.y * half.y, half.z * half.z)));
    if twice > 1e-9 { once * (once - 1.0) / twice } else { -half.x.min(half.y).min(half.z) }
}

/// A capsule between two points with a radius at each end.
pub(crate) fn capsule(p: Vec3, a: Vec3, b: Vec3, ra: f32, rb: f32) -> f32 {
    let (along, from) = (b - a, p - a);
    let share = (from.dot(along) / along.dot(along)).clamp(0.0, 1.0);
    (from - along * share).length() - (ra + (rb - ra) * share)
}

/// A box with rounded edges.
pub(crate) fn rounded_box(p: Vec3, middle: Vec3, half: Vec3, round: f32) -> f32 {
    let q = p - middle;
    let beyond = |part: f32, half: f32| part.abs() - (half - round);
    let (x, y, z) = (beyond(q.x, half.x), beyond(q.y, half.y), beyond(q.z, half.z));
    let outside = vec3(x.max(0.0), y.max(0.0), z.max(0.0)).length();
    outside + x.max(y).max(z).min(0.0) - round
}
