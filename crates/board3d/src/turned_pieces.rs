//! The pieces made with the lathe: all but the knight's head.

use std::f32::consts::{FRAC_PI_2, TAU};

use crate::lathe::{Point, Segment, Tessellation, revolve};
use crate::mesh::Mesh;
use crate::quality::Quality;
use crate::sdf::{capsule, ellipsoid, rounded_box, smooth_difference, smooth_intersection, smooth_union};
use crate::surface_nets::{Edges, Grid, surface_nets};
use crate::vector::{Vec3, vec3};
use Segment::{Curve, Line};

/// Radius and height of the two points on which a fallen king rests: base rim and crown.
pub(crate) const KING_BASE_RIM: Point = (0.37, 0.06);
pub(crate) const KING_CROWN: Point = (0.212, 1.475);

pub(crate) fn pawn_mesh(quality: Quality) -> Mesh {
    let outline = profile(&[
        &base(0.285),
        &[Curve((0.112, 0.37), (0.1, 0.5)), Line((0.105, 0.525))],
        &ring(0.165, 0.525, 0.04),
        &[Line((0.1, 0.575))],
        &ball(0.702, 0.158),
    ]);
    revolve_plain(&outline, quality)
}

pub(crate) fn rook_mesh(quality: Quality) -> Mesh {
    let outline = profile(&[
        &base(0.335),
        &[Curve((0.172, 0.4), (0.165, 0.66)), Curve((0.168, 0.69), (0.2, 0.7))],
        &ring(0.235, 0.705, 0.045),
        &[
            Line((0.205, 0.755)),
            Curve((0.205, 0.8), (0.255, 0.825)),
            Line((0.262, 0.84)),
            Line((0.262, 0.99)),
        ],
        &[
            Line((0.252, 1.0)),
            Line((0.192, 1.0)),
            Line((0.185, 0.99)),
            Line((0.185, 0.875)),
            Line((0.0, 0.865)),
        ],
    ]);
    // Eight columns per merlon, or a multiple.
    let tessellation =
        Tessellation { columns: if quality == Quality::High { 96 } else { 48 }, ..tessellation(quality) };
    let battlements = |around: f32, (radius, height): Point| {
        const MERLONS: f32 = 6.0;
        let (whole, share) = ((around * MERLONS).floor(), (around * MERLONS).fract());
        if height < 0.82 {
            return (around, (radius, height));
        }
        let column = MERLONS / tessellation.columns as f32;
        // Five of eight columns form the merlon and three the gap; the walls between have none.
        let (share, height) = if share < 0.62 {
            (share * 0.66 / (0.625 - column), height)
        } else {
            (0.665 + (share - 0.625) * 0.33 / (0.375 - column), height.min(0.925))
        };
        ((whole + share) / MERLONS, (radius, height))
    };
    revolve(&outline, tessellation, battlements)
}

pub(crate) fn bishop_mesh(quality: Quality) -> Mesh {
    let outline = profile(&[
        &base(0.315),
        &[Curve((0.112, 0.45), (0.1, 0.76)), Line((0.105, 0.79))],
        &ring(0.195, 0.79, 0.045),
        &[Line((0.125, 0.845))],
        &ring(0.15, 0.85, 0.035),
        &[Line((0.09, 0.9)), Line((0.0, 0.905))],
    ]);
    let mitre = |p: Vec3| {
        let tip = capsule(p, vec3(0.0, 1.02, 0.0), vec3(0.0, 1.225, 0.0), 0.15, 0.02);
        let head = smooth_union(tip, ellipsoid(p, vec3(0.0, 1.01, 0.0), vec3(0.168, 0.155, 0.168)), 0.05);
        let head = smooth_union(head, ellipsoid(p, vec3(0.0, 1.26, 0.0), vec3(0.045, 0.045, 0.045)), 0.012);
        // The cut is inclined to the axis.
        let (sin, cos) = 0.62_f32.sin_cos();
        let q = p - vec3(0.1, 1.12, 0.0);
        let leaning = vec3(q.x * cos + q.y * sin, q.y * cos - q.x * sin, q.z);
        smooth_difference(
            head,
            rounded_box(leaning, vec3(0.1, 0.0, 0.0), vec3(0.19, 0.019, 0.3), 0.001),
            0.004,
        )
    };
    let grid = Grid { from: vec3(-0.2, 0.83, -0.2), to: vec3(0.2, 1.33, 0.2), cell_size: cell_size(quality) };
    revolve_plain(&outline, quality).merged(surface_nets(mitre, grid, Edges::Sharp))
}

pub(crate) fn queen_mesh(quality: Quality) -> Mesh {
    let outline = profile(&[
        &base(0.355),
        &[Curve((0.125, 0.5), (0.11, 0.98)), Line((0.115, 1.0))],
        &ring(0.215, 1.0, 0.05),
        &[Line((0.145, 1.06))],
        &ring(0.165, 1.065, 0.035),
        &[
            Line((0.12, 1.11)),
            Curve((0.13, 1.25), (0.225, 1.375)),
            Line((0.243, 1.415)),
            Line((0.235, 1.425)),
        ],
        &[Line((0.205, 1.41)), Curve((0.185, 1.375), (0.17, 1.375)), Curve((0.12, 1.44), (0.04, 1.45))],
        &ball(1.485, 0.05),
    ]);
    // Eight hollows in the rim form the coronet.
    let coronet = |around: f32, (radius, height): Point| {
        let rim = if radius > 0.2 { ((height - 1.33) / 0.085).clamp(0.0, 1.0) } else { 0.0 };
        let hollow = 1.0 - (around * TAU * 4.0).sin().abs();
        (around, (radius, height - rim * 0.075 * (1.0 - hollow).powf(1.4)))
    };
    revolve(&outline, tessellation(quality), coronet)
}

pub(crate) fn king_mesh(quality: Quality) -> Mesh {
    let outline = profile(&[
        &base(KING_BASE_RIM.0),
        &[Curve((0.135, 0.55), (0.12, 1.08)), Line((0.125, 1.1))],
        &ring(0.225, 1.1, 0.05),
        &[Line((0.155, 1.16))],
        &ring(0.175, 1.165, 0.035),
        &[Line((0.13, 1.21)), Curve((0.14, 1.33), KING_CROWN), Curve((0.217, 1.495), (0.2, 1.505))],
        &[
            Line((0.175, 1.51)),
            Curve((0.15, 1.57), (0.06, 1.585)),
            Curve((0.035, 1.59), (0.035, 1.61)),
            Line((0.0, 1.615)),
        ],
    ]);
    let cross = |p: Vec3| {
        let q = p - vec3(0.0, 1.715, 0.0);
        let arm = |along: f32, across: f32| {
            let flare = (across.abs() - 0.019 - along.abs() * 0.24) * 0.97;
            smooth_intersection(
                smooth_intersection(flare, along.abs() - 0.108, 0.012),
                q.x.abs() - 0.03,
                0.014,
            )
        };
        smooth_union(arm(q.y, q.z), arm(q.z, q.y), 0.004)
    };
    let grid = Grid {
        from: vec3(-0.06, 1.58, -0.14),
        to: vec3(0.06, 1.85, 0.14),
        cell_size: cell_size(quality) * 0.5,
    };
    revolve_plain(&outline, quality).merged(surface_nets(cross, grid, Edges::Sharp))
}

/// Profile of the base, up to the stem at 0.52 of the radius and a height of 0.29.
pub(crate) fn base(radius: f32) -> Vec<Segment> {
    let at = |share: f32, height: f32| (radius * share, height);
    vec![
        Line(at(0.97, 0.0)),
        Curve(at(1.0, 0.0), at(1.0, 0.018)),
        Line(at(1.0, 0.06)),
        Curve(at(1.0, 0.082), at(0.94, 0.084)),
        Line(at(0.9, 0.088)),
        Curve(at(0.97, 0.15), at(0.8, 0.185)),
        Line(at(0.75, 0.19)),
        Curve(at(0.6, 0.21), at(0.52, 0.29)),
    ]
}

/// Revolves a profile without carving.
pub(crate) fn revolve_plain(profile: &[Segment], quality: Quality) -> Mesh {
    revolve(profile, tessellation(quality), |around, point| (around, point))
}

pub(crate) fn profile(parts: &[&[Segment]]) -> Vec<Segment> {
    parts.concat()
}

/// A ring around the stem: radius, lower end, thickness.
pub(crate) fn ring(radius: f32, from: f32, thick: f32) -> Vec<Segment> {
    let (inner, half) = (radius - thick * 0.45, thick * 0.5);
    vec![
        Line((inner, from)),
        Curve((radius, from), (radius, from + half)),
        Curve((radius, from + thick), (inner, from + thick)),
    ]
}

/// Profile of a sphere centred on the axis, up to its pole.
fn ball(middle: f32, radius: f32) -> Vec<Segment> {
    const ARCS: u8 = 5;
    let step = 2.4 / f32::from(ARCS);
    let at = |angle: f32, radius: f32| (angle.cos() * radius, middle + angle.sin() * radius);
    let arc = |index: u8| {
        let end = FRAC_PI_2 - step * f32::from(ARCS - 1 - index);
        let control = at(end - step / 2.0, radius / (step / 2.0).cos());
        let end = at(end, radius);
        Curve(control, (end.0.max(0.0), end.1))
    };
    let start = at(FRAC_PI_2 - 2.4, radius);
    std::iter::once(Line(start)).chain((0..ARCS).map(arc)).collect()
}

fn tessellation(quality: Quality) -> Tessellation {
    match quality {
        Quality::Low => Tessellation { columns: 20, bend: 0.7 },
        Quality::Medium => Tessellation { columns: 40, bend: 0.33 },
        Quality::High => Tessellation { columns: 56, bend: 0.24 },
    }
}

fn cell_size(quality: Quality) -> f32 {
    match quality {
        Quality::Low => 0.04,
        Quality::Medium => 0.024,
        Quality::High => 0.017,
    }
}
