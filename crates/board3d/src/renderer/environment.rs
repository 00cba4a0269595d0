//! The environment map: a small cube map of the surroundings; rough materials sample its higher mipmap
//! levels.

use web_sys::{WebGl2RenderingContext as Gl, WebGlFramebuffer, WebGlTexture};

use crate::gl::{GlError, Program, texture};
use crate::theme::Palette;

/// Width of a cube face in pixels.
const FACE_SIZE: i32 = 64;

/// Right, up and forward axes of each cube face.
const FACE_AXES: [[f32; 9]; 6] = [
    [0.0, 0.0, -1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0, -1.0, 0.0, -1.0, 0.0, 0.0],
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0],
    [1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, -1.0, 0.0],
    [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0],
    [-1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0],
];

#[derive(Debug)]
pub(crate) struct EnvironmentMap {
    program: Program,
    cube: Option<WebGlTexture>,
    framebuffer: Option<WebGlFramebuffer>,
    unit: u32,
}

impl EnvironmentMap {
    pub(crate) fn new(gl: &Gl, unit: u32) -> Result<EnvironmentMap, GlError> {
        let program = Program::new(
            gl,
            include_str!("../shaders/fullscreen.vert"),
            &[include_str!("../shaders/environment.frag")],
        )?;
        let filters =
            [(Gl::TEXTURE_MIN_FILTER, Gl::LINEAR_MIPMAP_LINEAR), (Gl::TEXTURE_MAG_FILTER, Gl::LINEAR)];
        let cube = texture(gl, unit, Gl::TEXTURE_CUBE_MAP, &filters);
        gl.tex_storage_2d(Gl::TEXTURE_CUBE_MAP, 7, Gl::RGBA8, FACE_SIZE, FACE_SIZE);
        Ok(EnvironmentMap { program, cube, framebuffer: gl.create_framebuffer(), unit })
    }

    /// Draws the cube map.
    pub(crate) fn render(&self, gl: &Gl, palette: &Palette) {
        gl.disable(Gl::DEPTH_TEST);
        gl.disable(Gl::CULL_FACE);
        gl.disable(Gl::BLEND);
        gl.bind_vertex_array(None);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.framebuffer.as_ref());
        gl.viewport(0, 0, FACE_SIZE, FACE_SIZE);
        self.program
            .bind()
            .vec3("above", palette.above)
            .vec3("below", palette.below)
            .vec3("window", palette.window)
            .vec3("lamp", palette.lamp);
        for (index, axes) in FACE_AXES.iter().enumerate() {
            let face = Gl::TEXTURE_CUBE_MAP_POSITIVE_X + index as u32;
            gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, Gl::COLOR_ATTACHMENT0, face, self.cube.as_ref(), 0);
            self.program.mat3("face_axes", axes);
            gl.draw_arrays(Gl::TRIANGLES, 0, 3);
        }
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        gl.active_texture(Gl::TEXTURE0 + self.unit);
        gl.bind_texture(Gl::TEXTURE_CUBE_MAP, self.cube.as_ref());
        gl.generate_mipmap(Gl::TEXTURE_CUBE_MAP);
    }
}
