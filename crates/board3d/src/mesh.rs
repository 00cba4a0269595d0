//! Triangle meshes.

use std::collections::HashMap;

use crate::vector::Vec3;

/// An indexed triangle mesh.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mesh {
    /// A point on a hard edge has one vertex per side.
    pub vertices: Vec<Vertex>,
    /// Vertex indices, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// A vertex.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Vertex {
    /// Position.
    pub position: Vec3,
    /// Unit vector pointing outwards.
    pub normal: Vec3,
}

/// Faces that meet at a smaller cosine have a hard edge between them.
const CREASE_COSINE: f32 = 0.8;

impl Mesh {
    /// A mesh with smooth normals, except at creases.
    #[must_use]
    pub fn creased(points: &[Vec3], triangles: &[[u32; 3]]) -> Mesh {
        let face = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| points[i as usize]);
            (b - a).cross(c - a)
        };
        let faces: Vec<Vec3> = triangles.iter().map(face).collect();
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); points.len()];
        for (index, triangle) in triangles.iter().enumerate() {
            triangle.iter().for_each(|&corner| around[corner as usize].push(index as u32));
        }
        let mut builder = MeshBuilder::default();
        for (triangle, own) in triangles.iter().zip(&faces) {
            builder.add(triangle.map(|corner| {
                let meets = |other: &&Vec3| other.normalized().dot(own.normalized()) > CREASE_COSINE;
                let others = around[corner as usize].iter().map(|&index| &faces[index as usize]);
                let normal = others.filter(meets).fold(Vec3::ZERO, |sum, &other| sum + other).normalized();
                Vertex { position: points[corner as usize], normal }
            }));
        }
        builder.mesh
    }

    /// Appends another mesh; the two may intersect.
    #[must_use]
    pub fn merged(mut self, other: Mesh) -> Mesh {
        let offset = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|corner| corner + offset)));
        self
    }
}

/// Collects triangles; equal vertices are shared.
#[derive(Debug, Default)]
pub(crate) struct MeshBuilder {
    pub(crate) mesh: Mesh,
    vertex_indices: HashMap<[i32; 6], u32>,
}

impl MeshBuilder {
    pub(crate) fn add(&mut self, triangle: [Vertex; 3]) {
        let corners = triangle.map(|vertex| self.vertex_index(vertex));
        self.mesh.triangles.push(corners);
    }

    fn vertex_index(&mut self, vertex: Vertex) -> u32 {
        let [a, b, c] = vertex.position.to_array().map(|part| part.to_bits() as i32);
        let [d, e, f] = vertex.normal.to_array().map(|part| (part * 50.0).round() as i32);
        *self.vertex_indices.entry([a, b, c, d, e, f]).or_insert_with(|| {
            self.mesh.vertices.push(vertex);
            self.mesh.vertices.len() as u32 - 1
        })
    }
}
