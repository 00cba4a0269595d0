//! What draws solid things at one level: what a level cannot afford is not even compiled.

use web_sys::WebGl2RenderingContext as Gl;

use crate::gl::{Program, Trouble};
use crate::set::Quality;

#[derive(Debug)]
pub(crate) struct Solids {
    pub(crate) pieces: Program,
    pub(crate) board: Program,
    pub(crate) table: Program,
}

const SOLID: &str = include_str!("../shaders/solid.vert");
const LIGHT: &str = include_str!("../shaders/light.glsl");

/// What the shaders know about levels.
const LEVELS: &str = "#define LOW 0\n#define MEDIUM 1\n#define HIGH 2\n";

impl Solids {
    pub(crate) fn new(gl: &Gl, quality: Quality) -> Result<Solids, Trouble> {
        let level = match quality {
            Quality::Low => "#define LEVEL LOW\n",
            Quality::Medium => "#define LEVEL MEDIUM\n",
            Quality::High => "#define LEVEL HIGH\n",
        };
        let solid = |fragment| Program::new(gl, SOLID, &[LEVELS, level, LIGHT, fragment]);
        Ok(Solids {
            pieces: solid(include_str!("../shaders/piece.frag"))?,
            board: solid(include_str!("../shaders/board.frag"))?,
            table: solid(include_str!("../shaders/table.frag"))?,
        })
    }
}
