//! The 3D board as the page's script sees it: a value that is told what to show and where the fingers are, and draws.

use client::{Board3dScene, PieceState};
use rules::{Color, Square};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlSync};

use crate::animation::{Millis, Motion, PieceAnimator, PieceInstance};
use crate::camera::{Camera, ScreenPoint, square_at, square_center};
use crate::camera_transition::CameraTransition;
use crate::gl::GlError;
use crate::piece_meshes::{Quality, piece_mesh};
use crate::quality::QualityController;
use crate::renderer::{Frame, Renderer};
use crate::theme::Theme;
use crate::vector::{Vec3, vec3};

/// A board on a canvas.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    renderer: Renderer,
    scene: Board3dScene,
    animator: PieceAnimator,
    camera_transition: CameraTransition,
    quality: QualityController,
    motion: Motion,
    size: (u32, u32),
    /// Where a held piece is, and how far that is from what the pointer is at.
    held_position: Option<Vec3>,
    grab_offset: Vec3,
    needs_redraw: bool,
    /// When the last frame was drawn.
    last_frame: Millis,
    /// What tells that a frame which is watched has been drawn.
    fence: Option<WebGlSync>,
}

/// What a finger does when it is asked what lies under it.
#[wasm_bindgen]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerPhase {
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
        let look = Theme::from_name(look).unwrap_or_default();
        let renderer = Renderer::new(gl, letters, look, Quality::Low).map_err(js_error)?;
        let scene: Board3dScene = scene.parse()?;
        let camera_transition = CameraTransition::new(home_camera(scene.bottom));
        Ok(Board {
            renderer,
            scene,
            animator: PieceAnimator::default(),
            camera_transition,
            quality: QualityController::default(),
            motion: Motion::Full,
            size: (1, 1),
            held_position: None,
            grab_offset: Vec3::ZERO,
            needs_redraw: true,
            last_frame: 0.0,
            fence: None,
        })
    }

    /// Shows another scene.
    ///
    /// # Errors
    /// When the text is no scene.
    pub fn show(&mut self, scene: &str, motion: Motion, now: Millis) -> Result<(), JsError> {
        let scene: Board3dScene = scene.parse()?;
        self.motion = motion;
        if scene.bottom != self.scene.bottom {
            self.camera_transition.start_to(home_camera(scene.bottom), self.motion, now);
        }
        self.scene = scene;
        if !self.is_held() {
            (self.held_position, self.grab_offset) = (None, Vec3::ZERO);
        }
        self.animator.show(&self.scene, self.held_position, self.motion, now);
        self.needs_redraw = true;
        Ok(())
    }

    /// Shows the same in another look.
    pub fn set_theme(&mut self, look: &str) {
        self.renderer.set_theme(Theme::from_name(look).unwrap_or_default());
        self.needs_redraw = true;
    }

    /// The canvas has this many pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.size = (width.max(1), height.max(1));
        self.needs_redraw = true;
    }

    /// The cell of the flat board that lies under a spot, row by row from the top left; −1 beside the board. While a
    /// piece is held, the board under the piece counts and not the pieces on it, for they would be in the way.
    pub fn cell_at(&mut self, x: f32, y: f32, phase: PointerPhase, now: Millis) -> i32 {
        let spot = ScreenPoint { x, y };
        let camera = self.camera_transition.camera(now);
        let on_board = camera.unproject_to_plane(spot, self.aspect(), 0.0);
        let square = if phase == PointerPhase::Hold && self.is_held() {
            self.held_position = on_board.map(|point| point + self.grab_offset);
            self.animator.show(&self.scene, self.held_position, self.motion, now);
            self.needs_redraw = true;
            self.held_position.and_then(square_at)
        } else {
            camera.pick(spot, self.aspect(), &self.animator.pickables())
        };
        if phase == PointerPhase::Press {
            // A piece is gripped where it is pressed: at its head, far above its square.
            let grip = square.zip(on_board).map(|(square, point)| square_center(square) - point);
            self.grab_offset = grip.unwrap_or_default();
        }
        let Some(square) = square else { return -1 };
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self.scene.bottom {
            Color::White => (7 - rank) * 8 + file,
            Color::Black => rank * 8 + 7 - file,
        }
    }

    /// Turns the eye around the board.
    pub fn orbit(&mut self, yaw: f32, pitch: f32, now: Millis) {
        self.camera_transition.jump_to(self.camera_transition.camera(now).orbited(yaw, pitch));
        self.needs_redraw = true;
    }

    /// Brings the eye nearer or farther.
    pub fn zoom(&mut self, factor: f32, now: Millis) {
        self.camera_transition.jump_to(self.camera_transition.camera(now).zoomed(factor));
        self.needs_redraw = true;
    }

    /// Brings the eye to a place: how far around, how high, how far away; and lets it look at a point.
    pub fn set_camera(&mut self, yaw: f32, pitch: f32, distance: f32, x: f32, y: f32, z: f32) {
        self.camera_transition.jump_to(Camera { yaw, pitch, distance, target: vec3(x, y, z) });
        self.needs_redraw = true;
    }

    /// Brings the eye back to its seat.
    pub fn reset_camera(&mut self, now: Millis) {
        self.camera_transition.start_to(home_camera(self.scene.bottom), self.motion, now);
    }

    /// Where in the picture a square can be pointed at, from the top left, as shares of its width and height.
    #[must_use]
    pub fn square_point(&self, square: &str, now: Millis) -> Option<Vec<f32>> {
        let square = Square::from_ascii(square.as_bytes())?;
        let spot = self.camera_transition.camera(now).visible_point_of(
            square,
            self.aspect(),
            &self.animator.pickables(),
        );
        Some(vec![0.5 + spot.x * 0.5, 0.5 - spot.y * 0.5])
    }

    /// Where in the picture a point is seen: so far to White's right of the middle of a square, so far ahead and so far above.
    #[must_use]
    pub fn point_near(
        &self,
        square: &str,
        right: f32,
        ahead: f32,
        above: f32,
        now: Millis,
    ) -> Option<Vec<f32>> {
        let at = square_center(Square::from_ascii(square.as_bytes())?) + vec3(right, above, -ahead);
        let spot = self.camera_transition.camera(now).project(at, self.aspect());
        Some(vec![0.5 + spot.x * 0.5, 0.5 - spot.y * 0.5])
    }

    /// How many pixels of the canvas there should be for each of the page.
    #[must_use]
    pub fn max_pixel_ratio(&self) -> f32 {
        self.quality.quality_name().max_pixel_ratio()
    }

    /// The level at which it is drawn.
    #[must_use]
    pub fn quality(&self) -> String {
        self.quality.quality_name().name().to_owned()
    }

    /// How many triangles the pieces have.
    #[must_use]
    pub fn triangles(&self) -> usize {
        let roles = self.scene.pieces.iter().map(|man| man.piece.role);
        roles.map(|role| piece_mesh(role, self.quality.quality_name()).triangles.len()).sum()
    }

    /// Draws at a level that stays, whatever the time it takes.
    ///
    /// # Errors
    /// When the graphics card refuses.
    pub fn fix_quality(&mut self, quality: &str) -> Result<(), JsError> {
        let Some(quality) = Quality::from_name(quality) else { return Ok(()) };
        self.quality = QualityController::fixed(quality);
        self.needs_redraw = true;
        self.renderer.set_quality(quality).map_err(js_error)
    }

    /// Draws if anything has changed. Tells whether there is more to draw.
    ///
    /// # Errors
    /// When the graphics card refuses.
    pub fn draw(&mut self, now: Millis) -> Result<bool, JsError> {
        // What was on its way when it was last drawn has to be drawn where it has arrived.
        let was_moving =
            self.animator.is_moving(self.last_frame) || self.camera_transition.is_moving(self.last_frame);
        if !was_moving && !self.needs_redraw {
            self.quality.pause();
            return Ok(false);
        }
        (self.needs_redraw, self.last_frame) = (false, now);
        let actors: Vec<PieceInstance> = self.animator.pieces(now).collect();
        self.renderer.draw(&Frame {
            scene: &self.scene,
            pieces: &actors,
            camera: self.camera_transition.camera(now),
            size: self.size,
        });
        if let Some(quality) = self.quality.on_frame(now) {
            self.renderer.set_quality(quality).map_err(js_error)?;
            self.needs_redraw = true;
        }
        Ok(true)
    }

    /// Draws all that a frame can need, to see how long it takes until it [`is_drawn`](Board::is_drawn).
    pub fn draw_timed(&mut self, now: Millis) {
        self.renderer.invalidate_shadows();
        let actors: Vec<PieceInstance> = self.animator.pieces(now).collect();
        let camera = self.camera_transition.camera(now);
        self.renderer.draw(&Frame { scene: &self.scene, pieces: &actors, camera, size: self.size });
        self.fence = self.renderer.fence();
    }

    /// Whether the frame that was watched is drawn.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.fence.as_ref().is_none_or(|fence| self.renderer.is_signaled(fence))
    }

    /// Whether the time of one frame is worth knowing, now that nothing moves.
    #[must_use]
    pub fn should_probe(&self) -> bool {
        self.quality.should_probe()
    }

    /// Goes up a level if one frame was quick enough.
    ///
    /// # Errors
    /// When the graphics card refuses.
    pub fn report_probe(&mut self, millis: Millis) -> Result<(), JsError> {
        self.needs_redraw = true;
        match self.quality.on_probe(millis) {
            Some(quality) => self.renderer.set_quality(quality).map_err(js_error),
            None => Ok(()),
        }
    }

    /// Whether a piece is in somebody's hand. It may have been taken up from the flat board.
    fn is_held(&self) -> bool {
        self.scene.pieces.iter().any(|man| man.state == PieceState::Dragged)
    }

    fn aspect(&self) -> f32 {
        self.size.0 as f32 / self.size.1 as f32
    }
}

fn home_camera(bottom: Color) -> Camera {
    match bottom {
        Color::White => Camera::HOME,
        Color::Black => Camera { yaw: std::f32::consts::PI, ..Camera::HOME },
    }
}

fn js_error(GlError(what): GlError) -> JsError {
    JsError::new(&what)
}
