//! Meshes of the board and the table.

use std::f32::consts::SQRT_2;

use crate::animation::TABLE_HEIGHT;
use crate::camera::Matrix;
use crate::lathe::Segment::{Curve, Line};
use crate::lathe::{Tessellation, revolve};
use crate::mesh::Mesh;
use crate::vector::{Vec3, vec3};

/// Model matrix of the board: its surface is at height 0.
pub(crate) const BOARD_MODEL: Matrix =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, TABLE_HEIGHT, 0.0, 1.0];

/// Distance of the frame's lower edge from the middle.
pub(crate) const BOARD_HALF_WIDTH: f32 = 4.72;

/// The board with its frame: a surface of revolution with four sides.
pub(crate) fn board_mesh() -> Mesh {
    let thickness = -TABLE_HEIGHT;
    let profile = [
        Line((BOARD_HALF_WIDTH, 0.0)),
        Line((BOARD_HALF_WIDTH, 0.05)),
        Curve((4.62, 0.07), (4.64, 0.2)),
        Curve((4.66, thickness - 0.03), (4.6, thickness)),
        Line((0.0, thickness)),
    ];
    let tessellation = Tessellation { columns: 4, bend: 0.3 };
    revolve(&profile, tessellation, |around, (radius, height)| (around + 0.125, (radius * SQRT_2, height)))
}

/// The table: larger than the view.
pub(crate) fn table_mesh(height: f32) -> Mesh {
    const FAR: f32 = 60.0;
    let corner = |x: f32, z: f32| vec3(x * FAR, height, z * FAR);
    let points: [Vec3; 4] = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
    Mesh::creased(&points, &[[0, 1, 2], [0, 2, 3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_surface_is_at_height_zero() {
        let top = board_mesh().vertices.iter().map(|v| v.position.y).fold(f32::MIN, f32::max) + TABLE_HEIGHT;
        assert!(top.abs() < 1e-6, "{top}");
        assert!(table_mesh(TABLE_HEIGHT).vertices.iter().all(|v| v.normal == Vec3::UP));
    }
}
