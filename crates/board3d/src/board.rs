//! The interface for the page's script (`bundler/templates/board3d.js`): shows scenes, answers picking
//! queries, draws frames.

use client::{Board3dScene, PieceState};
use rules::{Color, Square};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlSync};

use crate::animation::{Millis, Motion, PieceAnimator, PieceInstance};
use crate::camera::{Camera, ScreenPoint, square_at, square_center};
use crate::camera_transition::CameraTransition;
use crate::gl::GlError;
use crate::piece_meshes::piece_mesh;
use crate::quality::{Quality, QualityController};
use crate::renderer::{Frame, Renderer};
use crate::theme::Theme;
use crate::vector::{Vec3, vec3};

/// A 3D board on a canvas.
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
    /// Position of the held piece on the board plane, and its offset from the point under the pointer.
    held_position: Option<Vec3>,
    grab_offset: Vec3,
    needs_redraw: bool,
    /// Time of the last frame.
    last_frame: Millis,
    /// Fence of the frame that is being timed.
    fence: Option<WebGlSync>,
}

/// The kind of pointer event of a picking query.
#[wasm_bindgen]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerPhase {
    /// The pointer moves without a button.
    Hover = 0,
    /// The pointer goes down.
    Press = 1,
    /// The pointer moves while down, or goes up.
    Hold = 2,
}

#[wasm_bindgen]
impl Board {
    /// Creates a board; `letters` is an image of a to h and 1 to 8 in a row.
    ///
    /// # Errors
    /// If a shader or GPU resource cannot be created.
    #[wasm_bindgen(constructor)]
    pub fn new(gl: Gl, letters: &HtmlCanvasElement, theme: &str, scene: &str) -> Result<Board, JsError> {
        let theme = Theme::from_name(theme).unwrap_or_default();
        let renderer = Renderer::new(gl, letters, theme, Quality::Low).map_err(js_error)?;
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
    /// If the scene cannot be parsed.
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

    /// Changes the theme.
    pub fn set_theme(&mut self, theme: &str) {
        self.renderer.set_theme(Theme::from_name(theme).unwrap_or_default());
        self.needs_redraw = true;
    }

    /// Sets the size of the canvas in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.size = (width.max(1), height.max(1));
        self.needs_redraw = true;
    }

    /// The cell of the flat board under a screen point, row by row from the top left; −1 beside the board.
    /// While a piece is held, the board below it is picked and not the other pieces, which would be in the
    /// way.
    pub fn cell_at(&mut self, x: f32, y: f32, phase: PointerPhase, now: Millis) -> i32 {
        let point = ScreenPoint { x, y };
        let camera = self.camera_transition.camera(now);
        let plane_point = camera.unproject_to_plane(point, self.aspect(), 0.0);
        let square = if phase == PointerPhase::Hold && self.is_held() {
            self.held_position = plane_point.map(|point| point + self.grab_offset);
            self.animator.show(&self.scene, self.held_position, self.motion, now);
            self.needs_redraw = true;
            self.held_position.and_then(square_at)
        } else {
            camera.pick(point, self.aspect(), &self.animator.pickables())
        };
        if phase == PointerPhase::Press {
            // A piece is grabbed where it is pressed, e.g. at its head, far above its square.
            let offset = square.zip(plane_point).map(|(square, point)| square_center(square) - point);
            self.grab_offset = offset.unwrap_or_default();
        }
        let Some(square) = square else { return -1 };
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self.scene.bottom {
            Color::White => (7 - rank) * 8 + file,
            Color::Black => rank * 8 + 7 - file,
        }
    }

    /// Orbits the camera around the board, in radians.
    pub fn orbit(&mut self, yaw: f32, pitch: f32, now: Millis) {
        self.camera_transition.jump_to(self.camera_transition.camera(now).orbited(yaw, pitch));
        self.needs_redraw = true;
    }

    /// Zooms the camera.
    pub fn zoom(&mut self, factor: f32, now: Millis) {
        self.camera_transition.jump_to(self.camera_transition.camera(now).zoomed(factor));
        self.needs_redraw = true;
    }

    /// Places the camera: yaw, pitch, distance, and the point it looks at.
    pub fn set_camera(&mut self, yaw: f32, pitch: f32, distance: f32, x: f32, y: f32, z: f32) {
        self.camera_transition.jump_to(Camera { yaw, pitch, distance, target: vec3(x, y, z) });
        self.needs_redraw = true;
    }

    /// Moves the camera back to its home position.
    pub fn reset_camera(&mut self, now: Millis) {
        self.camera_transition.start_to(home_camera(self.scene.bottom), self.motion, now);
    }

    /// A point at which a square can be picked, as shares of the canvas' width and height from the top left.
    #[must_use]
    pub fn square_point(&self, square: &str, now: Millis) -> Option<Vec<f32>> {
        let square = Square::from_ascii(square.as_bytes())?;
        let point = self.camera_transition.camera(now).visible_point_of(
            square,
            self.aspect(),
            &self.animator.pickables(),
        );
        Some(vec![0.5 + point.x * 0.5, 0.5 - point.y * 0.5])
    }

    /// Screen position of a point relative to a square's centre, as shares of the canvas' width and height.
    /// `right` and `ahead` are from White's point of view; a square is one wide.
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
        let point = self.camera_transition.camera(now).project(at, self.aspect());
        Some(vec![0.5 + point.x * 0.5, 0.5 - point.y * 0.5])
    }

    /// Maximum number of canvas pixels per CSS pixel.
    #[must_use]
    pub fn max_pixel_ratio(&self) -> f32 {
        self.quality.quality().max_pixel_ratio()
    }

    /// Name of the current quality level.
    #[must_use]
    pub fn quality_name(&self) -> String {
        self.quality.quality().name().to_owned()
    }

    /// Number of triangles of all pieces.
    #[must_use]
    pub fn triangles(&self) -> usize {
        let roles = self.scene.pieces.iter().map(|piece| piece.piece.role);
        roles.map(|role| piece_mesh(role, self.quality.quality()).triangles.len()).sum()
    }

    /// Fixes the quality level.
    ///
    /// # Errors
    /// If a shader or GPU resource cannot be created.
    pub fn fix_quality(&mut self, quality: &str) -> Result<(), JsError> {
        let Some(quality) = Quality::from_name(quality) else { return Ok(()) };
        self.quality = QualityController::fixed(quality);
        self.needs_redraw = true;
        self.renderer.set_quality(quality).map_err(js_error)
    }

    /// Draws a frame if anything has changed. Returns true if another frame may be necessary.
    ///
    /// # Errors
    /// If a shader or GPU resource cannot be created.
    pub fn draw(&mut self, now: Millis) -> Result<bool, JsError> {
        // An animation that ended since the last frame needs one more, in its final state.
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

    /// Draws a full frame, shadows included, to measure the time until it [`is_drawn`](Board::is_drawn).
    pub fn draw_timed(&mut self, now: Millis) {
        self.renderer.invalidate_shadows();
        let actors: Vec<PieceInstance> = self.animator.pieces(now).collect();
        let camera = self.camera_transition.camera(now);
        self.renderer.draw(&Frame { scene: &self.scene, pieces: &actors, camera, size: self.size });
        self.fence = self.renderer.fence();
    }

    /// Returns true if the timed frame is complete.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.fence.as_ref().is_none_or(|fence| self.renderer.is_signaled(fence))
    }

    /// Returns true if a frame should be timed to try a higher quality level.
    #[must_use]
    pub fn should_probe(&self) -> bool {
        self.quality.should_probe()
    }

    /// Reports the time of a frame; raises the quality level if it was fast.
    ///
    /// # Errors
    /// If a shader or GPU resource cannot be created.
    pub fn report_probe(&mut self, millis: Millis) -> Result<(), JsError> {
        self.needs_redraw = true;
        match self.quality.on_probe(millis) {
            Some(quality) => self.renderer.set_quality(quality).map_err(js_error),
            None => Ok(()),
        }
    }

    /// Returns true if a piece is held, be it from the flat board.
    fn is_held(&self) -> bool {
        self.scene.pieces.iter().any(|piece| piece.state == PieceState::Dragged)
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

fn js_error(GlError(message): GlError) -> JsError {
    JsError::new(&message)
}
