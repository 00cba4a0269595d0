//! Clay becomes a surface: a net is laid around it, a knot in every cell of a grid that the surface passes through.

use crate::mesh::{Mesh, MeshBuilder, Vertex};
use crate::vector::{Vec3, vec3};

/// The grid: a corner and the opposite one, and how wide a cell is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Grid {
    pub(crate) from: Vec3,
    pub(crate) to: Vec3,
    pub(crate) cell_size: f32,
}

/// Whether the shape has edges that are to be seen as such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edges {
    /// Everything is round.
    Soft,
    /// Edges catch the light on one side.
    Sharp,
}

/// How many cells a block has along each side, and how many halves of that the surface has to be away to be far. The
/// diagonal is less than two halves; shapes tell distances too large by a half at most.
const BLOCK: usize = 4;
const FAR: f32 = 3.5;

/// No knot here.
const NONE: u32 = u32::MAX;

/// The surface of the shape, which has to lie within the grid.
pub(crate) fn surface_nets(shape: impl Fn(Vec3) -> f32, grid: Grid, edges: Edges) -> Mesh {
    // A cell more on every side: what the surface passes through has neighbours.
    let from = grid.from - vec3(1.0, 1.0, 1.0) * grid.cell_size;
    let cells = (grid.to - from).to_array().map(|part| (part / grid.cell_size).ceil() as usize + 2);
    let [nx, ny, nz] = cells;
    let index = |x: usize, y: usize, z: usize| x + nx * (y + ny * z);
    let at = |x: usize, y: usize, z: usize| from + vec3(x as f32, y as f32, z as f32) * grid.cell_size;
    let mut depth = vec![0.0; nx * ny * nz];
    let starts = |end: usize| (0..end).step_by(BLOCK);
    for (z, y, x) in starts(nz).flat_map(|z| starts(ny).flat_map(move |y| starts(nx).map(move |x| (z, y, x))))
    {
        // Where the surface is far away, the middle of a block speaks for all of it.
        let half = grid.cell_size * BLOCK as f32 * 0.5;
        let middle = shape(at(x, y, z) + vec3(half, half, half));
        let is_far = middle.abs() > half * FAR;
        for z in z..nz.min(z + BLOCK) {
            for y in y..ny.min(y + BLOCK) {
                for x in x..nx.min(x + BLOCK) {
                    depth[index(x, y, z)] = if is_far { middle } else { shape(at(x, y, z)) };
                }
            }
        }
    }

    let mut knots = Vec::new();
    let mut knot_of = vec![NONE; depth.len()];
    for z in 0..nz - 1 {
        for y in 0..ny - 1 {
            for x in 0..nx - 1 {
                let corner = |i: usize| (x + (i & 1), y + (i >> 1 & 1), z + (i >> 2));
                let value = |i: usize| {
                    let (x, y, z) = corner(i);
                    depth[index(x, y, z)]
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
                    knot_of[index(x, y, z)] = knots.len() as u32;
                    knots.push(match edges {
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
                let inside = depth[index(x, y, z)] < 0.0;
                let mut face = |end: usize, ring: [usize; 4]| {
                    if inside != (depth[end] < 0.0) {
                        let [a, b, c, d] = ring.map(|cell| knot_of[cell]);
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
    build_mesh(&shape, &knots, &quads, grid.cell_size, edges)
}

fn centroid(points: &[Vec3]) -> Vec3 {
    points.iter().fold(Vec3::ZERO, |sum, &point| sum + point) * (1.0 / points.len() as f32)
}

/// The point of the surface that is next to a point near it, within the same cell.
fn project_to_surface(shape: &impl Fn(Vec3) -> f32, near: Vec3, corner: Vec3, cell: f32) -> Vec3 {
    clamp_to_cell(near - gradient(shape, near, cell * 0.3) * shape(near), corner, cell)
}

/// The point of a cell that is next to a point. A knot that left its cell would fold the net.
fn clamp_to_cell(point: Vec3, corner: Vec3, cell: f32) -> Vec3 {
    let part = |part: f32, low: f32| part.clamp(low, low + cell);
    vec3(part(point.x, corner.x), part(point.y, corner.y), part(point.z, corner.z))
}

/// Where the surface is in a cell with an edge: near all planes that touch it where it crosses the cell's edges, so that sharp edges
/// stay sharp.
fn sharp_vertex(shape: &impl Fn(Vec3) -> f32, crossings: &[Vec3], corner: Vec3, cell: f32) -> Vec3 {
    let share = 1.0 / crossings.len() as f32;
    let mut knot = centroid(crossings);
    let planes: Vec<(Vec3, Vec3)> =
        crossings.iter().map(|&crossing| (crossing, gradient(shape, crossing, cell * 0.05))).collect();
    for _ in 0..8 {
        let pull =
            planes.iter().fold(Vec3::ZERO, |sum, &(point, normal)| sum + normal * normal.dot(point - knot));
        knot = knot + pull * share;
    }
    clamp_to_cell(knot, corner, cell)
}

/// The triangles of the net. Light falls on a knot as on the shape itself, which has more detail than the net; as on the
/// faces around it where the shape is too fine for the net. Where a corner of a face looks another way than its knot,
/// there is an edge.
fn build_mesh(
    shape: &impl Fn(Vec3) -> f32,
    knots: &[Vec3],
    quads: &[[u32; 4]],
    cell: f32,
    edges: Edges,
) -> Mesh {
    let corners = |quad: &[u32; 4]| quad.map(|knot| knots[knot as usize]);
    let mut normals = vec![Vec3::ZERO; knots.len()];
    for quad in quads {
        let [a, b, c, d] = corners(quad);
        let face = (c - a).cross(d - b);
        quad.iter().for_each(|&knot| normals[knot as usize] = normals[knot as usize] + face);
    }
    for (normal, &knot) in normals.iter_mut().zip(knots) {
        let own = gradient(shape, knot, cell * 0.4);
        *normal = if own.dot(normal.normalized()) > 0.8 { own } else { normal.normalized() };
    }
    let mut builder = MeshBuilder::default();
    for quad in quads {
        let points = corners(quad);
        let middle = centroid(&points);
        let corner = |i: usize| {
            let (position, soft) = (points[i], normals[quad[i] as usize]);
            if edges == Edges::Soft {
                return Vertex { position, normal: soft };
            }
            let own = gradient(shape, position.lerp(middle, 0.3), cell * 0.1);
            Vertex { position, normal: if own.dot(soft) > 0.75 { soft } else { own } }
        };
        let [a, b, c, d] = [corner(0), corner(1), corner(2), corner(3)];
        // Along the shorter diagonal, which bends less.
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

/// The way out of the shape.
fn gradient(shape: &impl Fn(Vec3) -> f32, p: Vec3, step: f32) -> Vec3 {
    let slope = |by: Vec3| shape(p + by) - shape(p - by);
    vec3(slope(vec3(step, 0.0, 0.0)), slope(vec3(0.0, step, 0.0)), slope(vec3(0.0, 0.0, step))).normalized()
}
