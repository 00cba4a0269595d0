//! Planar reflection of the pieces in the polished board, at half resolution; mipmaps blur it.

use std::cell::Cell;

use web_sys::{WebGl2RenderingContext as Gl, WebGlFramebuffer, WebGlRenderbuffer, WebGlTexture};

use crate::camera::{Camera, Matrix};
use crate::gl::texture;
use crate::vector::{Vec3, vec3};

#[derive(Debug)]
pub(crate) struct ReflectionMap {
    framebuffer: Option<WebGlFramebuffer>,
    texture: Option<WebGlTexture>,
    depth: Option<WebGlRenderbuffer>,
    unit: u32,
    size: Cell<(u32, u32)>,
}

impl ReflectionMap {
    /// Creates the texture.
    pub(crate) fn new(gl: &Gl, unit: u32) -> ReflectionMap {
        let settings = [
            (Gl::TEXTURE_MIN_FILTER, Gl::LINEAR_MIPMAP_LINEAR),
            (Gl::TEXTURE_MAG_FILTER, Gl::LINEAR),
            (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
            (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
        ];
        let picture = texture(gl, unit, Gl::TEXTURE_2D, &settings);
        let (canvas, depth) = (gl.create_framebuffer(), gl.create_renderbuffer());
        gl.bind_framebuffer(Gl::FRAMEBUFFER, canvas.as_ref());
        gl.framebuffer_texture_2d(
            Gl::FRAMEBUFFER,
            Gl::COLOR_ATTACHMENT0,
            Gl::TEXTURE_2D,
            picture.as_ref(),
            0,
        );
        gl.bind_renderbuffer(Gl::RENDERBUFFER, depth.as_ref());
        gl.framebuffer_renderbuffer(Gl::FRAMEBUFFER, Gl::DEPTH_ATTACHMENT, Gl::RENDERBUFFER, depth.as_ref());
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        let reflection =
            ReflectionMap { framebuffer: canvas, texture: picture, depth, unit, size: Cell::new((0, 0)) };
        reflection.resize(gl, (1, 1));
        reflection
    }

    /// Draws the reflection for a canvas of this size.
    pub(crate) fn render(&self, gl: &Gl, (width, height): (u32, u32), draw: impl FnOnce()) {
        self.resize(gl, ((width / 2).max(1), (height / 2).max(1)));
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.framebuffer.as_ref());
        let (width, height) = self.size.get();
        gl.viewport(0, 0, width as i32, height as i32);
        gl.clear_color(0.0, 0.0, 0.0, 0.0);
        gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);
        // Mirroring reverses the winding order.
        gl.front_face(Gl::CW);
        draw();
        gl.front_face(Gl::CCW);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        self.generate_mipmaps(gl);
    }

    fn resize(&self, gl: &Gl, size: (u32, u32)) {
        if self.size.replace(size) == size {
            return;
        }
        let (width, height) = (size.0 as i32, size.1 as i32);
        gl.bind_renderbuffer(Gl::RENDERBUFFER, self.depth.as_ref());
        gl.renderbuffer_storage(Gl::RENDERBUFFER, Gl::DEPTH_COMPONENT24, width, height);
        gl.active_texture(Gl::TEXTURE0 + self.unit);
        gl.bind_texture(Gl::TEXTURE_2D, self.texture.as_ref());
        let result = gl.tex_image_2d_with_i32_and_i32_and_i32_and_format_and_type_and_opt_u8_array(
            Gl::TEXTURE_2D,
            0,
            Gl::RGBA8 as i32,
            width,
            height,
            0,
            Gl::RGBA,
            Gl::UNSIGNED_BYTE,
            None,
        );
        // Fails only if the context is lost.
        drop(result);
        self.generate_mipmaps(gl);
    }

    fn generate_mipmaps(&self, gl: &Gl) {
        gl.active_texture(Gl::TEXTURE0 + self.unit);
        gl.bind_texture(Gl::TEXTURE_2D, self.texture.as_ref());
        gl.generate_mipmap(Gl::TEXTURE_2D);
    }
}

/// Mirrors a view-projection matrix at the board plane.
pub(crate) fn flip_vertically(mut matrix: Matrix) -> Matrix {
    matrix[4..8].iter_mut().for_each(|part| *part = -*part);
    matrix
}

/// Camera position mirrored at the board plane.
pub(crate) fn mirrored_eye(camera: Camera) -> Vec3 {
    let eye = camera.eye();
    vec3(eye.x, -eye.y, eye.z)
}
