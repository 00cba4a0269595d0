//! A thin layer over WebGL 2: shader programs, meshes, textures.

use std::cell::RefCell;
use std::collections::HashMap;

use web_sys::{
    WebGl2RenderingContext as Gl, WebGlProgram, WebGlTexture, WebGlUniformLocation, WebGlVertexArrayObject,
};

use crate::camera::Matrix;
use crate::mesh::Mesh;
use crate::vector::Vec3;

/// A WebGL error: the compiler's or linker's log, or a failed allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GlError(pub(crate) String);

/// A linked shader program with a cache of its uniform locations.
#[derive(Debug)]
pub(crate) struct Program {
    gl: Gl,
    program: WebGlProgram,
    uniform_locations: RefCell<HashMap<&'static str, Option<WebGlUniformLocation>>>,
}

/// A mesh in GPU memory.
#[derive(Debug)]
pub(crate) struct GpuMesh {
    array: WebGlVertexArrayObject,
    count: i32,
}

/// Preamble of every shader.
const VERSION: &str = "#version 300 es\nprecision highp float;\nprecision highp int;\n";
/// Attribute locations are the same in all programs, so that a mesh can be drawn with any of them.
const ATTRIBUTES: [&str; 3] = ["position", "normal", "paint"];

impl Program {
    pub(crate) fn new(gl: &Gl, vertex: &str, fragment: &[&str]) -> Result<Program, GlError> {
        let context_lost = || GlError("WebGL context lost".to_owned());
        let program = gl.create_program().ok_or_else(context_lost)?;
        for (kind, parts) in [(Gl::VERTEX_SHADER, &[vertex][..]), (Gl::FRAGMENT_SHADER, fragment)] {
            let shader = gl.create_shader(kind).ok_or_else(context_lost)?;
            gl.shader_source(&shader, &(VERSION.to_owned() + &parts.concat()));
            gl.compile_shader(&shader);
            let compiled = gl.get_shader_parameter(&shader, Gl::COMPILE_STATUS);
            if !compiled.is_truthy() && !gl.is_context_lost() {
                return Err(GlError(gl.get_shader_info_log(&shader).unwrap_or_default()));
            }
            gl.attach_shader(&program, &shader);
        }
        for (location, name) in ATTRIBUTES.iter().enumerate() {
            gl.bind_attrib_location(&program, location as u32, name);
        }
        gl.link_program(&program);
        if !gl.get_program_parameter(&program, Gl::LINK_STATUS).is_truthy() && !gl.is_context_lost() {
            return Err(GlError(gl.get_program_info_log(&program).unwrap_or_default()));
        }
        Ok(Program { gl: gl.clone(), program, uniform_locations: RefCell::default() })
    }

    /// Makes this the current program.
    pub(crate) fn bind(&self) -> &Program {
        self.gl.use_program(Some(&self.program));
        self
    }

    pub(crate) fn int(&self, name: &'static str, value: i32) -> &Program {
        self.set(name, |location| self.gl.uniform1i(location, value))
    }

    pub(crate) fn float(&self, name: &'static str, value: f32) -> &Program {
        self.set(name, |location| self.gl.uniform1f(location, value))
    }

    pub(crate) fn vec2(&self, name: &'static str, x: f32, y: f32) -> &Program {
        self.set(name, |location| self.gl.uniform2f(location, x, y))
    }

    pub(crate) fn vec3(&self, name: &'static str, value: Vec3) -> &Program {
        self.set(name, |location| self.gl.uniform3f(location, value.x, value.y, value.z))
    }

    pub(crate) fn vec3s(&self, name: &'static str, values: &[Vec3]) -> &Program {
        let flat: Vec<f32> = values.iter().flat_map(|value| value.to_array()).collect();
        self.set(name, |location| self.gl.uniform3fv_with_f32_array(location, &flat))
    }

    pub(crate) fn vec4s(&self, name: &'static str, values: &[[f32; 4]]) -> &Program {
        self.set(name, |location| self.gl.uniform4fv_with_f32_array(location, values.as_flattened()))
    }

    pub(crate) fn mat4(&self, name: &'static str, value: &Matrix) -> &Program {
        self.set(name, |location| self.gl.uniform_matrix4fv_with_f32_array(location, false, value))
    }

    pub(crate) fn mat3(&self, name: &'static str, value: &[f32; 9]) -> &Program {
        self.set(name, |location| self.gl.uniform_matrix3fv_with_f32_array(location, false, value))
    }

    /// Sets a uniform; those that the shader does not use are ignored.
    fn set(&self, name: &'static str, set: impl FnOnce(Option<&WebGlUniformLocation>)) -> &Program {
        let mut locations = self.uniform_locations.borrow_mut();
        let location =
            locations.entry(name).or_insert_with(|| self.gl.get_uniform_location(&self.program, name));
        set(location.as_ref());
        self
    }
}

impl GpuMesh {
    pub(crate) fn new(gl: &Gl, mesh: &Mesh) -> Option<GpuMesh> {
        let data: Vec<f32> = mesh
            .vertices
            .iter()
            .flat_map(|v| [v.position.to_array(), v.normal.to_array()].concat())
            .collect();
        let body = GpuMesh { array: gl.create_vertex_array()?, count: mesh.triangles.len() as i32 * 3 };
        gl.bind_vertex_array(Some(&body.array));
        upload(gl, Gl::ARRAY_BUFFER, &bytes_of_floats(&data));
        attribute(gl, 0, 3, 24, 0);
        attribute(gl, 1, 3, 24, 12);
        let indices: Vec<u8> =
            mesh.triangles.as_flattened().iter().flat_map(|index| index.to_le_bytes()).collect();
        upload(gl, Gl::ELEMENT_ARRAY_BUFFER, &indices);
        gl.bind_vertex_array(None);
        Some(body)
    }

    pub(crate) fn draw(&self, gl: &Gl) {
        gl.bind_vertex_array(Some(&self.array));
        gl.draw_elements_with_i32(Gl::TRIANGLES, self.count, Gl::UNSIGNED_INT, 0);
    }
}

/// Draws triangles that exist for one frame only, as positions and premultiplied colours.
pub(crate) fn draw_transient(gl: &Gl, data: &[[f32; 7]]) {
    let (Some(array), Some(buffer)) = (gl.create_vertex_array(), gl.create_buffer()) else { return };
    gl.bind_vertex_array(Some(&array));
    gl.bind_buffer(Gl::ARRAY_BUFFER, Some(&buffer));
    gl.buffer_data_with_u8_array(Gl::ARRAY_BUFFER, &bytes_of_floats(data.as_flattened()), Gl::STREAM_DRAW);
    attribute(gl, 0, 3, 28, 0);
    attribute(gl, 2, 4, 28, 12);
    gl.draw_arrays(Gl::TRIANGLES, 0, data.len() as i32);
    gl.bind_vertex_array(None);
    gl.delete_vertex_array(Some(&array));
    gl.delete_buffer(Some(&buffer));
}

/// Creates a texture and binds it to its texture unit.
pub(crate) fn texture(gl: &Gl, unit: u32, target: u32, settings: &[(u32, u32)]) -> Option<WebGlTexture> {
    let texture = gl.create_texture()?;
    gl.active_texture(Gl::TEXTURE0 + unit);
    gl.bind_texture(target, Some(&texture));
    for &(name, value) in settings {
        gl.tex_parameteri(target, name, value as i32);
    }
    Some(texture)
}

fn attribute(gl: &Gl, location: u32, size: i32, stride: i32, offset: i32) {
    gl.enable_vertex_attrib_array(location);
    gl.vertex_attrib_pointer_with_i32(location, size, Gl::FLOAT, false, stride, offset);
}

fn upload(gl: &Gl, target: u32, bytes: &[u8]) {
    let buffer = gl.create_buffer();
    gl.bind_buffer(target, buffer.as_ref());
    gl.buffer_data_with_u8_array(target, bytes, Gl::STATIC_DRAW);
}

fn bytes_of_floats(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|float| float.to_le_bytes()).collect()
}
