//! Piece meshes are watertight, oriented outwards, sized to fit their squares, and within their triangle
//! budget.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

use board3d::{Mesh, Quality, Vec3, piece_mesh};
use rules::Role;

#[test]
fn meshes_are_watertight() {
    for_each_mesh(|name, mesh| {
        let place = |corner: u32| mesh.vertices[corner as usize].position.to_array().map(f32::to_bits);
        let mut edges: HashMap<_, i32> = HashMap::new();
        for &[a, b, c] in &mesh.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (from, to) = (place(from), place(to));
                if from == to {
                    continue;
                }
                *edges.entry(if from < to { (from, to) } else { (to, from) }).or_default() +=
                    if from < to { 1 } else { -1 };
            }
        }
        let open = edges.values().filter(|&&balance| balance != 0).count();
        assert_eq!(open, 0, "{name} has open edges");
    });
}

#[test]
fn normals_point_outwards() {
    for_each_mesh(|name, mesh| {
        let inwards = mesh.triangles.iter().filter(|t| {
            let face = face_normal(mesh, **t);
            t.iter().any(|&corner| {
                face.normalized().dot(mesh.vertices[corner as usize].normal) < -0.2 && face.length() > 1e-6
            })
        });
        let inwards = inwards.count();
        assert!(inwards * 200 <= mesh.triangles.len(), "{name}: {inwards} triangles look the wrong way");
        let volume: f32 = mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|corner| mesh.vertices[corner as usize].position);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        assert!((0.03..0.4).contains(&volume), "{name} has a volume of {volume}");
        assert!(mesh.vertices.iter().all(|v| (v.normal.length() - 1.0).abs() < 1e-3), "{name}");
    });
}

#[test]
fn pieces_fit_their_squares_and_are_ordered_by_height() {
    let heights = [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King].map(|role| {
        let mesh = piece_mesh(role, Quality::Medium);
        let all = |part: fn(Vec3) -> f32| mesh.vertices.iter().map(move |v| part(v.position));
        assert_eq!(all(|p| p.y).fold(f32::MAX, f32::min), 0.0, "{role:?} stands on the board");
        let widest = all(|p| p.x.hypot(p.z)).fold(0.0, f32::max);
        assert!((0.25..0.5).contains(&widest), "{role:?} fits on a square: {widest}");
        all(|p| p.y).fold(0.0, f32::max)
    });
    assert!(heights.is_sorted() && heights[0] > 0.8 && heights[5] < 1.9, "{heights:?}");
}

#[test]
fn a_set_stays_within_its_triangle_budget() {
    let set = [
        (Role::Pawn, 16),
        (Role::Rook, 4),
        (Role::Knight, 4),
        (Role::Bishop, 4),
        (Role::Queen, 2),
        (Role::King, 2),
    ];
    let count =
        |quality| set.iter().map(|&(role, number)| piece_mesh(role, quality).triangles.len() * number).sum();
    let counts: [usize; 3] = Quality::ALL.map(count);
    for (count, limit) in counts.into_iter().zip([80_000, 200_000, 380_000]) {
        assert!(count < limit, "{counts:?}");
    }
    assert!(counts.is_sorted(), "{counts:?}");
}

fn for_each_mesh(check: impl Fn(&str, &Mesh)) {
    for role in Role::ALL {
        for quality in Quality::ALL {
            check(&format!("{role:?} at {quality:?}"), &piece_mesh(role, quality));
        }
    }
}

fn face_normal(mesh: &Mesh, triangle: [u32; 3]) -> Vec3 {
    let [a, b, c] = triangle.map(|corner| mesh.vertices[corner as usize].position);
    (b - a).cross(c - a)
}
