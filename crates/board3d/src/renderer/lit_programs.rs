//! Shader programs for lit surfaces. Each quality level compiles its own, without the code that it does not
//! use.

use web_sys::WebGl2RenderingContext as Gl;

use crate::gl::{GlError, Program};
use crate::quality::Quality;

#[derive(Debug)]
pub(crate) struct LitPrograms {
    pub(crate) pieces: Program,
    pub(crate) board: Program,
    pub(crate) table: Program,
}

const VERTEX_SHADER: &str = include_str!("../shaders/lit.vert");
const LIGHT_SHADER: &str = include_str!("../shaders/light.glsl");

/// Names of the quality levels in the shaders.
const LEVEL_DEFINES: &str = "#define LOW 0\n#define MEDIUM 1\n#define HIGH 2\n";

impl LitPrograms {
    pub(crate) fn new(gl: &Gl, quality: Quality) -> Result<LitPrograms, GlError> {
        let level = match quality {
            Quality::Low => "#define LEVEL LOW\n",
            Quality::Medium => "#define LEVEL MEDIUM\n",
            Quality::High => "#define LEVEL HIGH\n",
        };
        let solid =
            |fragment| Program::new(gl, VERTEX_SHADER, &[LEVEL_DEFINES, level, LIGHT_SHADER, fragment]);
        Ok(LitPrograms {
            pieces: solid(include_str!("../shaders/piece.frag"))?,
            board: solid(include_str!("../shaders/board.frag"))?,
            table: solid(include_str!("../shaders/table.frag"))?,
        })
    }
}
