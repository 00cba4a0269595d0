//! The stage: which piece is where at a moment, on its way from where it stood to where the scene wants it.

use std::f32::consts::PI;

use client::{Mark, Scene, SceneMan, Stance};
use rules::{Color, Piece, Role, Square};
use wasm_bindgen::prelude::*;

use crate::camera::{Obstacle, middle};
use crate::fallen::fallen;
use crate::vector::{Vec3, vec3};

/// Moments and spans of time, in milliseconds.
pub type Millis = f64;

/// How a piece stands at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// Where the middle of its foot is.
    pub place: Vec3,
    /// How far it is turned around its axis.
    pub turn: f32,
    /// How far it has fallen over.
    pub lean: f32,
    /// Which way it falls, around the board from White's right to the left.
    pub way: f32,
    /// How large it is.
    pub size: f32,
}

impl Pose {
    /// As large as it is, upright in the middle of the board.
    pub(crate) const UPRIGHT: Pose = Pose { place: Vec3::ZERO, turn: 0.0, lean: 0.0, way: 0.0, size: 1.0 };
}

/// A piece as it is to be drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Actor {
    /// What it is.
    pub piece: Piece,
    /// How it stands.
    pub pose: Pose,
    /// Whether light is on it.
    pub glow: Glow,
}

/// Why a piece is lit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glow {
    /// It is not.
    None,
    /// The pointer or the keyboard is at it.
    Focus,
    /// It is selected.
    Chosen,
    /// It would be captured.
    Threatened,
    /// It stands where it will be.
    Ahead,
}

/// Whether pieces glide or jump to where they belong.
#[wasm_bindgen]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// They glide.
    Full = 0,
    /// They are there at once.
    Reduced = 1,
}

/// All pieces on their ways.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    parts: Vec<Part>,
    /// The last illegal try and when it was.
    shaken: Option<(u32, Square, Millis)>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    man: SceneMan,
    /// What it was while on its way.
    before: Piece,
    glow: Glow,
    from: Pose,
    to: Pose,
    hop: f32,
    began: Millis,
    lasts: Millis,
}

/// How long a piece that was refused shakes.
const SHAKING: Millis = 420.0;
/// How far a knight turns its head aside.
const PROFILE: f32 = 1.15;
/// How large men are beside the board: so that all of one side have room there, in the picture and without touching.
const BESIDE: f32 = 0.64;
/// How far they are apart.
const APART: f32 = 0.475;
/// How deep the table lies under the board.
pub(crate) const TABLE: f32 = -0.42;

impl Stage {
    /// Sends every piece to where the scene has it; `hand` is where a held piece is.
    pub fn show(&mut self, scene: &Scene, hand: Option<Vec3>, motion: Motion, now: Millis) {
        let old = std::mem::take(&mut self.parts);
        let mut taken = [0_u8; 2];
        let is_new = old.is_empty();
        for &man in &scene.men {
            let rank = &mut taken[man.piece.color as usize];
            let order = *rank;
            *rank += u8::from(man.stance == Stance::Taken);
            let to = target(scene, man, order, hand);
            let glow = glow(scene, man);
            let part = match old.iter().find(|part| part.man.home == man.home && !is_new) {
                Some(&part) => part.sent(man, glow, to, motion, now),
                None => Part { man, before: man.piece, glow, from: to, to, hop: 0.0, began: now, lasts: 0.0 },
            };
            self.parts.push(part);
        }
        match (scene.slip, self.shaken) {
            (Some((number, from, _)), last) if last.is_none_or(|last| last.0 != number) => {
                self.shaken = Some((number, from, now));
            }
            (None, _) => self.shaken = None,
            _ => {}
        }
    }

    /// The pieces at a moment.
    pub fn actors(&self, now: Millis) -> impl Iterator<Item = Actor> {
        self.parts.iter().map(move |part| {
            let mut pose = part.pose(now);
            if let Some((_, square, since)) = self.shaken
                && part.man.square == square
                && part.man.stance != Stance::Taken
            {
                let share = ((now - since) / SHAKING).clamp(0.0, 1.0) as f32;
                pose.lean += (share * 22.0).sin() * (1.0 - share) * 0.16;
            }
            let piece = if now < part.began + part.lasts { part.before } else { part.man.piece };
            Actor { piece, pose, glow: part.glow }
        })
    }

    /// Whether anything will look different a moment later.
    #[must_use]
    pub fn is_moving(&self, now: Millis) -> bool {
        let is_shaking = self.shaken.is_some_and(|(_, _, since)| now < since + SHAKING);
        is_shaking || self.parts.iter().any(|part| now < part.began + part.lasts)
    }

    /// What can be pointed at: all men on the board but one in the hand.
    #[must_use]
    pub fn obstacles(&self) -> Vec<Obstacle> {
        let standing =
            self.parts.iter().filter(|part| matches!(part.man.stance, Stance::Standing | Stance::Ahead));
        let obstacle = |part: &Part| Obstacle {
            square: part.man.square,
            foot: middle(part.man.square),
            height: if part.to.lean.abs() > 0.5 { 0.3 } else { height(part.man.piece.role) },
        };
        standing.map(obstacle).collect()
    }
}

impl Part {
    /// On its way to a new place, from wherever it is.
    fn sent(self, man: SceneMan, glow: Glow, to: Pose, motion: Motion, now: Millis) -> Part {
        if self.to == to && self.man.piece == man.piece {
            return Part { man, glow, ..self };
        }
        let from = self.pose(now);
        let far = (to.place - from.place).length();
        let is_held = man.stance == Stance::Held;
        let (lasts, hop) = match () {
            () if motion == Motion::Reduced => (0.0, 0.0),
            () if is_held => (70.0, 0.0),
            () if man.stance == Stance::Taken && self.man.stance != Stance::Taken => (720.0, 1.5),
            () if self.man.stance == Stance::Held => (140.0, 0.0),
            () if man.piece.role == Role::Knight && far > 1.5 => (430.0, 1.1),
            () if far < 0.4 => (130.0, 0.0),
            // Longer ways are quicker, or the game would wait for them.
            () => (220.0 + f64::from(far) * 45.0, 0.12),
        };
        Part { man, before: self.man.piece, glow, from, to, hop, began: now, lasts }
    }

    fn pose(&self, now: Millis) -> Pose {
        if now >= self.began + self.lasts {
            return self.to;
        }
        let t = ((now - self.began) / self.lasts).clamp(0.0, 1.0) as f32;
        let eased = t * t * (3.0 - 2.0 * t);
        let mix = |a: f32, b: f32| a + (b - a) * eased;
        let place = self.from.place.towards(self.to.place, eased);
        Pose {
            place: place + Vec3::UP * (self.hop * 4.0 * t * (1.0 - t)),
            turn: mix(self.from.turn, self.to.turn),
            lean: mix(self.from.lean, self.to.lean),
            way: mix(self.from.way, self.to.way),
            size: mix(self.from.size, self.to.size),
        }
    }
}

/// Where the scene wants a man to be.
fn target(scene: &Scene, man: SceneMan, order: u8, hand: Option<Vec3>) -> Pose {
    if man.stance == Stance::Taken {
        let place = beside(scene.bottom, man.piece.color, order);
        return Pose { place, turn: facing(man.piece, -place.x), size: BESIDE, ..Pose::UPRIGHT };
    }
    let turn = facing(man.piece, 3.5 - f32::from(man.home.file() as u8));
    let at = middle(man.square);
    let marks = scene.marks.iter().find(|(square, _)| *square == man.square);
    let has = |mark| marks.is_some_and(|(_, marks)| marks.has(mark));
    if man.piece.role == Role::King && has(Mark::Mated) {
        return fallen(scene, man.square, turn);
    }
    let lifted = match (man.stance, hand) {
        (Stance::Held, Some(hand)) => vec3(hand.x, 0.45, hand.z),
        (Stance::Held, None) => at + Vec3::UP * 0.3,
        _ if has(Mark::Selected) => at + Vec3::UP * 0.1,
        _ => at,
    };
    Pose { place: lifted, turn, ..Pose::UPRIGHT }
}

/// A step of a square in a way.
pub(crate) fn ahead(way: f32) -> Vec3 {
    vec3(way.cos(), 0.0, -way.sin())
}

/// Where taken men stand: at the far corners beside the board, where the picture has room; two rows for each side.
fn beside(bottom: Color, color: Color, order: u8) -> Vec3 {
    let (row, place) = (f32::from(order % 2), f32::from(order / 2));
    let side = if color == bottom { -1.0 } else { 1.0 };
    let near = vec3(side * (4.96 + row * APART), TABLE, -4.6 + place * APART);
    if bottom == Color::White { near } else { vec3(-near.x, near.y, -near.z) }
}

/// Men look at the other side; knights aside, that way, so that their heads are seen from both seats.
fn facing(piece: Piece, aside: f32) -> f32 {
    let (ahead, left) = match piece.color {
        Color::White => (PI * 0.5, -aside.signum()),
        Color::Black => (PI * -0.5, aside.signum()),
    };
    if piece.role == Role::Knight { ahead + left * PROFILE } else { ahead }
}

fn glow(scene: &Scene, man: SceneMan) -> Glow {
    let marks = scene.marks.iter().find(|(square, _)| *square == man.square);
    let has = |mark| marks.is_some_and(|(_, marks)| marks.has(mark));
    match man.stance {
        Stance::Taken => Glow::None,
        Stance::Ahead => Glow::Ahead,
        Stance::Held => Glow::Chosen,
        Stance::Standing if has(Mark::Selected) => Glow::Chosen,
        Stance::Standing if has(Mark::Capture) => Glow::Threatened,
        Stance::Standing if has(Mark::Hover) || has(Mark::Cursor) => Glow::Focus,
        Stance::Standing => Glow::None,
    }
}

/// How high a piece is.
pub(crate) const fn height(role: Role) -> f32 {
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

    fn scene(name: &str) -> Scene {
        let mut lines = GOLDEN.lines();
        lines.find(|line| line.strip_prefix("# ") == Some(name)).unwrap();
        lines.next().unwrap().parse().unwrap()
    }

    fn place(stage: &Stage, index: usize, now: Millis) -> Vec3 {
        stage.actors(now).nth(index).unwrap().pose.place
    }

    /// The pawns that began on e2 and d7, by their place in the list.
    const E2: usize = 12;
    const D7: usize = 19;

    #[test]
    fn pieces_are_there_at_first_and_then_glide() {
        let mut stage = Stage::default();
        stage.show(&scene("the start"), None, Motion::Full, 0.0);
        assert!(!stage.is_moving(0.0));
        assert_eq!(place(&stage, E2, 0.0), middle(Square::E2));
        stage.show(&scene("a pawn is taken"), None, Motion::Full, 1000.0);
        assert!(stage.is_moving(1001.0) && !stage.is_moving(2000.0));
        assert_eq!(place(&stage, E2, 1000.0), middle(Square::E2));
        let between = place(&stage, E2, 1150.0);
        assert!(between.y > 0.0 && between.x < middle(Square::E2).x, "{between:?}");
        assert_eq!(place(&stage, E2, 2000.0), middle(Square::D5));
        let gone = place(&stage, D7, 2000.0);
        assert!(gone.x > 4.7 && gone.y == TABLE, "beside the board: {gone:?}");
    }

    #[test]
    fn without_motion_everything_is_there_at_once() {
        let mut stage = Stage::default();
        stage.show(&scene("the start"), None, Motion::Reduced, 0.0);
        stage.show(&scene("a pawn is taken"), None, Motion::Reduced, 5.0);
        assert!(!stage.is_moving(5.0));
        assert_eq!(place(&stage, E2, 5.0), middle(Square::D5));
    }

    #[test]
    fn a_held_piece_follows_the_hand_and_is_no_obstacle() {
        let mut stage = Stage::default();
        let hand = vec3(1.0, 0.0, 1.0);
        stage.show(&scene("a pawn is held and an arrow drawn"), Some(hand), Motion::Reduced, 0.0);
        assert_eq!(place(&stage, E2, 0.0), vec3(1.0, 0.45, 1.0));
        let obstacles = stage.obstacles();
        assert_eq!(obstacles.len(), 31);
        assert!(obstacles.iter().all(|each| each.square != Square::E2));
    }

    #[test]
    fn knights_are_seen_from_the_side_and_captured_ones_look_at_the_board() {
        let mut stage = Stage::default();
        let scene = "w; b1Nb1 g1Ng1 b8nb8 g8ng8 a1Ra1 b7nb7x;;;;;".parse().unwrap();
        stage.show(&scene, None, Motion::Reduced, 0.0);
        let looks: Vec<Vec3> = stage.actors(0.0).map(|actor| ahead(actor.pose.turn)).collect();
        let right: Vec<bool> = looks.iter().map(|way| way.x > 0.8).collect();
        assert_eq!(right, [true, false, true, false, false, false], "{looks:?}");
        assert!(looks[1].x < -0.8 && looks[3].x < -0.8 && looks[5].x < -0.8, "{looks:?}");
        assert!(looks[0].z < 0.0 && looks[2].z > 0.0, "at each other: {looks:?}");
    }

    #[test]
    fn taken_men_touch_neither_each_other_nor_the_board_and_are_in_the_picture() {
        use crate::camera::{Camera, Spot};
        use crate::slab::EDGE;
        let body = crate::set::piece(Role::King, crate::set::Quality::Low);
        let widest = body.vertices.iter().map(|v| v.position.x.hypot(v.position.z)).fold(0.0, f32::max);
        let radius = widest * BESIDE;
        let places: Vec<Vec3> = (0..16).map(|order| beside(Color::White, Color::Black, order)).collect();
        for (index, &place) in places.iter().enumerate() {
            assert!(place.x - radius > EDGE, "{place:?} is beside the board");
            let Spot { x, y } = Camera::HOME.spot(place + vec3(radius, 0.0, 0.0), 1.0);
            assert!(x < 1.0 && y < 1.0, "{place:?} is seen at {x} {y}");
            for &other in &places[..index] {
                assert!((place - other).length() > 2.0 * radius, "{place:?} and {other:?}");
            }
        }
    }

    #[test]
    fn a_refused_piece_shakes_once() {
        let mut stage = Stage::default();
        let slip = scene("a rook may not jump");
        stage.show(&scene("the start"), None, Motion::Full, 0.0);
        stage.show(&slip, None, Motion::Full, 100.0);
        let lean = |stage: &Stage, now| stage.actors(now).next().unwrap().pose.lean;
        assert!(stage.is_moving(150.0) && lean(&stage, 150.0) != 0.0);
        stage.show(&slip, None, Motion::Full, 900.0);
        assert!(!stage.is_moving(900.0) && lean(&stage, 900.0) == 0.0);
    }
}
