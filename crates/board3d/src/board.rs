//! The 3D board as the page's script sees it: a value that is told what to show and where the fingers are, and draws.

use client::{Scene, Stance};
use rules::{Color, Square};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlSync};

use crate::camera::{Camera, Spot, middle, square_at};
use crate::gl::Trouble;
use crate::look::Look;
use crate::pace::Pace;
use crate::painter::{Frame, Painter};
use crate::set::{Quality, piece};
use crate::stage::{Actor, Millis, Motion, Stage};
use crate::swing::Swing;
use crate::vector::{Vec3, vec3};

/// A board on a canvas.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    painter: Painter,
    scene: Scene,
    stage: Stage,
    swing: Swing,
    pace: Pace,
    motion: Motion,
    size: (u32, u32),
    /// Where a held piece is, and how far that is from what the pointer is at.
    hand: Option<Vec3>,
    grip: Vec3,
    is_stale: bool,
    /// When the last frame was drawn.
    drawn: Millis,
    /// What tells that a frame which is watched has been drawn.
    fence: Option<WebGlSync>,
}

/// What a finger does when it is asked what lies under it.
#[wasm_bindgen]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It points.
    Hover = 0,
    /// It goes down.
    Press = 1,
    /// It moves while it is down, or goes up.
    Hold = 2,
}

#[wasm_bindgen]
impl Board {
    /// A board on this canvas; `letters` is a picture of a to h and 1 to 8 in a row.
    ///
    /// # Errors
    /// When the browser has no WebGL 2, or the graphics card refuses.
    #[wasm_bindgen(constructor)]
    pub fn new(gl: Gl, letters: &HtmlCanvasElement, look: &str, scene: &str) -> Result<Board, JsError> {
        let look = Look::from_name(look).unwrap_or_default();
        let painter = Painter::new(gl, letters, look, Quality::Low).map_err(sorry)?;
        let scene: Scene = scene.parse()?;
        let swing = Swing::new(home(scene.bottom));
        Ok(Board {
            painter,
            scene,
            stage: Stage::default(),
            swing,
            pace: Pace::default(),
            motion: Motion::Full,
            size: (1, 1),
            hand: None,
            grip: Vec3::ZERO,
            is_stale: true,
            drawn: 0.0,
            fence: None,
        })
    }

    /// Shows another scene.
    ///
    /// # Errors
    /// When the text is no scene.
    pub fn show(&mut self, scene: &str, motion: Motion, now: Millis) -> Result<(), JsError> {
        let scene: Scene = scene.parse()?;
        self.motion = motion;
        if scene.bottom != self.scene.bottom {
            self.swing.go(home(scene.bottom), self.motion, now);
        }
        self.scene = scene;
        if !self.is_held() {
            (self.hand, self.grip) = (None, Vec3::ZERO);
        }
        self.stage.show(&self.scene, self.hand, self.motion, now);
        self.is_stale = true;
        Ok(())
    }

    /// Shows the same in another look.
    pub fn dress(&mut self, look: &str) {
        self.painter.dress(Look::from_name(look).unwrap_or_default());
        self.is_stale = true;
    }

    /// The canvas has this many pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.size = (width.max(1), height.max(1));
        self.is_stale = true;
    }

    /// The cell of the flat board that lies under a spot, row by row from the top left; −1 beside the board. While a
    /// piece is held, the board under the piece counts and not the pieces on it, for they would be in the way.
    pub fn cell(&mut self, x: f32, y: f32, phase: Phase, now: Millis) -> i32 {
        let spot = Spot { x, y };
        let camera = self.swing.camera(now);
        let on_board = camera.on_plane(spot, self.aspect(), 0.0);
        let square = if phase == Phase::Hold && self.is_held() {
            self.hand = on_board.map(|point| point + self.grip);
            self.stage.show(&self.scene, self.hand, self.motion, now);
            self.is_stale = true;
            self.hand.and_then(square_at)
        } else {
            camera.pick(spot, self.aspect(), &self.stage.obstacles())
        };
        if phase == Phase::Press {
            // A piece is gripped where it is pressed: at its head, far above its square.
            let grip = square.zip(on_board).map(|(square, point)| middle(square) - point);
            self.grip = grip.unwrap_or_default();
        }
        let Some(square) = square else { return -1 };
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self.scene.bottom {
            Color::White => (7 - rank) * 8 + file,
            Color::Black => rank * 8 + 7 - file,
        }
    }

    /// Turns the eye around the board.
    pub fn orbit(&mut self, turn: f32, tilt: f32, now: Millis) {
        self.swing.put(self.swing.camera(now).orbited(turn, tilt));
        self.is_stale = true;
    }

    /// Brings the eye nearer or farther.
    pub fn zoom(&mut self, factor: f32, now: Millis) {
        self.swing.put(self.swing.camera(now).zoomed(factor));
        self.is_stale = true;
    }

    /// Brings the eye to a place: how far around, how high, how far away; and lets it look at a point.
    pub fn place(&mut self, turn: f32, tilt: f32, distance: f32, x: f32, y: f32, z: f32) {
        self.swing.put(Camera { turn, tilt, distance, aim: vec3(x, y, z) });
        self.is_stale = true;
    }

    /// Brings the eye back to its seat.
    pub fn reset(&mut self, now: Millis) {
        self.swing.go(home(self.scene.bottom), self.motion, now);
    }

    /// Where in the picture a square can be pointed at, from the top left, as shares of its width and height.
    #[must_use]
    pub fn spot(&self, square: &str, now: Millis) -> Option<Vec<f32>> {
        let square = Square::from_ascii(square.as_bytes())?;
        let spot = self.swing.camera(now).spot_of(square, self.aspect(), &self.stage.obstacles());
        Some(vec![0.5 + spot.x * 0.5, 0.5 - spot.y * 0.5])
    }

    /// Where in the picture a point is seen: so far to White's right of the middle of a square, so far ahead and so far above.
    #[must_use]
    pub fn point(&self, square: &str, right: f32, ahead: f32, above: f32, now: Millis) -> Option<Vec<f32>> {
        let at = middle(Square::from_ascii(square.as_bytes())?) + vec3(right, above, -ahead);
        let spot = self.swing.camera(now).spot(at, self.aspect());
        Some(vec![0.5 + spot.x * 0.5, 0.5 - spot.y * 0.5])
    }

    /// How many pixels of the canvas there should be for each of the page.
    #[must_use]
    pub fn sharpness(&self) -> f32 {
        self.pace.quality().sharpness()
    }

    /// The level at which it is drawn.
    #[must_use]
    pub fn quality(&self) -> String {
        self.pace.quality().name().to_owned()
    }

    /// How many triangles the pieces have.
    #[must_use]
    pub fn triangles(&self) -> usize {
        let roles = self.scene.men.iter().map(|man| man.piece.role);
        roles.map(|role| piece(role, self.pace.quality()).triangles.len()).sum()
    }

    /// Draws at a level that stays, whatever the time it takes.
    ///
    /// # Errors
    /// When the graphics card refuses.
    pub fn fix(&mut self, quality: &str) -> Result<(), JsError> {
        let Some(quality) = Quality::from_name(quality) else { return Ok(()) };
        self.pace = Pace::fixed(quality);
        self.is_stale = true;
        self.painter.refine(quality).map_err(sorry)
    }

    /// Draws if anything has changed. Tells whether there is more to draw.
    ///
    /// # Errors
    /// When the graphics card refuses.
    pub fn draw(&mut self, now: Millis) -> Result<bool, JsError> {
        // What was on its way when it was last drawn has to be drawn where it has arrived.
        let was_moving = self.stage.is_moving(self.drawn) || self.swing.is_moving(self.drawn);
        if !was_moving && !self.is_stale {
            self.pace.rest();
            return Ok(false);
        }
        (self.is_stale, self.drawn) = (false, now);
        let actors: Vec<Actor> = self.stage.actors(now).collect();
        self.painter.draw(&Frame {
            scene: &self.scene,
            actors: &actors,
            camera: self.swing.camera(now),
            size: self.size,
        });
        if let Some(quality) = self.pace.drawn(now) {
            self.painter.refine(quality).map_err(sorry)?;
            self.is_stale = true;
        }
        Ok(true)
    }

    /// Draws all that a frame can need, to see how long it takes until it [`is_drawn`](Board::is_drawn).
    pub fn draw_watched(&mut self, now: Millis) {
        self.painter.stir();
        let actors: Vec<Actor> = self.stage.actors(now).collect();
        let camera = self.swing.camera(now);
        self.painter.draw(&Frame { scene: &self.scene, actors: &actors, camera, size: self.size });
        self.fence = self.painter.fence();
    }

    /// Whether the frame that was watched is drawn.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.fence.as_ref().is_none_or(|fence| self.painter.is_past(fence))
    }

    /// Whether the time of one frame is worth knowing, now that nothing moves.
    #[must_use]
    pub fn is_hopeful(&self) -> bool {
        self.pace.is_hopeful()
    }

    /// Goes up a level if one frame was quick enough.
    ///
    /// # Errors
    /// When the graphics card refuses.
    pub fn took(&mut self, millis: Millis) -> Result<(), JsError> {
        self.is_stale = true;
        match self.pace.took(millis) {
            Some(quality) => self.painter.refine(quality).map_err(sorry),
            None => Ok(()),
        }
    }

    /// Whether a piece is in somebody's hand. It may have been taken up from the flat board.
    fn is_held(&self) -> bool {
        self.scene.men.iter().any(|man| man.stance == Stance::Held)
    }

    fn aspect(&self) -> f32 {
        self.size.0 as f32 / self.size.1 as f32
    }
}

fn home(bottom: Color) -> Camera {
    match bottom {
        Color::White => Camera::HOME,
        Color::Black => Camera { turn: std::f32::consts::PI, ..Camera::HOME },
    }
}

fn sorry(Trouble(what): Trouble) -> JsError {
    JsError::new(&what)
}
