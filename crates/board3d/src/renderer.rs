//! The renderer: draws a frame with WebGL 2. Passes: shadow map, reflection, pieces, board, table, overlay.

mod framebuffer;
mod reflection;
mod environment;
mod shadow_map;
mod lit_programs;

use client::Board3dScene;
use rules::{Color, Role};
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlSync, WebGlTexture};

use crate::animation::{Glow, PieceInstance, Pose, TABLE_HEIGHT};
use crate::board_mesh;
use crate::camera::{Camera, Matrix};
use crate::gl::{GlError, GpuMesh, Program, draw_transient, texture};
use crate::overlay::overlay_triangles;
use crate::piece_meshes::piece_mesh;
use crate::quality::Quality;
use crate::theme::{Palette, Theme};
use crate::vector::{Vec3, vec3};
use framebuffer::Framebuffer;
use lit_programs::LitPrograms;
use reflection::{ReflectionMap, flip_vertically, mirrored_eye};
use shadow_map::ShadowMap;

/// All GPU resources.
#[derive(Debug)]
pub(crate) struct Renderer {
    gl: Gl,
    lit_programs: LitPrograms,
    overlay: Program,
    environment: environment::EnvironmentMap,
    framebuffer: Framebuffer,
    shadow_map: ShadowMap,
    /// Poses in the current shadow map; it is drawn again only when they change, not for camera moves.
    shadow_casters: Vec<(Role, Pose)>,
    reflection: ReflectionMap,
    piece_meshes: [Option<GpuMesh>; 6],
    board_mesh: Option<GpuMesh>,
    table_mesh: Option<GpuMesh>,
    marks: Option<WebGlTexture>,
    theme: Theme,
    quality: Quality,
}

/// The contents of a frame.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    pub(crate) scene: &'a Board3dScene,
    pub(crate) pieces: &'a [PieceInstance],
    pub(crate) camera: Camera,
    pub(crate) size: (u32, u32),
}

/// Texture units; each always has the same texture.
const ENVIRONMENT_UNIT: u32 = 0;
const SHADOW_UNIT: u32 = 1;
const MARKS_UNIT: u32 = 2;
const LETTERS_UNIT: u32 = 3;
const REFLECTION_UNIT: u32 = 4;
const SHADOW_DEPTH_UNIT: u32 = 5;

impl Renderer {
    /// Creates all resources; `letters` has the names of files and ranks in a row.
    pub(crate) fn new(
        gl: Gl,
        letters: &HtmlCanvasElement,
        theme: Theme,
        quality: Quality,
    ) -> Result<Renderer, GlError> {
        let renderer = Renderer {
            lit_programs: LitPrograms::new(&gl, quality)?,
            overlay: Program::new(
                &gl,
                include_str!("shaders/overlay.vert"),
                &[include_str!("shaders/overlay.frag")],
            )?,
            environment: environment::EnvironmentMap::new(&gl, ENVIRONMENT_UNIT)?,
            reflection: ReflectionMap::new(&gl, REFLECTION_UNIT),
            framebuffer: Framebuffer::new(&gl, quality),
            shadow_map: ShadowMap::new(&gl, [SHADOW_UNIT, SHADOW_DEPTH_UNIT], quality)?,
            shadow_casters: Vec::new(),
            piece_meshes: Role::ALL.map(|role| GpuMesh::new(&gl, &piece_mesh(role, quality))),
            board_mesh: GpuMesh::new(&gl, &board_mesh::board_mesh()),
            table_mesh: GpuMesh::new(&gl, &board_mesh::table_mesh(TABLE_HEIGHT)),
            marks: marks_texture(&gl),
            theme,
            quality,
            gl,
        };
        letters_texture(&renderer.gl, letters);
        renderer.environment.render(&renderer.gl, &theme.palette());
        Ok(renderer)
    }

    /// Changes the theme.
    pub(crate) fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
        self.environment.render(&self.gl, &theme.palette());
    }

    /// Changes the quality level.
    pub(crate) fn set_quality(&mut self, quality: Quality) -> Result<(), GlError> {
        self.quality = quality;
        self.lit_programs = LitPrograms::new(&self.gl, quality)?;
        std::mem::replace(&mut self.framebuffer, Framebuffer::new(&self.gl, quality)).delete(&self.gl);
        self.piece_meshes = Role::ALL.map(|role| GpuMesh::new(&self.gl, &piece_mesh(role, quality)));
        self.shadow_map = ShadowMap::new(&self.gl, [SHADOW_UNIT, SHADOW_DEPTH_UNIT], quality)?;
        self.invalidate_shadows();
        Ok(())
    }

    /// Forces the next frame to draw the shadow map.
    pub(crate) fn invalidate_shadows(&mut self) {
        self.shadow_casters.clear();
    }

    /// Draws a frame.
    pub(crate) fn draw(&mut self, frame: &Frame<'_>) {
        self.gl.enable(Gl::DEPTH_TEST);
        self.gl.enable(Gl::CULL_FACE);
        self.gl.disable(Gl::BLEND);
        self.update_shadows(frame.pieces);
        let (gl, palette) = (&self.gl, self.theme.palette());
        let (width, height) = frame.size;
        let matrix = frame.camera.matrix(width as f32 / height.max(1) as f32);
        for program in [&self.lit_programs.table, &self.lit_programs.board, &self.lit_programs.pieces] {
            program.bind().mat4("matrix", &matrix);
            self.set_light_uniforms(program, frame, &palette);
        }
        if self.quality > Quality::Low {
            self.draw_reflection(frame, &palette, matrix);
        }
        self.framebuffer.render(gl, frame.size, || {
            let [red, green, blue] = palette.horizon();
            gl.clear_color(red, green, blue, 1.0);
            gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);
            self.draw_pieces(frame.pieces, &palette);
            self.draw_board(frame, &palette);
            self.draw_overlay(frame.scene, &matrix);
        });
    }

    /// Inserts a fence after all commands issued so far and flushes.
    pub(crate) fn fence(&self) -> Option<WebGlSync> {
        let fence = self.gl.fence_sync(Gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
        self.gl.flush();
        fence
    }

    pub(crate) fn is_signaled(&self, fence: &WebGlSync) -> bool {
        self.gl.is_context_lost() || self.gl.get_sync_parameter(fence, Gl::SYNC_STATUS) == Gl::SIGNALED
    }

    /// Draws the shadow map, if any piece has moved.
    fn update_shadows(&mut self, pieces: &[PieceInstance]) {
        let poses: Vec<_> = pieces.iter().map(|piece| (piece.piece.role, piece.pose)).collect();
        if self.shadow_casters == poses {
            return;
        }
        let pieces =
            pieces.iter().filter_map(|piece| Some((self.piece_mesh(piece)?, model_matrix(&piece.pose))));
        self.shadow_map.render(
            &self.gl,
            pieces.chain(self.board_mesh.as_ref().map(|board_mesh| (board_mesh, board_mesh::BOARD_MODEL))),
        );
        self.shadow_casters = poses;
    }

    /// Draws the mirrored pieces into the reflection texture.
    fn draw_reflection(&self, frame: &Frame<'_>, palette: &Palette, matrix: Matrix) {
        let poses: Vec<PieceInstance> =
            frame.pieces.iter().filter(|piece| !is_off_board(piece)).copied().collect();
        self.reflection.render(&self.gl, frame.size, || {
            self.lit_programs
                .pieces
                .bind()
                .mat4("matrix", &flip_vertically(matrix))
                .vec3("eye", mirrored_eye(frame.camera))
                .int("is_mirrored", 1);
            self.draw_pieces(&poses, palette);
        });
        self.lit_programs
            .pieces
            .bind()
            .mat4("matrix", &matrix)
            .vec3("eye", frame.camera.eye())
            .int("is_mirrored", 0);
    }

    fn set_light_uniforms(&self, program: &Program, frame: &Frame<'_>, palette: &Palette) {
        let (width, height) = frame.size;
        self.shadow_map.set_uniforms(program);
        program
            .vec2("viewport", width as f32, height as f32)
            .int("shadow_depths", SHADOW_DEPTH_UNIT as i32)
            .int("environment", ENVIRONMENT_UNIT as i32)
            .int("shadow_map", SHADOW_UNIT as i32)
            .vec3("eye", frame.camera.eye())
            .vec3("sunlight", palette.sunlight)
            .vec3("far_color", palette.far)
            .float("exposure", palette.exposure)
            .int("material", palette.material);
    }

    fn draw_pieces(&self, pieces: &[PieceInstance], palette: &Palette) {
        let contacts = contact_shadows(pieces);
        self.lit_programs
            .pieces
            .bind()
            .float("roughness", palette.roughness)
            .vec3s("squares", &[palette.dark_square, palette.pale_square].map(|[a, b]| a.lerp(b, 0.4)))
            .vec3("frame_color", palette.frame[0])
            .int("contact_count", contacts.len() as i32)
            .vec4s("contacts", &contacts);
        for (index, piece) in pieces.iter().enumerate() {
            let Some(mesh) = self.piece_mesh(piece) else { continue };
            let [pale, deep] = if piece.piece.color == Color::White { palette.white } else { palette.black };
            let ground = if is_off_board(piece) { TABLE_HEIGHT } else { 0.0 };
            self.lit_programs
                .pieces
                .mat4("model", &model_matrix(&piece.pose))
                .vec3("pale", pale)
                .vec3("deep", deep)
                .vec3("glow", glow_color(piece.glow))
                .float("ground", ground)
                .float("seed", index as f32);
            mesh.draw(&self.gl);
        }
    }

    fn draw_board(&self, frame: &Frame<'_>, palette: &Palette) {
        let gl = &self.gl;
        self.upload_marks(frame.scene);
        let contacts = contact_shadows(frame.pieces);
        let count = contacts.len() as i32;
        self.lit_programs
            .board
            .bind()
            .mat4("model", &board_mesh::BOARD_MODEL)
            .vec3s("pale_square", &palette.pale_square)
            .vec3s("dark_square", &palette.dark_square)
            .vec3s("frame", &palette.frame)
            .vec3("ink", palette.ink)
            .int("marks", MARKS_UNIT as i32)
            .int("letters", LETTERS_UNIT as i32)
            .int("contact_count", count)
            .int("reflection", REFLECTION_UNIT as i32)
            .float("blur", palette.blur)
            .vec4s("contacts", &contacts);
        self.board_mesh.iter().for_each(|board_mesh| board_mesh.draw(gl));
        self.lit_programs.table.bind().mat4("model", &IDENTITY).vec3("table_color", palette.table);
        self.lit_programs.table.int("contact_count", count).vec4s("contacts", &contacts);
        self.table_mesh.iter().for_each(|table| table.draw(gl));
    }

    fn draw_overlay(&self, scene: &Board3dScene, matrix: &Matrix) {
        let corners = overlay_triangles(scene);
        if corners.is_empty() {
            return;
        }
        let gl = &self.gl;
        gl.enable(Gl::BLEND);
        gl.disable(Gl::CULL_FACE);
        gl.blend_func(Gl::ONE, Gl::ONE_MINUS_SRC_ALPHA);
        gl.depth_mask(false);
        self.overlay.bind().mat4("matrix", matrix);
        draw_transient(gl, &corners);
        gl.depth_mask(true);
    }

    fn upload_marks(&self, scene: &Board3dScene) {
        let mut bits = [0_u8; 128];
        for (square, marks) in &scene.marks {
            let at = (square.rank() as usize * 8 + square.file() as usize) * 2;
            bits[at..at + 2].copy_from_slice(&marks.bits().to_le_bytes());
        }
        let gl = &self.gl;
        gl.active_texture(Gl::TEXTURE0 + MARKS_UNIT);
        gl.bind_texture(Gl::TEXTURE_2D, self.marks.as_ref());
        // The shader reads each pair of bytes as a bit set.
        let texels: Vec<u16> = bits.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let view = js_sys::Uint16Array::from(texels.as_slice());
        let filled = gl.tex_image_2d_with_i32_and_i32_and_i32_and_format_and_type_and_opt_array_buffer_view(
            Gl::TEXTURE_2D,
            0,
            Gl::R16UI as i32,
            8,
            8,
            0,
            Gl::RED_INTEGER,
            Gl::UNSIGNED_SHORT,
            Some(&view),
        );
        // Fails only if the context is lost.
        drop(filled);
    }

    fn piece_mesh(&self, piece: &PieceInstance) -> Option<&GpuMesh> {
        self.piece_meshes[Role::ALL.iter().position(|&role| role == piece.piece.role)?].as_ref()
    }
}

fn marks_texture(gl: &Gl) -> Option<WebGlTexture> {
    let nearest = [(Gl::TEXTURE_MIN_FILTER, Gl::NEAREST), (Gl::TEXTURE_MAG_FILTER, Gl::NEAREST)];
    texture(gl, MARKS_UNIT, Gl::TEXTURE_2D, &nearest)
}

fn letters_texture(gl: &Gl, letters: &HtmlCanvasElement) {
    let settings = [
        (Gl::TEXTURE_MIN_FILTER, Gl::LINEAR),
        (Gl::TEXTURE_MAG_FILTER, Gl::LINEAR),
        (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
        (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
    ];
    if texture(gl, LETTERS_UNIT, Gl::TEXTURE_2D, &settings).is_some() {
        let (format, kind) = (Gl::RGBA, Gl::UNSIGNED_BYTE);
        let filled = gl.tex_image_2d_with_u32_and_u32_and_html_canvas_element(
            Gl::TEXTURE_2D,
            0,
            format as i32,
            format,
            kind,
            letters,
        );
        // Without the image the board has no labels.
        drop(filled);
    }
}

/// Returns true for captured pieces, which stand on the table.
fn is_off_board(piece: &PieceInstance) -> bool {
    piece.pose.position.x.abs() > 4.7
}

fn contact_shadows(pieces: &[PieceInstance]) -> Vec<[f32; 4]> {
    pieces.iter().take(32).map(contact_shadow).collect()
}

/// Contact shadow (ambient occlusion) at a piece's base: x, z, radius, strength.
fn contact_shadow(piece: &PieceInstance) -> [f32; 4] {
    let place = piece.pose.position;
    let lift = if is_off_board(piece) { place.y - TABLE_HEIGHT } else { place.y };
    [place.x, place.z, 0.42 + lift.max(0.0) * 0.5, 0.62 / (1.0 + lift.max(0.0) * 5.0)]
}

fn glow_color(glow: Glow) -> Vec3 {
    match glow {
        Glow::None => Vec3::ZERO,
        Glow::Focus => vec3(0.28, 0.25, 0.18),
        Glow::Selected => vec3(0.05, 0.3, 0.1),
        Glow::Threatened => vec3(0.42, 0.04, 0.02),
        Glow::Premove => vec3(0.05, 0.15, 0.5),
    }
}

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Model matrix: scale, yaw, lean, position.
pub(crate) fn model_matrix(pose: &Pose) -> Matrix {
    let (sin, cos) = pose.yaw.sin_cos();
    let (lean_sin, lean_cos) = pose.lean.sin_cos();
    let (direction_sin, direction_cos) = pose.lean_direction.sin_cos();
    let lean =
        |v: Vec3| vec3(v.x * lean_cos - v.y * lean_sin, v.x * lean_sin + v.y * lean_cos, v.z) * pose.scale;
    let turn_to_direction = |v: Vec3| {
        vec3(v.x * direction_cos + v.z * direction_sin, v.y, v.z * direction_cos - v.x * direction_sin)
    };
    let column = |v: Vec3| turn_to_direction(lean(v)).to_array();
    let (x, y, z) = (column(vec3(cos, 0.0, -sin)), column(Vec3::UP), column(vec3(sin, 0.0, cos)));
    let Vec3 { x: px, y: py, z: pz } = pose.position;
    [x[0], x[1], x[2], 0.0, y[0], y[1], y[2], 0.0, z[0], z[1], z[2], 0.0, px, py, pz, 1.0]
}
