//! The knight: a horse's head modelled with distance functions on a turned base. It looks along `x` and is
//! symmetric in `z`.

use crate::lathe::Segment::Line;
use crate::mesh::Mesh;
use crate::quality::Quality;
use crate::sdf::{capsule, ellipsoid, smooth_difference, smooth_intersection, smooth_union};
use crate::surface_nets::{Edges, Grid, surface_nets};
use crate::turned_pieces::{base, profile, revolve_plain, ring};
use crate::vector::{Vec3, vec3};

pub(crate) fn knight_mesh(quality: Quality) -> Mesh {
    let base = profile(&[
        &base(0.335)[..6],
        &[Line((0.24, 0.195))],
        &ring(0.262, 0.195, 0.045),
        &[Line((0.2, 0.25)), Line((0.0, 0.255))],
    ]);
    let cell = match quality {
        Quality::Low => 0.03,
        Quality::Medium => 0.018,
        Quality::High => 0.0125,
    };
    let grid = Grid { from: vec3(-0.38, 0.18, -0.26), to: vec3(0.46, 1.34, 0.26), cell_size: cell };
    revolve_plain(&base, quality).merged(surface_nets(head, grid, Edges::Soft))
}

/// Signed distance to the horse's head.
fn head(p: Vec3) -> f32 {
    let p = vec3(p.x, p.y, p.z.abs());
    let horse = smooth_union(neck(p), skull(p), 0.03);
    let horse = smooth_union(horse, mane(p), 0.008);
    let horse = smooth_union(horse, ear(p), 0.018);
    mouth(p, eye(p, horse))
}

/// Cross sections of the neck from bottom to top: back, front, half width.
const NECK_SECTIONS: [[f32; 3]; 11] = [
    [-0.225, 0.215, 0.205],
    [-0.226, 0.222, 0.203],
    [-0.238, 0.250, 0.190],
    [-0.244, 0.226, 0.164],
    [-0.245, 0.150, 0.144],
    [-0.240, 0.082, 0.130],
    [-0.224, 0.070, 0.118],
    [-0.194, 0.100, 0.107],
    [-0.144, 0.120, 0.096],
    [-0.078, 0.100, 0.078],
    [-0.010, 0.060, 0.040],
];
/// Height of the second section, and the distance between sections.
const NECK_BOTTOM: f32 = 0.23;
const SECTION_SPACING: f32 = 0.105;

fn neck(p: Vec3) -> f32 {
    let [back, front, half] = neck_section(p.y);
    let (middle, long) = ((front + back) * 0.5, (front - back) * 0.5);
    // The crest of the neck is narrower than its front.
    let behind = ((middle - p.x) / long).clamp(-1.0, 1.0);
    let half = half * (1.0 - 0.22 * behind);
    let round = vec3((p.x - middle) / long, 0.0, p.z / half).length();
    let around = (round - 1.0) * long.min(half) * 0.9;
    smooth_intersection(smooth_intersection(around, NECK_BOTTOM - p.y, 0.01), p.y - 1.09, 0.06)
}

/// Cross section of the neck at a height, interpolated with a Catmull-Rom spline.
fn neck_section(height: f32) -> [f32; 3] {
    let place = ((height - NECK_BOTTOM) / SECTION_SPACING + 1.0).clamp(1.0, 8.999);
    let (index, t) = (place as usize, place.fract());
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| NECK_SECTIONS[index + i - 1]);
    [0, 1, 2].map(|i| {
        let (a, b, c, d) = (a[i], b[i], c[i], d[i]);
        b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
    })
}

/// A capsule in the plane `z = 0`, scaled in `z`.
fn flattened_capsule(p: Vec3, a: (f32, f32), b: (f32, f32), ra: f32, rb: f32, across: f32) -> f32 {
    capsule(vec3(p.x, p.y, p.z / across), vec3(a.0, a.1, 0.0), vec3(b.0, b.1, 0.0), ra, rb)
}

fn skull(p: Vec3) -> f32 {
    let bridge = flattened_capsule(p, (0.045, 0.998), (0.272, 0.755), 0.114, 0.064, 0.78);
    let muzzle = ellipsoid(p, vec3(0.3, 0.706, 0.0), vec3(0.078, 0.076, 0.066));
    let jaw = flattened_capsule(p, (0.11, 0.768), (0.262, 0.662), 0.062, 0.042, 0.82);
    let chin = ellipsoid(p, vec3(0.288, 0.67, 0.0), vec3(0.062, 0.05, 0.052));
    let skull = smooth_union(smooth_union(smooth_union(bridge, muzzle, 0.05), jaw, 0.03), chin, 0.02);
    // The cheekbone, and the hollow beneath it.
    let bone = capsule(p, vec3(0.14, 0.893, 0.078), vec3(0.232, 0.795, 0.05), 0.02, 0.012);
    let hollow = ellipsoid(p, vec3(0.205, 0.77, 0.094), vec3(0.06, 0.04, 0.042));
    let skull = smooth_difference(smooth_union(skull, bone, 0.03), hollow, 0.03);
    // The cheek is a disc with a visible edge.
    let cheek = ellipsoid(p, vec3(0.072, 0.85, 0.0), vec3(0.132, 0.148, 0.136));
    smooth_union(skull, cheek, 0.016)
}

/// The mane: carved locks on the neck, parted and thickest at the crest.
fn mane(p: Vec3) -> f32 {
    let [back, ..] = neck_section(p.y);
    let from_crest = p.x - back;
    // A lock runs from the crest outwards and down, then forwards; its tip bends down.
    let lock = (p.y + p.z * 0.9 + from_crest * (0.2 + 3.4 * from_crest)) * 40.0;
    let carved = (lock.sin() * lock.sin() + 0.07).sqrt();
    let hem = 0.118 + 0.045 * carved;
    let cloth = smoothstep(hem + 0.024, hem - 0.034, from_crest) * smoothstep(0.27, 0.46, p.y);
    let crest = smoothstep(0.08, -0.01, from_crest) * smoothstep(0.07, 0.0, p.z) * 0.014;
    let mane = neck(p) - cloth * (0.014 + crest + 0.015 * carved) + (1.0 - cloth) * 0.02;
    let forelock = capsule(p, vec3(-0.02, 1.1, 0.0), vec3(0.16, 0.995, 0.0), 0.048, 0.016);
    smooth_union(mane, forelock, 0.02)
}

/// Smoothstep from 0 at `zero` to 1 at `one`.
fn smoothstep(zero: f32, one: f32, x: f32) -> f32 {
    let t = ((x - zero) / (one - zero)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn ear(p: Vec3) -> f32 {
    let ear = capsule(p, vec3(-0.012, 1.04, 0.055), vec3(0.012, 1.15, 0.07), 0.05, 0.042);
    let ear =
        smooth_union(ear, capsule(p, vec3(0.012, 1.15, 0.07), vec3(0.04, 1.255, 0.078), 0.042, 0.008), 0.03);
    let hollow = capsule(p, vec3(0.05, 1.11, 0.088), vec3(0.062, 1.225, 0.092), 0.03, 0.012);
    smooth_difference(ear, hollow, 0.012)
}

/// The eyeball in its socket, and the lid.
fn eye(p: Vec3, horse: f32) -> f32 {
    let socket = ellipsoid(p, vec3(0.128, 0.918, 0.122), vec3(0.064, 0.046, 0.034));
    let horse = smooth_difference(horse, socket, 0.024);
    let ball = ellipsoid(p, vec3(0.127, 0.917, 0.08), vec3(0.04, 0.03, 0.034));
    let horse = smooth_union(horse, ball, 0.006);
    let (back, top, front) = (vec3(0.064, 0.935, 0.094), vec3(0.116, 0.966, 0.096), vec3(0.178, 0.934, 0.07));
    let lid = smooth_union(capsule(p, top, back, 0.016, 0.011), capsule(p, top, front, 0.016, 0.011), 0.01);
    smooth_union(horse, lid, 0.022)
}

/// Nostrils and lips.
fn mouth(p: Vec3, horse: f32) -> f32 {
    let wing = capsule(p, vec3(0.305, 0.737, 0.052), vec3(0.348, 0.716, 0.04), 0.026, 0.02);
    let horse = smooth_union(horse, wing, 0.022);
    let nostril = capsule(p, vec3(0.328, 0.738, 0.082), vec3(0.352, 0.712, 0.068), 0.018, 0.014);
    let horse = smooth_difference(horse, nostril, 0.012);
    // Closed lips: a groove along the muzzle and around its tip.
    let (tip, side, end) = (vec3(0.372, 0.672, 0.0), vec3(0.335, 0.678, 0.056), vec3(0.258, 0.7, 0.066));
    let lips = capsule(p, tip, side, 0.011, 0.011).min(capsule(p, side, end, 0.011, 0.007));
    smooth_difference(horse, lips, 0.012)
}
