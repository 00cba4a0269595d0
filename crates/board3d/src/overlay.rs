//! Arrows, circles and explanation lines as flat triangles just above the squares.

use std::f32::consts::TAU;

use client::{Board3dScene, Brush, Shape};
use rules::Square;

use crate::camera::square_center;
use crate::vector::{Vec3, vec3};

/// Position and premultiplied RGBA colour.
pub(crate) type ColoredVertex = [f32; 7];

const EXPLANATION: [f32; 4] = [1.0, 0.42, 0.05, 0.85];
const REFUSED: [f32; 4] = [0.86, 0.12, 0.1, 0.9];

/// The triangles of all shapes of a scene.
pub(crate) fn overlay_triangles(scene: &Board3dScene) -> Vec<ColoredVertex> {
    let mut vertices = Vec::new();
    for shape in &scene.shapes {
        draw_shape(&mut vertices, *shape);
    }
    for &(from, to) in &scene.lines {
        draw_line(&mut vertices, above_square(from), above_square(to), 0.075, EXPLANATION);
    }
    if let Some((_, _, to)) = scene.rejected_move.filter(|_| !scene.lines.is_empty()) {
        let at = above_square(to);
        for side in [-1.0, 1.0] {
            let arm = vec3(0.2, 0.0, 0.2 * side);
            draw_line(&mut vertices, at - arm, at + arm, 0.05, REFUSED);
        }
    }
    vertices
}

fn draw_shape(vertices: &mut Vec<ColoredVertex>, shape: Shape) {
    let color = match shape.brush {
        Brush::First => [0.08, 0.55, 0.25, 0.8],
        Brush::Second => [0.75, 0.1, 0.1, 0.8],
        Brush::Third => [0.1, 0.3, 0.85, 0.8],
        Brush::Fourth => [0.75, 0.3, 0.03, 0.8],
    };
    let (from, to) = (above_square(shape.from), above_square(shape.to));
    if shape.is_circle() {
        return draw_ring(vertices, from, color);
    }
    let direction = (to - from).normalized();
    let neck = to - direction * 0.42;
    draw_line(vertices, from + direction * 0.3, neck, 0.085, color);
    let normal = vec3(-direction.z, 0.0, direction.x) * 0.24;
    push_triangle(vertices, [neck + normal, to, neck - normal], color);
}

fn draw_ring(vertices: &mut Vec<ColoredVertex>, at: Vec3, color: [f32; 4]) {
    const PARTS: u8 = 40;
    let point = |part: u8, radius: f32| {
        let angle = f32::from(part) / f32::from(PARTS) * TAU;
        at + vec3(angle.cos(), 0.0, angle.sin()) * radius
    };
    for part in 0..PARTS {
        let (a, b) = (point(part, 0.4), point(part, 0.47));
        let (c, d) = (point(part + 1, 0.47), point(part + 1, 0.4));
        push_triangle(vertices, [a, b, c], color);
        push_triangle(vertices, [a, c, d], color);
    }
}

fn draw_line(vertices: &mut Vec<ColoredVertex>, from: Vec3, to: Vec3, half: f32, color: [f32; 4]) {
    let direction = (to - from).normalized();
    let normal = vec3(-direction.z, 0.0, direction.x) * half;
    push_triangle(vertices, [from - normal, from + normal, to + normal], color);
    push_triangle(vertices, [from - normal, to + normal, to - normal], color);
}

fn push_triangle(vertices: &mut Vec<ColoredVertex>, points: [Vec3; 3], [r, g, b, a]: [f32; 4]) {
    vertices.extend(points.map(|p| [p.x, p.y, p.z, r, g, b, a]));
}

/// The centre of a square, raised to avoid z-fighting.
fn above_square(square: Square) -> Vec3 {
    square_center(square) + Vec3::UP * 0.014
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_becomes_triangles_above_the_board() {
        let check = |text: &str, triangles: usize| {
            let vertices = overlay_triangles(&text.parse().unwrap());
            assert_eq!(vertices.len(), triangles * 3, "{text}");
            assert!(vertices.iter().all(|c| c[0].abs() < 4.0 && c[2].abs() < 4.0 && c[1] > 0.0), "{text}");
        };
        check("w;;;;;;", 0);
        check("w;;; 0e2e4;;;", 3);
        check("w;;; 3e2e2;;;", 80);
        check("w;;;; b4e1;;", 2);
        check("w;;;; b4e1;1d2d4;", 6);
        check("w;;;;;1d2d4;", 0);
    }
}
