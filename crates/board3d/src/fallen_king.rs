//! Pose of a mated king: it lies on its side.

use std::f32::consts::PI;

use client::{Board3dScene, PieceState};
use rules::Square;

use crate::animation::{Pose, direction_vector};
use crate::camera::{square_at, square_center};
use crate::turned_pieces::{KING_BASE_RIM, KING_CROWN};
use crate::vector::Vec3;

const HALF: f32 = PI * 0.5;
/// Angle of the diagonal directions, clear of the neighbours beside and in front.
const SLANT: f32 = 0.7;
/// Directions to fall in, by preference. Straight towards the camera or away from it comes last, because head
/// and body would hide each other.
const DIRECTIONS: [f32; 8] = [0.0, PI, SLANT, PI - SLANT, -SLANT, SLANT - PI, HALF, -HALF];

/// The king tipped over the rim of its base: most of it lies on its own square, the head on a free one.
pub(crate) fn fallen_pose(scene: &Board3dScene, square: Square, turn: f32) -> Pose {
    let neighbour = |direction: f32| square_at(square_center(square) + direction_vector(direction));
    let is_occupied = |on: Square| {
        scene.pieces.iter().any(|piece| piece.square == on && piece.state != PieceState::Captured)
    };
    let free_direction =
        DIRECTIONS.into_iter().find(|&direction| neighbour(direction).is_some_and(|on| !is_occupied(on)));
    // Off the board is free as well.
    let direction = free_direction
        .or_else(|| DIRECTIONS.into_iter().find(|&direction| neighbour(direction).is_none()))
        .unwrap_or_default();
    let (lean, lift) = resting_lean();
    let place = square_center(square) + Vec3::UP * lift - direction_vector(direction) * 0.62;
    Pose { position: place, yaw: turn - direction + 0.2, lean, lean_direction: direction, ..Pose::UPRIGHT }
}

/// Lean angle at which the king rests on base rim and crown, and the height of its base centre then.
fn resting_lean() -> (f32, f32) {
    let ((rim, low), (crown, high)) = (KING_BASE_RIM, KING_CROWN);
    let past_level = ((rim - crown) / (high - low)).atan();
    let (sin, cos) = past_level.sin_cos();
    (-HALF - past_level, rim * cos + low * sin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Motion, PieceAnimator};
    use crate::piece_meshes::piece_mesh;
    use crate::quality::Quality;
    use crate::renderer::model_matrix;
    use rules::Role;

    fn king(pieces: &str) -> Pose {
        let mut animator = PieceAnimator::default();
        let text = format!("w; {pieces}; d1:128;;;;");
        animator.show(&text.parse().unwrap(), None, Motion::Reduced, 0.0);
        animator.pieces(0.0).next().unwrap().pose
    }

    #[test]
    fn a_mated_king_falls_to_a_free_square() {
        let check = |pieces: &str, direction: f32| {
            let king = king(pieces);
            assert_eq!(king.lean_direction, direction, "{pieces}");
            // The base is on its square.
            assert_eq!(square_at(king.position + direction_vector(direction) * 0.3), Some(Square::D1));
        };
        check("e1Kd1", 0.0);
        check("e1Kd1 f1Be1", PI);
        check("e1Kd1 f1Be1x", 0.0);
        check("e1Kd1 f1Be1 a1Rc1", SLANT);
        check("e1Kd1 f1Be1 a1Rc1 e2Pe2", PI - SLANT);
        check("e1Kd1 f1Be1 a1Rc1 c2Pc2 e2Pe2", HALF);
        check("e1Kd1 f1Be1 a1Rc1 d2Pd2 c2Pc2 e2Pe2", -SLANT);
    }

    #[test]
    fn a_fallen_king_touches_the_board_with_base_rim_and_crown() {
        let mesh = piece_mesh(Role::King, Quality::Medium);
        for pieces in ["e1Kd1", "e1Kd1 f1Be1", "e1Kd1 f1Be1 a1Rc1"] {
            let m = model_matrix(&king(pieces));
            let lowest = |from: f32, to: f32| {
                let part = mesh.vertices.iter().map(|v| v.position).filter(|p| (from..to).contains(&p.y));
                part.map(|p| m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13]).fold(f32::MAX, f32::min)
            };
            for (from, to) in [(0.0, 0.1), (1.4, 1.55), (0.0, 2.0)] {
                let height = lowest(from, to);
                assert!(height.abs() < 0.02, "{pieces}: {from} to {to} is {height} above the board");
            }
        }
    }
}
