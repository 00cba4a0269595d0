//! The board itself, and the table it lies on.

use std::f32::consts::SQRT_2;

use crate::camera::Matrix;
use crate::lathe::Stretch::{Bow, Line};
use crate::lathe::{Grain, turn};
use crate::mesh::Mesh;
use crate::stage::TABLE;
use crate::vector::{Vec3, vec3};

/// Where the board lies: its top at height 0.
pub(crate) const MODEL: Matrix =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, TABLE, 0.0, 1.0];

/// How far the foot of the frame is from the middle.
pub(crate) const EDGE: f32 = 4.72;

/// The board with its frame: turned as well, on a lathe with four sides.
pub(crate) fn slab() -> Mesh {
    let high = -TABLE;
    let profile = [
        Line((EDGE, 0.0)),
        Line((EDGE, 0.05)),
        Bow((4.62, 0.07), (4.64, 0.2)),
        Bow((4.66, high - 0.03), (4.6, high)),
        Line((0.0, high)),
    ];
    let sides = Grain { columns: 4, bend: 0.3 };
    turn(&profile, sides, |around, (radius, height)| (around + 0.125, (radius * SQRT_2, height)))
}

/// The table, larger than anybody can see.
pub(crate) fn ground(height: f32) -> Mesh {
    const FAR: f32 = 60.0;
    let corner = |x: f32, z: f32| vec3(x * FAR, height, z * FAR);
    let points: [Vec3; 4] = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
    Mesh::creased(&points, &[[0, 1, 2], [0, 2, 3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_the_board_is_at_height_zero() {
        let top = slab().vertices.iter().map(|v| v.position.y).fold(f32::MIN, f32::max) + TABLE;
        assert!(top.abs() < 1e-6, "{top}");
        assert!(ground(TABLE).vertices.iter().all(|v| v.normal == Vec3::UP));
    }
}
