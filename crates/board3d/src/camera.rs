//! The camera: projection, inverse projection, and picking.

use std::f32::consts::{PI, TAU};

use rules::{File, Rank, Square};

use crate::animation::TABLE_HEIGHT;
use crate::board_mesh::BOARD_HALF_WIDTH;
use crate::vector::{Vec3, vec3};

/// A 4×4 matrix in column-major order, as WebGL expects it.
pub type Matrix = [f32; 16];

/// A camera that orbits around a point near the middle of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// Angle around the board in radians; 0 is White's side, π Black's.
    pub yaw: f32,
    /// Elevation in radians, from 0 (level with the board) to π/2 (straight above).
    pub pitch: f32,
    /// Distance to the target.
    pub distance: f32,
    /// Offset of the look-at point from its default.
    pub target: Vec3,
}

/// A point on the screen in normalized device coordinates (-1 to 1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScreenPoint {
    /// Horizontal, positive to the right.
    pub x: f32,
    /// Vertical, positive upwards.
    pub y: f32,
}

/// A piece that can be picked, approximated by an upright cylinder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pickable {
    /// Its square.
    pub square: Square,
    /// Centre of its base.
    pub base: Vec3,
    /// Its height.
    pub height: f32,
}

/// Radius of the cylinder that is picked for a piece.
const PICK_RADIUS: f32 = 0.27;
/// Tangent of half the vertical field of view.
const TAN_HALF_FOV: f32 = 0.27;
/// The camera looks at a point this far in front of the middle, so that the margins above the far pieces and
/// below the board are equal.
const TARGET_OFFSET: f32 = 0.45;
/// Distances of the near and far clipping planes.
const NEAR: f32 = 1.0;
const FAR: f32 = 60.0;

impl Camera {
    /// The initial camera, on White's side.
    pub const HOME: Camera = Camera { yaw: 0.0, pitch: 1.02, distance: 19.9, target: Vec3::ZERO };

    /// Orbits within the limits; moves back as far as necessary to keep all corners of the board in view.
    #[must_use]
    pub fn orbited(self, turn: f32, tilt: f32) -> Camera {
        let moved = Camera { yaw: self.yaw + turn, pitch: (self.pitch + tilt).clamp(0.3, 1.5), ..self };
        moved.zoomed(moved.distance_factor() / self.distance_factor())
    }

    /// Zooms within the limits.
    #[must_use]
    pub fn zoomed(self, factor: f32) -> Camera {
        Camera { distance: (self.distance * factor).clamp(6.0, 30.0), ..self }
    }

    /// Interpolates to another camera, along the shorter arc.
    #[must_use]
    pub fn lerp(self, other: Camera, share: f32) -> Camera {
        let around = (other.yaw - self.yaw + PI).rem_euclid(TAU) - PI;
        let mix = |a: f32, b: f32| a + (b - a) * share;
        Camera {
            yaw: self.yaw + around * share,
            pitch: mix(self.pitch, other.pitch),
            distance: mix(self.distance, other.distance),
            target: self.target.lerp(other.target, share),
        }
    }

    /// Position of the camera.
    #[must_use]
    pub fn eye(self) -> Vec3 {
        self.target_point() + self.back() * self.distance
    }

    /// View-projection matrix for this aspect ratio (width by height).
    #[must_use]
    pub fn matrix(self, aspect: f32) -> Matrix {
        let (right, up, back) = self.axes();
        let eye = self.eye();
        let (sx, sy) = (1.0 / (TAN_HALF_FOV * aspect), 1.0 / TAN_HALF_FOV);
        let (depth, shift) = ((FAR + NEAR) / (NEAR - FAR), 2.0 * FAR * NEAR / (NEAR - FAR));
        let column =
            |axis: fn(Vec3) -> f32| [axis(right) * sx, axis(up) * sy, axis(back) * depth, -axis(back)];
        let last = [-right.dot(eye) * sx, -up.dot(eye) * sy, -back.dot(eye) * depth + shift, back.dot(eye)];
        let columns = [column(|v| v.x), column(|v| v.y), column(|v| v.z), last];
        let mut matrix = [0.0; 16];
        for (index, value) in columns.into_iter().flatten().enumerate() {
            matrix[index] = value;
        }
        matrix
    }

    /// Projects a point to the screen.
    #[must_use]
    pub fn project(self, point: Vec3, aspect: f32) -> ScreenPoint {
        let (right, up, back) = self.axes();
        let from_eye = point - self.eye();
        let depth = -back.dot(from_eye);
        ScreenPoint {
            x: right.dot(from_eye) / (depth * TAN_HALF_FOV * aspect),
            y: up.dot(from_eye) / (depth * TAN_HALF_FOV),
        }
    }

    /// The point of a horizontal plane under a screen point; `None` above the horizon.
    #[must_use]
    pub fn unproject_to_plane(self, point: ScreenPoint, aspect: f32, height: f32) -> Option<Vec3> {
        let direction = self.ray(point, aspect);
        let eye = self.eye();
        let distance = (height - eye.y) / direction.y;
        (distance > 0.0).then(|| eye + direction * distance)
    }

    /// The square under a screen point: of the nearest piece, otherwise of the board.
    #[must_use]
    pub fn pick(self, point: ScreenPoint, aspect: f32, pickables: &[Pickable]) -> Option<Square> {
        let (eye, direction) = (self.eye(), self.ray(point, aspect));
        let hits = pickables
            .iter()
            .filter_map(|pickable| Some((ray_hit(eye, direction, pickable)?, pickable.square)));
        let piece = hits.min_by(|a, b| a.0.total_cmp(&b.0));
        let board = || square_at(self.unproject_to_plane(point, aspect, 0.0)?);
        piece.map(|(_, square)| square).or_else(board)
    }

    /// A screen point at which the square is picked: its centre or, if another piece hides that, another
    /// point of the square or of its piece.
    #[must_use]
    pub fn visible_point_of(self, square: Square, aspect: f32, pickables: &[Pickable]) -> ScreenPoint {
        let own = pickables.iter().find(|pickable| pickable.square == square);
        let heights = [0.0, 0.35, 0.7, 0.95].map(|share| share * own.map_or(0.0, |own| own.height));
        let places = [0.0, -0.4, 0.4].map(|x| [0.0, 0.4, -0.4].map(|z| (x, z)));
        let points =
            heights.into_iter().flat_map(|y| places.into_iter().flatten().map(move |(x, z)| vec3(x, y, z)));
        let points = points.map(|point| self.project(square_center(square) + point, aspect));
        let mut visible = points.filter(|&point| self.pick(point, aspect, pickables) == Some(square));
        visible.next().unwrap_or_else(|| self.project(square_center(square), aspect))
    }

    /// Distance needed to see the whole board, relative to the home position; at least 1.
    fn distance_factor(self) -> f32 {
        (self.fitting_distance() / Camera::HOME.fitting_distance()).max(1.0)
    }

    /// Distance at which all corners of the board are in view for an aspect ratio of 1.
    fn fitting_distance(self) -> f32 {
        let (right, up, back) = self.axes();
        let corners = [
            (-BOARD_HALF_WIDTH, -BOARD_HALF_WIDTH),
            (-BOARD_HALF_WIDTH, BOARD_HALF_WIDTH),
            (BOARD_HALF_WIDTH, -BOARD_HALF_WIDTH),
            (BOARD_HALF_WIDTH, BOARD_HALF_WIDTH),
        ];
        let distances = corners.map(|(x, z)| {
            let corner = vec3(x, TABLE_HEIGHT, z) - self.target_point();
            back.dot(corner) + right.dot(corner).abs().max(up.dot(corner).abs()) / TAN_HALF_FOV
        });
        distances.into_iter().fold(0.0, f32::max)
    }

    fn target_point(self) -> Vec3 {
        self.target + vec3(self.yaw.sin(), 0.0, self.yaw.cos()) * TARGET_OFFSET
    }

    fn back(self) -> Vec3 {
        let (sin, cos) = self.pitch.sin_cos();
        vec3(self.yaw.sin() * cos, sin, self.yaw.cos() * cos)
    }

    fn axes(self) -> (Vec3, Vec3, Vec3) {
        let back = self.back();
        let right = vec3(self.yaw.cos(), 0.0, -self.yaw.sin());
        (right, back.cross(right), back)
    }

    /// Direction of the ray through a screen point.
    fn ray(self, point: ScreenPoint, aspect: f32) -> Vec3 {
        let (right, up, back) = self.axes();
        (right * (point.x * TAN_HALF_FOV * aspect) + up * (point.y * TAN_HALF_FOV) - back).normalized()
    }
}

/// Distance at which a ray enters a piece's cylinder.
fn ray_hit(eye: Vec3, direction: Vec3, pickable: &Pickable) -> Option<f32> {
    // The point of the ray that is nearest to the cylinder's axis.
    let horizontal = vec3(direction.x, 0.0, direction.z);
    let to_base = vec3(pickable.base.x - eye.x, 0.0, pickable.base.z - eye.z);
    let length = horizontal.dot(horizontal);
    if length < 1e-6 {
        return None;
    }
    let distance = to_base.dot(horizontal) / length;
    let offset = (to_base - horizontal * distance).length();
    // Half the distance between entry and exit.
    let half = (PICK_RADIUS * PICK_RADIUS - offset * offset).max(0.0).sqrt() / length.sqrt();
    let height = |distance: f32| eye.y + direction.y * distance - pickable.base.y;
    let is_in =
        offset < PICK_RADIUS && height(distance + half) < pickable.height && height(distance - half) > 0.0;
    (is_in && distance > 0.0).then_some(distance - half)
}

/// The centre of a square.
#[must_use]
pub fn square_center(square: Square) -> Vec3 {
    vec3(f32::from(square.file() as u8) - 3.5, 0.0, 3.5 - f32::from(square.rank() as u8))
}

/// The square that contains a point of the board plane.
#[must_use]
pub fn square_at(point: Vec3) -> Option<Square> {
    let (file, rank) = ((point.x + 4.0).floor(), (4.0 - point.z).floor());
    let is_on = (0.0..8.0).contains(&file) && (0.0..8.0).contains(&rank);
    let (file, rank) = is_on.then_some((file as usize, rank as usize))?;
    Some(Square::new(File::ALL[file], Rank::ALL[rank]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Bitboard;

    const CAMERAS: [Camera; 3] = [
        Camera::HOME,
        Camera { yaw: PI, pitch: 0.5, distance: 14.0, target: Vec3::ZERO },
        Camera { yaw: 0.9, pitch: 1.45, distance: 25.0, target: Vec3::ZERO },
    ];

    #[test]
    fn every_square_is_picked_from_three_camera_positions() {
        for camera in CAMERAS {
            for aspect in [1.0, 1.7] {
                for square in Bitboard::FULL {
                    let corners = [(0.0, 0.0), (0.45, 0.45), (-0.45, 0.45), (0.45, -0.45), (-0.45, -0.45)];
                    for (x, z) in corners {
                        let point = camera.project(square_center(square) + vec3(x, 0.0, z), aspect);
                        assert_eq!(camera.pick(point, aspect, &[]), Some(square), "{camera:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn picking_a_piece_picks_its_square() {
        let pieces: Vec<Pickable> = Bitboard::FULL
            .into_iter()
            .map(|square| Pickable { square, base: square_center(square), height: 0.9 })
            .collect();
        for camera in CAMERAS {
            for square in Bitboard::FULL {
                let point = camera.project(square_center(square) + vec3(0.0, 0.85, 0.0), 1.0);
                assert_eq!(camera.pick(point, 1.0, &pieces), Some(square), "{camera:?}");
            }
        }
    }

    #[test]
    fn every_square_of_the_starting_position_has_a_visible_point() {
        let pieces: Vec<Pickable> = Bitboard::FULL
            .into_iter()
            .filter(|square| [0, 1, 6, 7].contains(&(square.rank() as u8)))
            .map(|square| Pickable { square, base: square_center(square), height: 1.3 })
            .collect();
        for square in Bitboard::FULL {
            let point = Camera::HOME.visible_point_of(square, 1.0, &pieces);
            assert_eq!(Camera::HOME.pick(point, 1.0, &pieces), Some(square));
        }
    }

    #[test]
    fn matrix_and_project_agree() {
        for camera in CAMERAS {
            let m = camera.matrix(1.5);
            let p = vec3(1.0, 0.5, -2.0);
            let row = |i: usize| m[i] * p.x + m[4 + i] * p.y + m[8 + i] * p.z + m[12 + i];
            let point = camera.project(p, 1.5);
            assert!((row(0) / row(3) - point.x).abs() < 1e-4 && (row(1) / row(3) - point.y).abs() < 1e-4);
            assert!((-1.0..1.0).contains(&(row(2) / row(3))), "between near and far");
        }
    }

    #[test]
    fn points_beside_the_board_pick_nothing() {
        let point = Camera::HOME.project(vec3(4.3, 0.0, 0.0), 1.0);
        assert_eq!(Camera::HOME.pick(point, 1.0, &[]), None);
        let low_camera = Camera { pitch: 0.3, ..Camera::HOME };
        assert_eq!(low_camera.pick(ScreenPoint { x: 0.0, y: 6.0 }, 1.0, &[]), None);
    }

    #[test]
    fn the_home_camera_frames_board_and_pieces() {
        let project_all =
            |points: &[Vec3]| points.iter().map(|&p| Camera::HOME.project(p, 1.0)).collect::<Vec<_>>();
        let board = project_all(&[
            vec3(BOARD_HALF_WIDTH, TABLE_HEIGHT, BOARD_HALF_WIDTH),
            vec3(BOARD_HALF_WIDTH, TABLE_HEIGHT, -BOARD_HALF_WIDTH),
            vec3(4.6, 0.0, -4.6),
        ]);
        let width = board.iter().map(|point| point.x).fold(0.0, f32::max);
        assert!((0.95..0.98).contains(&width), "{width}");
        let kings: Vec<Vec3> =
            File::ALL.map(|file| square_center(Square::new(file, Rank::Eighth)) + Vec3::UP * 1.85).into();
        let top = project_all(&kings).iter().chain(&board).map(|point| point.y).fold(-1.0, f32::max);
        let bottom = board.iter().map(|point| point.y).fold(1.0, f32::min);
        assert!(top < 0.9 && (top + bottom).abs() < 0.03, "from {bottom} to {top}");
    }

    #[test]
    fn orbiting_keeps_all_corners_in_view() {
        for step in 0_u8..72 {
            for tilt in [-0.7, -0.3, 0.0, 0.2, 0.4] {
                let camera = Camera::HOME.orbited(f32::from(step) * TAU / 72.0, tilt);
                for (edge, height) in [(BOARD_HALF_WIDTH, TABLE_HEIGHT), (4.6, 0.0)] {
                    for (x, z) in [(-edge, -edge), (-edge, edge), (edge, -edge), (edge, edge)] {
                        let ScreenPoint { x, y } = camera.project(vec3(x, height, z), 1.0);
                        assert!(x.abs() < 0.99 && y.abs() < 0.99, "{camera:?}: {x} {y}");
                    }
                }
            }
        }
        let back = Camera::HOME.orbited(0.8, -0.3).orbited(-0.8, 0.3);
        assert!((back.distance - Camera::HOME.distance).abs() < 1e-3, "{back:?}");
    }

    #[test]
    fn pitch_and_distance_are_clamped() {
        let camera = Camera::HOME.orbited(1.0, 9.0).zoomed(100.0);
        assert_eq!((camera.pitch, camera.distance), (1.5, 30.0));
        let camera = Camera::HOME.orbited(1.0, -9.0).zoomed(0.001);
        assert_eq!((camera.pitch, camera.distance), (0.3, 6.0));
        let half = Camera::HOME.lerp(Camera { yaw: TAU - 0.2, ..Camera::HOME }, 0.5);
        assert!((half.yaw + 0.1).abs() < 1e-4, "the shorter way: {half:?}");
    }
}
