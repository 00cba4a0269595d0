//! Surface nets: meshes the zero set of a distance function, with one vertex in each grid cell that the
//! surface passes through.

use crate::mesh::{Mesh, MeshBuilder, Vertex};
use crate::vector::{Vec3, vec3};

/// The bounding box to mesh, and the cell size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Grid {
    pub(crate) from: Vec3,
    pub(crate) to: Vec3,
    pub(crate) cell_size: f32,
}

/// Treatment of sharp edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edges {
    /// The shape has none: normals are smooth everywhere.
    Soft,
    /// Vertices are placed on sharp edges, which get hard normals.
    Sharp,
}

/// Block side in cells, and the distance (in half blocks) beyond which the surface cannot cross a block,
/// which is then skipped: the half diagonal is less than 2, and the distance functions overestimate by at
/// most half.
const BLOCK: usize = 4;
const FAR: f32 = 3.5;

/// Index of a cell without a vertex.
const NONE: u32 = u32::MAX;

/// Meshes a shape, which has to lie within the grid.
pub(crate) fn surface_nets(shape: impl Fn(Vec3) -> f32, grid: Grid, edges: Edges) -> Mesh {
    // One more cell on every side, so that every cell with a vertex has neighbours.
    let from = grid.from - vec3(1.0, 1.0, 1.0) * grid.cell_size;
    let cells = (grid.to - from).to_array().map(|part| (part / grid.cell_size).ceil() as usize + 2);
    let [nx, ny, nz] = cells;
    let index = |x: usize, y: usize, z: usize| x + nx * (y + ny * z);
    let at = |x: usize, y: usize, z: usize| from + vec3(x as f32, y as f32, z as f32) * grid.cell_size;
    let mut distances = vec![0.0; nx * ny * nz];
    let starts = |end: usize| (0..end).step_by(BLOCK);
    for (z, y, x) in starts(nz).flat_map(|z| starts(ny).flat_map(move |y| starts(nx).map(move |x| (z, y, x))))
    {
        // If the surface is far away, one sample stands for the whole block.
        let half = grid.cell_size * BLOCK as f32 * 0.5;
        let middle = shape(at(x, y, z) + vec3(half, half, half));
        let is_far = middle.abs() > half * FAR;
        for z in z..nz.min(z + BLOCK) {
            for y in y..ny.min(y + BLOCK) {
                for x in x..nx.min(x + BLOCK) {
                    distances[index(x, y, z)] = if is_far { middle } else { shape(at(x, y, z)) };
                }
            }
        }
    }

    let mut vertices = Vec::new();
    let mut vertex_of_cell = vec![NONE; distances.len()];
    for z in 0..nz - 1 {
        for y in 0..ny - 1 {
            for x in 0..nx - 1 {
                let corner = |i: usize| (x + (i & 1), y + (i >> 1 & 1), z + (i >> 2));
                let value = |i: usize| {
                    let (x, y, z) = corner(i);
                    distances[index(x, y, z)]
                };
                let point = |i: usize| {
                    let (x, y, z) = corner(i);
                    at(x, y, z)
                };
                let mut crossings = Vec::new();
                for i in 0..8 {
                    for axis in [1, 2, 4] {
                        let j = i | axis;
                        if i != j && (value(i) < 0.0) != (value(j) < 0.0) {
                            let share = value(i) / (value(i) - value(j));
                            crossings.push(point(i).lerp(point(j), share));
                        }
                    }
                }
                if !crossings.is_empty() {
                    vertex_of_cell[index(x, y, z)] = vertices.len() as u32;
                    vertices.push(match edges {
                        Edges::Soft => {
                            project_to_surface(&shape, centroid(&crossings), at(x, y, z), grid.cell_size)
                        }
                        Edges::Sharp => sharp_vertex(&shape, &crossings, at(x, y, z), grid.cell_size),
                    });
                }
            }
        }
    }

    let mut quads = Vec::new();
    for z in 1..nz - 1 {
        for y in 1..ny - 1 {
            for x in 1..nx - 1 {
                let inside = distances[index(x, y, z)] < 0.0;
                let mut face = |end: usize, ring: [usize; 4]| {
                    if inside != (distances[end] < 0.0) {
                        let [a, b, c, d] = ring.map(|cell| vertex_of_cell[cell]);
                        quads.push(if inside { [a, b, c, d] } else { [d, c, b, a] });
                    }
                };
                let here = index(x, y, z);
                let (dx, dy, dz) = (1, nx, nx * ny);
                face(here + dx, [here, here - dy, here - dy - dz, here - dz]);
                face(here + dy, [here, here - dz, here - dz - dx, here - dx]);
                face(here + dz, [here, here - dx, here - dx - dy, here - dy]);
            }
        }
    }
    build_mesh(&shape, &vertices, &quads, grid.cell_size, edges)
}

fn centroid(points: &[Vec3]) -> Vec3 {
    points.iter().fold(Vec3::ZERO, |sum, &point| sum + point) * (1.0 / points.len() as f32)
}

/// Projects a point near the surface onto it, within the same cell.
fn project_to_surface(shape: &impl Fn(Vec3) -> f32, near: Vec3, corner: Vec3, cell: f32) -> Vec3 {
    clamp_to_cell(near - gradient(shape, near, cell * 0.3) * shape(near), corner, cell)
}

/// Clamps a point to a cell; a vertex outside of its cell would fold the mesh.
fn clamp_to_cell(point: Vec3, corner: Vec3, cell: f32) -> Vec3 {
    // `clamp` with bounds unknown at compile time would add the formatting of floats to the module: 5 kB compressed.
    let part = |part: f32, low: f32| part.max(low).min(low + cell);
    vec3(part(point.x, corner.x), part(point.y, corner.y), part(point.z, corner.z))
}

/// The vertex of a cell with a sharp edge: the point nearest to the tangent planes at the crossings (as in
/// dual contouring).
fn sharp_vertex(shape: &impl Fn(Vec3) -> f32, crossings: &[Vec3], corner: Vec3, cell: f32) -> Vec3 {
    let share = 1.0 / crossings.len() as f32;
    let mut vertex = centroid(crossings);
    let planes: Vec<(Vec3, Vec3)> =
        crossings.iter().map(|&crossing| (crossing, gradient(shape, crossing, cell * 0.05))).collect();
    for _ in 0..8 {
        let correction =
            planes.iter().fold(Vec3::ZERO, |sum, &(point, normal)| sum + normal * normal.dot(point - vertex));
        vertex = vertex + correction * share;
    }
    clamp_to_cell(vertex, corner, cell)
}

/// Splits the quads into triangles. Vertex normals are sampled from the distance function; where the sample
/// deviates from the averaged face normal (detail below the mesh's resolution), the face normal is used.
/// Corners that deviate from their vertex normal become hard edges.
fn build_mesh(
    shape: &impl Fn(Vec3) -> f32,
    vertices: &[Vec3],
    quads: &[[u32; 4]],
    cell: f32,
    edges: Edges,
) -> Mesh {
    let corners = |quad: &[u32; 4]| quad.map(|vertex| vertices[vertex as usize]);
    let mut normals = vec![Vec3::ZERO; vertices.len()];
    for quad in quads {
        let [a, b, c, d] = corners(quad);
        let face = (c - a).cross(d - b);
        quad.iter().for_each(|&vertex| normals[vertex as usize] = normals[vertex as usize] + face);
    }
    for (normal, &vertex) in normals.iter_mut().zip(vertices) {
        let sampled = gradient(shape, vertex, cell * 0.4);
        *normal = if sampled.dot(normal.normalized()) > 0.8 { sampled } else { normal.normalized() };
    }
    let mut builder = MeshBuilder::default();
    for quad in quads {
        let points = corners(quad);
        let middle = centroid(&points);
        let corner = |i: usize| {
            let (position, smooth) = (points[i], normals[quad[i] as usize]);
            if edges == Edges::Soft {
                return Vertex { position, normal: smooth };
            }
            let sampled = gradient(shape, position.lerp(middle, 0.3), cell * 0.1);
            Vertex { position, normal: if sampled.dot(smooth) > 0.75 { smooth } else { sampled } }
        };
        let [a, b, c, d] = [corner(0), corner(1), corner(2), corner(3)];
        // The shorter diagonal bends less.
        if (points[0] - points[2]).length() < (points[1] - points[3]).length() {
            builder.add([a, b, c]);
            builder.add([a, c, d]);
        } else {
            builder.add([a, b, d]);
            builder.add([b, c, d]);
        }
    }
    builder.mesh
}

/// Unit normal: the gradient by central differences.
fn gradient(shape: &impl Fn(Vec3) -> f32, p: Vec3, step: f32) -> Vec3 {
    let slope = |by: Vec3| shape(p + by) - shape(p - by);
    vec3(slope(vec3(step, 0.0, 0.0)), slope(vec3(0.0, step, 0.0)), slope(vec3(0.0, 0.0, step))).normalized()
}
