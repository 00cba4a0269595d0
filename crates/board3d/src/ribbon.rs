//! What is drawn on the board for a moment: arrows, rings and lines, as flat ribbons just above the squares.

use std::f32::consts::TAU;

use client::{Brush, Scene, Shape};
use rules::Square;

use crate::camera::middle;
use crate::vector::{Vec3, vec3};

/// A corner: where, and in which colour with which cover.
pub(crate) type Corner = [f32; 7];

const EXPLANATION: [f32; 4] = [1.0, 0.42, 0.05, 0.85];
const REFUSED: [f32; 4] = [0.86, 0.12, 0.1, 0.9];

/// Everything that the scene has drawn on its board.
pub(crate) fn ribbons(scene: &Scene) -> Vec<Corner> {
    let mut corners = Vec::new();
    for shape in &scene.shapes {
        draw(&mut corners, *shape);
    }
    for &(from, to) in &scene.lines {
        band(&mut corners, above(from), above(to), 0.075, EXPLANATION);
    }
    if let Some((_, _, to)) = scene.slip.filter(|_| !scene.lines.is_empty()) {
        let at = above(to);
        for side in [-1.0, 1.0] {
            let arm = vec3(0.2, 0.0, 0.2 * side);
            band(&mut corners, at - arm, at + arm, 0.05, REFUSED);
        }
    }
    corners
}

fn draw(corners: &mut Vec<Corner>, shape: Shape) {
    let paint = match shape.brush {
        Brush::First => [0.08, 0.55, 0.25, 0.8],
        Brush::Second => [0.75, 0.1, 0.1, 0.8],
        Brush::Third => [0.1, 0.3, 0.85, 0.8],
        Brush::Fourth => [0.75, 0.3, 0.03, 0.8],
    };
    let (from, to) = (above(shape.from), above(shape.to));
    if shape.is_circle() {
        return ring(corners, from, paint);
    }
    let way = (to - from).unit();
    let neck = to - way * 0.42;
    band(corners, from + way * 0.3, neck, 0.085, paint);
    let aside = vec3(-way.z, 0.0, way.x) * 0.24;
    triangle(corners, [neck + aside, to, neck - aside], paint);
}

fn ring(corners: &mut Vec<Corner>, at: Vec3, paint: [f32; 4]) {
    const PARTS: u8 = 40;
    let point = |part: u8, radius: f32| {
        let angle = f32::from(part) / f32::from(PARTS) * TAU;
        at + vec3(angle.cos(), 0.0, angle.sin()) * radius
    };
    for part in 0..PARTS {
        let (a, b) = (point(part, 0.4), point(part, 0.47));
        let (c, d) = (point(part + 1, 0.47), point(part + 1, 0.4));
        triangle(corners, [a, b, c], paint);
        triangle(corners, [a, c, d], paint);
    }
}

fn band(corners: &mut Vec<Corner>, from: Vec3, to: Vec3, half: f32, paint: [f32; 4]) {
    let way = (to - from).unit();
    let aside = vec3(-way.z, 0.0, way.x) * half;
    triangle(corners, [from - aside, from + aside, to + aside], paint);
    triangle(corners, [from - aside, to + aside, to - aside], paint);
}

fn triangle(corners: &mut Vec<Corner>, points: [Vec3; 3], [r, g, b, a]: [f32; 4]) {
    corners.extend(points.map(|p| [p.x, p.y, p.z, r, g, b, a]));
}

/// The middle of a square, as little above the board as keeps them apart.
fn above(square: Square) -> Vec3 {
    middle(square) + Vec3::UP * 0.014
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_becomes_triangles() {
        let check = |text: &str, triangles: usize| {
            let corners = ribbons(&text.parse().unwrap());
            assert_eq!(corners.len(), triangles * 3, "{text}");
            assert!(corners.iter().all(|c| c[0].abs() < 4.0 && c[2].abs() < 4.0 && c[1] > 0.0), "{text}");
        };
        check("w;;;;;;", 0);
        check("w;;; 0e2e4;;;", 3);
        check("w;;; 3e2e2;;;", 80);
        check("w;;;; b4e1;;", 2);
        check("w;;;; b4e1;1d2d4;", 6);
        check("w;;;;;1d2d4;", 0);
    }
}
