//! Animation of the pieces: each moves from its current pose to the one that the scene asks for.

use std::f32::consts::PI;

use client::{Board3dPiece, Board3dScene, Mark, PieceState};
use rules::{Color, Piece, Role, Square};
use wasm_bindgen::prelude::*;

use crate::camera::{Pickable, square_center};
use crate::fallen_king::fallen_pose;
use crate::vector::{Vec3, vec3};

/// A time or duration in milliseconds.
pub type Millis = f64;

/// Pose of a piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// Centre of its base.
    pub position: Vec3,
    /// Rotation around its axis, in radians.
    pub yaw: f32,
    /// Lean angle in radians; 0 is upright.
    pub lean: f32,
    /// Direction of the lean in radians, counter-clockwise from White's right.
    pub lean_direction: f32,
    /// Scale.
    pub scale: f32,
}

impl Pose {
    /// Upright in the middle of the board, unscaled.
    pub(crate) const UPRIGHT: Pose =
        Pose { position: Vec3::ZERO, yaw: 0.0, lean: 0.0, lean_direction: 0.0, scale: 1.0 };
}

/// A piece to draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PieceInstance {
    /// Type and colour.
    pub piece: Piece,
    /// Its pose.
    pub pose: Pose,
    /// Its highlight.
    pub glow: Glow,
}

/// Highlight of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glow {
    /// No highlight.
    None,
    /// Hovered, or at the keyboard cursor.
    Focus,
    /// Selected or held.
    Selected,
    /// Would be captured.
    Threatened,
    /// Placed by a premove.
    Premove,
}

/// Animate, or respect the reduced-motion setting.
#[wasm_bindgen]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// Pieces are animated.
    Full = 0,
    /// Pieces jump.
    Reduced = 1,
}

/// The animations of all pieces.
#[derive(Clone, Debug, Default)]
pub struct PieceAnimator {
    tweens: Vec<Tween>,
    /// Number, square and time of the last rejected move.
    shake: Option<(u32, Square, Millis)>,
}

#[derive(Clone, Copy, Debug)]
struct Tween {
    piece: Board3dPiece,
    /// The piece shown during the animation (a pawn until it is promoted).
    piece_before: Piece,
    glow: Glow,
    from: Pose,
    to: Pose,
    hop_height: f32,
    start: Millis,
    duration: Millis,
}

/// Duration of the shake after a rejected move.
const SHAKE_DURATION: Millis = 420.0;
/// Knights are turned by this angle towards the side.
const KNIGHT_YAW: f32 = 1.15;
/// Scale of captured pieces, so that all of a side fit beside the board.
const CAPTURED_SCALE: f32 = 0.64;
/// Distance between captured pieces.
const CAPTURED_SPACING: f32 = 0.475;
/// Height of the table; the board's surface is at 0.
pub(crate) const TABLE_HEIGHT: f32 = -0.42;

impl PieceAnimator {
    /// Animates every piece to its pose in the scene; `held_position` is that of a dragged piece.
    pub fn show(&mut self, scene: &Board3dScene, held_position: Option<Vec3>, motion: Motion, now: Millis) {
        let old = std::mem::take(&mut self.tweens);
        let mut captured_counts = [0_u8; 2];
        let is_new = old.is_empty();
        for &scene_piece in &scene.pieces {
            let captured_count = &mut captured_counts[scene_piece.piece.color as usize];
            let index = *captured_count;
            *captured_count += u8::from(scene_piece.state == PieceState::Captured);
            let to = target_pose(scene, scene_piece, index, held_position);
            let glow = glow(scene, scene_piece);
            let tween = match old.iter().find(|tween| tween.piece.origin == scene_piece.origin && !is_new) {
                Some(&tween) => tween.retarget(scene_piece, glow, to, motion, now),
                None => Tween {
                    piece: scene_piece,
                    piece_before: scene_piece.piece,
                    glow,
                    from: to,
                    to,
                    hop_height: 0.0,
                    start: now,
                    duration: 0.0,
                },
            };
            self.tweens.push(tween);
        }
        match (scene.rejected_move, self.shake) {
            (Some((number, from, _)), last) if last.is_none_or(|last| last.0 != number) => {
                self.shake = Some((number, from, now));
            }
            (None, _) => self.shake = None,
            _ => {}
        }
    }

    /// The pieces at a time.
    pub fn pieces(&self, now: Millis) -> impl Iterator<Item = PieceInstance> {
        self.tweens.iter().map(move |tween| {
            let mut pose = tween.pose(now);
            if let Some((_, square, since)) = self.shake
                && tween.piece.square == square
                && tween.piece.state != PieceState::Captured
            {
                let share = ((now - since) / SHAKE_DURATION).clamp(0.0, 1.0) as f32;
                pose.lean += (share * 22.0).sin() * (1.0 - share) * 0.16;
            }
            let piece =
                if now < tween.start + tween.duration { tween.piece_before } else { tween.piece.piece };
            PieceInstance { piece, pose, glow: tween.glow }
        })
    }

    /// Returns true if the next frame differs.
    #[must_use]
    pub fn is_moving(&self, now: Millis) -> bool {
        let is_shaking = self.shake.is_some_and(|(_, _, since)| now < since + SHAKE_DURATION);
        is_shaking || self.tweens.iter().any(|tween| now < tween.start + tween.duration)
    }

    /// The pieces that can be picked: those on the board that are not held.
    #[must_use]
    pub fn pickables(&self) -> Vec<Pickable> {
        let standing = self
            .tweens
            .iter()
            .filter(|tween| matches!(tween.piece.state, PieceState::Standing | PieceState::Premoved));
        let pickable = |tween: &Tween| Pickable {
            square: tween.piece.square,
            base: square_center(tween.piece.square),
            height: if tween.to.lean.abs() > 0.5 { 0.3 } else { piece_height(tween.piece.piece.role) },
        };
        standing.map(pickable).collect()
    }
}

impl Tween {
    /// Retargets the animation from the current pose.
    fn retarget(self, scene_piece: Board3dPiece, glow: Glow, to: Pose, motion: Motion, now: Millis) -> Tween {
        if self.to == to && self.piece.piece == scene_piece.piece {
            return Tween { piece: scene_piece, glow, ..self };
        }
        let from = self.pose(now);
        let distance = (to.position - from.position).length();
        let is_held = scene_piece.state == PieceState::Dragged;
        let (duration, hop_height) = match () {
            () if motion == Motion::Reduced => (0.0, 0.0),
            () if is_held => (70.0, 0.0),
            () if scene_piece.state == PieceState::Captured && self.piece.state != PieceState::Captured => {
                (720.0, 1.5)
            }
            () if self.piece.state == PieceState::Dragged => (140.0, 0.0),
            () if scene_piece.piece.role == Role::Knight && distance > 1.5 => (430.0, 1.1),
            () if distance < 0.4 => (130.0, 0.0),
            // Longer moves are faster, so that the game does not have to wait.
            () => (220.0 + f64::from(distance) * 45.0, 0.12),
        };
        Tween {
            piece: scene_piece,
            piece_before: self.piece.piece,
            glow,
            from,
            to,
            hop_height,
            start: now,
            duration,
        }
    }

    fn pose(&self, now: Millis) -> Pose {
        if now >= self.start + self.duration {
            return self.to;
        }
        let t = ((now - self.start) / self.duration).clamp(0.0, 1.0) as f32;
        let eased = t * t * (3.0 - 2.0 * t);
        let mix = |a: f32, b: f32| a + (b - a) * eased;
        let position = self.from.position.lerp(self.to.position, eased);
        Pose {
            position: position + Vec3::UP * (self.hop_height * 4.0 * t * (1.0 - t)),
            yaw: mix(self.from.yaw, self.to.yaw),
            lean: mix(self.from.lean, self.to.lean),
            lean_direction: mix(self.from.lean_direction, self.to.lean_direction),
            scale: mix(self.from.scale, self.to.scale),
        }
    }
}

/// The pose that the scene asks for.
fn target_pose(
    scene: &Board3dScene,
    scene_piece: Board3dPiece,
    index: u8,
    held_position: Option<Vec3>,
) -> Pose {
    if scene_piece.state == PieceState::Captured {
        let position = captured_position(scene.bottom, scene_piece.piece.color, index);
        return Pose {
            position,
            yaw: facing_yaw(scene_piece.piece, -position.x),
            scale: CAPTURED_SCALE,
            ..Pose::UPRIGHT
        };
    }
    let yaw = facing_yaw(scene_piece.piece, 3.5 - f32::from(scene_piece.origin.file() as u8));
    let at = square_center(scene_piece.square);
    let marks = scene.marks.iter().find(|(square, _)| *square == scene_piece.square);
    let has = |mark| marks.is_some_and(|(_, marks)| marks.has(mark));
    if scene_piece.piece.role == Role::King && has(Mark::Mated) {
        return fallen_pose(scene, scene_piece.square, yaw);
    }
    let lifted = match (scene_piece.state, held_position) {
        (PieceState::Dragged, Some(held_position)) => vec3(held_position.x, 0.45, held_position.z),
        (PieceState::Dragged, None) => at + Vec3::UP * 0.3,
        _ if has(Mark::Selected) => at + Vec3::UP * 0.1,
        _ => at,
    };
    Pose { position: lifted, yaw, ..Pose::UPRIGHT }
}

/// Unit vector of an angle on the board plane.
pub(crate) fn direction_vector(angle: f32) -> Vec3 {
    vec3(angle.cos(), 0.0, -angle.sin())
}

/// Positions of captured pieces: two columns per side at the far corners of the board.
fn captured_position(bottom: Color, color: Color, index: u8) -> Vec3 {
    let (row, position) = (f32::from(index % 2), f32::from(index / 2));
    let side = if color == bottom { -1.0 } else { 1.0 };
    let near = vec3(side * (4.96 + row * CAPTURED_SPACING), TABLE_HEIGHT, -4.6 + position * CAPTURED_SPACING);
    if bottom == Color::White { near } else { vec3(-near.x, near.y, -near.z) }
}

/// Pieces face the opponent; knights are turned to the side, so that their profile is seen from both sides.
fn facing_yaw(piece: Piece, aside: f32) -> f32 {
    let (ahead, left) = match piece.color {
        Color::White => (PI * 0.5, -aside.signum()),
        Color::Black => (PI * -0.5, aside.signum()),
    };
    if piece.role == Role::Knight { ahead + left * KNIGHT_YAW } else { ahead }
}

fn glow(scene: &Board3dScene, scene_piece: Board3dPiece) -> Glow {
    let marks = scene.marks.iter().find(|(square, _)| *square == scene_piece.square);
    let has = |mark| marks.is_some_and(|(_, marks)| marks.has(mark));
    match scene_piece.state {
        PieceState::Captured => Glow::None,
        PieceState::Premoved => Glow::Premove,
        PieceState::Dragged => Glow::Selected,
        PieceState::Standing if has(Mark::Selected) => Glow::Selected,
        PieceState::Standing if has(Mark::Capture) => Glow::Threatened,
        PieceState::Standing if has(Mark::Hover) || has(Mark::Cursor) => Glow::Focus,
        PieceState::Standing => Glow::None,
    }
}

/// Height of a piece.
pub(crate) const fn piece_height(role: Role) -> f32 {
    match role {
        Role::Pawn => 0.86,
        Role::Rook => 1.0,
        Role::Knight => 1.26,
        Role::Bishop => 1.3,
        Role::Queen => 1.53,
        Role::King => 1.82,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLDEN: &str = include_str!("../../../testdata/scene/scenes.txt");

    fn scene(name: &str) -> Board3dScene {
        let mut lines = GOLDEN.lines();
        lines.find(|line| line.strip_prefix("# ") == Some(name)).unwrap();
        lines.next().unwrap().parse().unwrap()
    }

    fn place(animator: &PieceAnimator, index: usize, now: Millis) -> Vec3 {
        animator.pieces(now).nth(index).unwrap().pose.position
    }

    /// Indices of the pawns from e2 and d7.
    const E2: usize = 12;
    const D7: usize = 19;

    #[test]
    fn the_first_scene_is_not_animated_and_later_ones_are() {
        let mut animator = PieceAnimator::default();
        animator.show(&scene("the start"), None, Motion::Full, 0.0);
        assert!(!animator.is_moving(0.0));
        assert_eq!(place(&animator, E2, 0.0), square_center(Square::E2));
        animator.show(&scene("a pawn is taken"), None, Motion::Full, 1000.0);
        assert!(animator.is_moving(1001.0) && !animator.is_moving(2000.0));
        assert_eq!(place(&animator, E2, 1000.0), square_center(Square::E2));
        let between = place(&animator, E2, 1150.0);
        assert!(between.y > 0.0 && between.x < square_center(Square::E2).x, "{between:?}");
        assert_eq!(place(&animator, E2, 2000.0), square_center(Square::D5));
        let gone = place(&animator, D7, 2000.0);
        assert!(gone.x > 4.7 && gone.y == TABLE_HEIGHT, "beside the board: {gone:?}");
    }

    #[test]
    fn reduced_motion_skips_animations() {
        let mut animator = PieceAnimator::default();
        animator.show(&scene("the start"), None, Motion::Reduced, 0.0);
        animator.show(&scene("a pawn is taken"), None, Motion::Reduced, 5.0);
        assert!(!animator.is_moving(5.0));
        assert_eq!(place(&animator, E2, 5.0), square_center(Square::D5));
    }

    #[test]
    fn a_held_piece_follows_the_pointer_and_cannot_be_picked() {
        let mut animator = PieceAnimator::default();
        let held_position = vec3(1.0, 0.0, 1.0);
        animator.show(&scene("a pawn is held and an arrow drawn"), Some(held_position), Motion::Reduced, 0.0);
        assert_eq!(place(&animator, E2, 0.0), vec3(1.0, 0.45, 1.0));
        let obstacles = animator.pickables();
        assert_eq!(obstacles.len(), 31);
        assert!(obstacles.iter().all(|each| each.square != Square::E2));
    }

    #[test]
    fn knights_face_sideways_and_captured_ones_face_the_board() {
        let mut animator = PieceAnimator::default();
        let scene = "w; b1Nb1 g1Ng1 b8nb8 g8ng8 a1Ra1 b7nb7x;;;;;".parse().unwrap();
        animator.show(&scene, None, Motion::Reduced, 0.0);
        let facings: Vec<Vec3> = animator.pieces(0.0).map(|actor| direction_vector(actor.pose.yaw)).collect();
        let right: Vec<bool> = facings.iter().map(|direction| direction.x > 0.8).collect();
        assert_eq!(right, [true, false, true, false, false, false], "{facings:?}");
        assert!(facings[1].x < -0.8 && facings[3].x < -0.8 && facings[5].x < -0.8, "{facings:?}");
        assert!(facings[0].z < 0.0 && facings[2].z > 0.0, "at each other: {facings:?}");
    }

    #[test]
    fn captured_pieces_overlap_nothing_and_are_in_view() {
        use crate::board_mesh::BOARD_HALF_WIDTH;
        use crate::camera::{Camera, ScreenPoint};
        let mesh = crate::piece_meshes::piece_mesh(Role::King, crate::quality::Quality::Low);
        let widest = mesh.vertices.iter().map(|v| v.position.x.hypot(v.position.z)).fold(0.0, f32::max);
        let radius = widest * CAPTURED_SCALE;
        let places: Vec<Vec3> =
            (0..16).map(|index| captured_position(Color::White, Color::Black, index)).collect();
        for (index, &position) in places.iter().enumerate() {
            assert!(position.x - radius > BOARD_HALF_WIDTH, "{position:?} is beside the board");
            let ScreenPoint { x, y } = Camera::HOME.project(position + vec3(radius, 0.0, 0.0), 1.0);
            assert!(x < 1.0 && y < 1.0, "{position:?} is seen at {x} {y}");
            for &other in &places[..index] {
                assert!((position - other).length() > 2.0 * radius, "{position:?} and {other:?}");
            }
        }
    }

    #[test]
    fn a_rejected_move_shakes_its_piece_once() {
        let mut animator = PieceAnimator::default();
        let rejected = scene("a rook may not jump");
        animator.show(&scene("the start"), None, Motion::Full, 0.0);
        animator.show(&rejected, None, Motion::Full, 100.0);
        let lean = |animator: &PieceAnimator, now| animator.pieces(now).next().unwrap().pose.lean;
        assert!(animator.is_moving(150.0) && lean(&animator, 150.0) != 0.0);
        animator.show(&rejected, None, Motion::Full, 900.0);
        assert!(!animator.is_moving(900.0) && lean(&animator, 900.0) == 0.0);
    }
}
