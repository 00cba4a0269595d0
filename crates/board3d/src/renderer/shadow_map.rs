//! The shadow map: depth of the scene as seen from the sun.

use web_sys::{WebGl2RenderingContext as Gl, WebGlFramebuffer};

use crate::camera::Matrix;
use crate::gl::{GlError, GpuMesh, Program, texture};
use crate::quality::Quality;
use crate::vector::{Vec3, vec3};

#[derive(Debug)]
pub(crate) struct ShadowMap {
    program: Program,
    framebuffer: Option<WebGlFramebuffer>,
    size: i32,
    matrix: Matrix,
}

/// Direction towards the sun.
const SUN_DIRECTION: Vec3 = vec3(-0.62, 0.9, 0.32);
/// Half the extents of the orthographic projection.
const HALF_WIDTH: f32 = 7.2;
const HALF_DEPTH: f32 = 9.0;

impl ShadowMap {
    pub(crate) fn new(gl: &Gl, [unit, depth_unit]: [u32; 2], quality: Quality) -> Result<ShadowMap, GlError> {
        let size = match quality {
            Quality::Low => 512,
            Quality::Medium => 1024,
            Quality::High => 2048,
        };
        let program = Program::new(
            gl,
            include_str!("../shaders/shadow.vert"),
            &[include_str!("../shaders/shadow.frag")],
        )?;
        let settings = [
            (Gl::TEXTURE_MIN_FILTER, Gl::LINEAR),
            (Gl::TEXTURE_MAG_FILTER, Gl::LINEAR),
            (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
            (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
            (Gl::TEXTURE_COMPARE_MODE, Gl::COMPARE_REF_TO_TEXTURE),
            (Gl::TEXTURE_COMPARE_FUNC, Gl::LEQUAL),
        ];
        let map = texture(gl, unit, Gl::TEXTURE_2D, &settings);
        gl.tex_storage_2d(Gl::TEXTURE_2D, 1, Gl::DEPTH_COMPONENT24, size, size);
        // The same texture without depth comparison, to read the blocker's depth for soft shadows.
        gl.active_texture(Gl::TEXTURE0 + depth_unit);
        gl.bind_texture(Gl::TEXTURE_2D, map.as_ref());
        let sampler = gl.create_sampler();
        for (name, value) in [
            (Gl::TEXTURE_MIN_FILTER, Gl::NEAREST),
            (Gl::TEXTURE_MAG_FILTER, Gl::NEAREST),
            (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
            (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
            (Gl::TEXTURE_COMPARE_MODE, Gl::NONE),
        ] {
            sampler.iter().for_each(|sampler| gl.sampler_parameteri(sampler, name, value as i32));
        }
        gl.bind_sampler(depth_unit, sampler.as_ref());
        let canvas = gl.create_framebuffer();
        gl.bind_framebuffer(Gl::FRAMEBUFFER, canvas.as_ref());
        gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, Gl::DEPTH_ATTACHMENT, Gl::TEXTURE_2D, map.as_ref(), 0);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        Ok(ShadowMap { program, framebuffer: canvas, size, matrix: light_matrix() })
    }

    /// Draws these meshes into the map.
    pub(crate) fn render<'a>(&self, gl: &Gl, meshes: impl Iterator<Item = (&'a GpuMesh, Matrix)>) {
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.framebuffer.as_ref());
        gl.viewport(0, 0, self.size, self.size);
        gl.clear(Gl::DEPTH_BUFFER_BIT);
        gl.enable(Gl::POLYGON_OFFSET_FILL);
        gl.polygon_offset(1.5, 2.0);
        self.program.bind().mat4("matrix", &self.matrix);
        for (mesh, model) in meshes {
            self.program.mat4("model", &model);
            mesh.draw(gl);
        }
        gl.disable(Gl::POLYGON_OFFSET_FILL);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
    }

    /// Sets the uniforms of the light.
    pub(crate) fn set_uniforms(&self, program: &Program) {
        program.mat4("shadow_matrix", &self.matrix).vec3("sun", SUN_DIRECTION.normalized());
    }
}

/// Orthographic view-projection matrix of the sun.
fn light_matrix() -> Matrix {
    let back = SUN_DIRECTION.normalized();
    let right = Vec3::UP.cross(back).normalized();
    let up = back.cross(right);
    let column = |axis: fn(Vec3) -> f32| {
        [axis(right) / HALF_WIDTH, axis(up) / HALF_WIDTH, -axis(back) / HALF_DEPTH, 0.0]
    };
    let columns = [column(|v| v.x), column(|v| v.y), column(|v| v.z), [0.0, 0.0, 0.0, 1.0]];
    let mut matrix = [0.0; 16];
    for (index, value) in columns.into_iter().flatten().enumerate() {
        matrix[index] = value;
    }
    matrix
}
