//! The painter: puts a frame on the canvas. It holds what the graphics card needs and reads everything else.

mod film;
mod mirror;
mod room;
mod shadow;
mod solids;

use client::Scene;
use rules::{Color, Role};
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlSync, WebGlTexture};

use crate::camera::{Camera, Matrix};
use crate::gl::{Body, Program, Trouble, draw_once, texture};
use crate::look::{Look, Palette};
use crate::ribbon::ribbons;
use crate::set::{Quality, piece};
use crate::slab;
use crate::stage::{Actor, Glow, Pose, TABLE};
use crate::vector::{Vec3, vec3};
use film::Film;
use mirror::{Mirror, eye_below, upside_down};
use shadow::Shadow;
use solids::Solids;

/// Everything that is on the graphics card.
#[derive(Debug)]
pub(crate) struct Painter {
    gl: Gl,
    solids: Solids,
    ribbons: Program,
    room: room::Room,
    film: Film,
    shadow: Shadow,
    /// Whose shadow was cast last: who only looks from elsewhere need not cast it again.
    shaded: Vec<(Role, Pose)>,
    mirror: Mirror,
    bodies: [Option<Body>; 6],
    slab: Option<Body>,
    ground: Option<Body>,
    marks: Option<WebGlTexture>,
    look: Look,
    quality: Quality,
}

/// What is to be drawn.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) actors: &'a [Actor],
    pub(crate) camera: Camera,
    pub(crate) size: (u32, u32),
}

/// The texture units, each with one texture for ever.
const ROOM: u32 = 0;
const SHADOWS: u32 = 1;
const MARKS: u32 = 2;
const LETTERS: u32 = 3;
const MIRROR: u32 = 4;
const DEPTHS: u32 = 5;

impl Painter {
    /// Prepares the graphics card; `letters` has the names of files and ranks in a row.
    pub(crate) fn new(
        gl: Gl,
        letters: &HtmlCanvasElement,
        look: Look,
        quality: Quality,
    ) -> Result<Painter, Trouble> {
        let painter = Painter {
            solids: Solids::new(&gl, quality)?,
            ribbons: Program::new(
                &gl,
                include_str!("shaders/ribbon.vert"),
                &[include_str!("shaders/ribbon.frag")],
            )?,
            room: room::Room::new(&gl, ROOM)?,
            mirror: Mirror::new(&gl, MIRROR),
            film: Film::new(&gl, quality),
            shadow: Shadow::new(&gl, [SHADOWS, DEPTHS], quality)?,
            shaded: Vec::new(),
            bodies: Role::ALL.map(|role| Body::new(&gl, &piece(role, quality))),
            slab: Body::new(&gl, &slab::slab()),
            ground: Body::new(&gl, &slab::ground(TABLE)),
            marks: marks_texture(&gl),
            look,
            quality,
            gl,
        };
        letters_texture(&painter.gl, letters);
        painter.room.paint(&painter.gl, &look.palette());
        Ok(painter)
    }

    /// The same board in another look.
    pub(crate) fn dress(&mut self, look: Look) {
        self.look = look;
        self.room.paint(&self.gl, &look.palette());
    }

    /// The same board, finer or coarser.
    pub(crate) fn refine(&mut self, quality: Quality) -> Result<(), Trouble> {
        self.quality = quality;
        self.solids = Solids::new(&self.gl, quality)?;
        std::mem::replace(&mut self.film, Film::new(&self.gl, quality)).fold(&self.gl);
        self.bodies = Role::ALL.map(|role| Body::new(&self.gl, &piece(role, quality)));
        self.shadow = Shadow::new(&self.gl, [SHADOWS, DEPTHS], quality)?;
        self.stir();
        Ok(())
    }

    /// Lets the next frame be drawn as if every piece had moved.
    pub(crate) fn stir(&mut self) {
        self.shaded.clear();
    }

    /// Draws a frame.
    pub(crate) fn draw(&mut self, frame: &Frame<'_>) {
        self.gl.enable(Gl::DEPTH_TEST);
        self.gl.enable(Gl::CULL_FACE);
        self.gl.disable(Gl::BLEND);
        self.shade(frame.actors);
        let (gl, palette) = (&self.gl, self.look.palette());
        let (width, height) = frame.size;
        let matrix = frame.camera.matrix(width as f32 / height.max(1) as f32);
        for program in [&self.solids.table, &self.solids.board, &self.solids.pieces] {
            program.enter().matrix("matrix", &matrix);
            self.light(program, frame, &palette);
        }
        if self.quality > Quality::Low {
            self.reflect(frame, &palette, matrix);
        }
        self.film.expose(gl, frame.size, || {
            let [red, green, blue] = palette.horizon();
            gl.clear_color(red, green, blue, 1.0);
            gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);
            self.draw_pieces(frame.actors, &palette);
            self.draw_board(frame, &palette);
            self.draw_ribbons(frame.scene, &matrix);
        });
    }

    /// Something that tells when all that was asked for so far is drawn.
    pub(crate) fn fence(&self) -> Option<WebGlSync> {
        let fence = self.gl.fence_sync(Gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
        self.gl.flush();
        fence
    }

    pub(crate) fn is_past(&self, fence: &WebGlSync) -> bool {
        self.gl.is_context_lost() || self.gl.get_sync_parameter(fence, Gl::SYNC_STATUS) == Gl::SIGNALED
    }

    /// Casts the shadows of those who have moved since the last time.
    fn shade(&mut self, actors: &[Actor]) {
        let standing: Vec<_> = actors.iter().map(|actor| (actor.piece.role, actor.pose)).collect();
        if self.shaded == standing {
            return;
        }
        let pieces = actors.iter().filter_map(|actor| Some((self.body(actor)?, model(&actor.pose))));
        self.shadow.cast(&self.gl, pieces.chain(self.slab.as_ref().map(|slab| (slab, slab::MODEL))));
        self.shaded = standing;
    }

    /// Draws the pieces into the mirror.
    fn reflect(&self, frame: &Frame<'_>, palette: &Palette, matrix: Matrix) {
        let standing: Vec<Actor> = frame.actors.iter().filter(|actor| !is_beside(actor)).copied().collect();
        self.mirror.catch(&self.gl, frame.size, || {
            self.solids
                .pieces
                .enter()
                .matrix("matrix", &upside_down(matrix))
                .vector("eye", eye_below(frame.camera))
                .whole("is_mirrored", 1);
            self.draw_pieces(&standing, palette);
        });
        self.solids
            .pieces
            .enter()
            .matrix("matrix", &matrix)
            .vector("eye", frame.camera.eye())
            .whole("is_mirrored", 0);
    }

    fn light(&self, program: &Program, frame: &Frame<'_>, palette: &Palette) {
        let (width, height) = frame.size;
        self.shadow.lend(program);
        program
            .pair("picture", width as f32, height as f32)
            .whole("depths", DEPTHS as i32)
            .whole("room", ROOM as i32)
            .whole("shadows", SHADOWS as i32)
            .vector("eye", frame.camera.eye())
            .vector("sunlight", palette.sunlight)
            .vector("far_color", palette.far)
            .number("exposure", palette.exposure)
            .whole("stuff", palette.stuff);
    }

    fn draw_pieces(&self, actors: &[Actor], palette: &Palette) {
        let men = feet(actors);
        self.solids
            .pieces
            .enter()
            .number("rough", palette.rough)
            .vectors("squares", &[palette.dark_square, palette.pale_square].map(|[a, b]| a.towards(b, 0.4)))
            .vector("beside", palette.frame[0])
            .whole("men_count", men.len() as i32)
            .quads("men", &men);
        for (index, actor) in actors.iter().enumerate() {
            let Some(body) = self.body(actor) else { continue };
            let [pale, deep] = if actor.piece.color == Color::White { palette.white } else { palette.black };
            let ground = if is_beside(actor) { TABLE } else { 0.0 };
            self.solids
                .pieces
                .matrix("model", &model(&actor.pose))
                .vector("pale", pale)
                .vector("deep", deep)
                .vector("glow", shine(actor.glow))
                .number("ground", ground)
                .number("seed", index as f32);
            body.draw(&self.gl);
        }
    }

    fn draw_board(&self, frame: &Frame<'_>, palette: &Palette) {
        let gl = &self.gl;
        self.write_marks(frame.scene);
        let men = feet(frame.actors);
        let count = men.len() as i32;
        self.solids
            .board
            .enter()
            .matrix("model", &slab::MODEL)
            .vectors("pale_square", &palette.pale_square)
            .vectors("dark_square", &palette.dark_square)
            .vectors("frame", &palette.frame)
            .vector("ink", palette.ink)
            .whole("marks", MARKS as i32)
            .whole("letters", LETTERS as i32)
            .whole("men_count", count)
            .whole("mirror", MIRROR as i32)
            .number("blur", palette.blur)
            .quads("men", &men);
        self.slab.iter().for_each(|slab| slab.draw(gl));
        self.solids.table.enter().matrix("model", &IDENTITY).vector("cloth", palette.cloth);
        self.solids.table.whole("men_count", count).quads("men", &men);
        self.ground.iter().for_each(|ground| ground.draw(gl));
    }

    fn draw_ribbons(&self, scene: &Scene, matrix: &Matrix) {
        let corners = ribbons(scene);
        if corners.is_empty() {
            return;
        }
        let gl = &self.gl;
        gl.enable(Gl::BLEND);
        gl.disable(Gl::CULL_FACE);
        gl.blend_func(Gl::ONE, Gl::ONE_MINUS_SRC_ALPHA);
        gl.depth_mask(false);
        self.ribbons.enter().matrix("matrix", matrix);
        draw_once(gl, &corners);
        gl.depth_mask(true);
    }

    fn write_marks(&self, scene: &Scene) {
        let mut bits = [0_u8; 128];
        for (square, marks) in &scene.marks {
            let at = (square.rank() as usize * 8 + square.file() as usize) * 2;
            bits[at..at + 2].copy_from_slice(&marks.bits().to_le_bytes());
        }
        let gl = &self.gl;
        gl.active_texture(Gl::TEXTURE0 + MARKS);
        gl.bind_texture(Gl::TEXTURE_2D, self.marks.as_ref());
        // Two bytes are one number, which the shader takes apart.
        let wide: Vec<u16> = bits.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let view = js_sys::Uint16Array::from(wide.as_slice());
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
        // Of a lost context nothing is seen anyway.
        drop(filled);
    }

    fn body(&self, actor: &Actor) -> Option<&Body> {
        self.bodies[Role::ALL.iter().position(|&role| role == actor.piece.role)?].as_ref()
    }
}

fn marks_texture(gl: &Gl) -> Option<WebGlTexture> {
    let nearest = [(Gl::TEXTURE_MIN_FILTER, Gl::NEAREST), (Gl::TEXTURE_MAG_FILTER, Gl::NEAREST)];
    texture(gl, MARKS, Gl::TEXTURE_2D, &nearest)
}

fn letters_texture(gl: &Gl, letters: &HtmlCanvasElement) {
    let settings = [
        (Gl::TEXTURE_MIN_FILTER, Gl::LINEAR),
        (Gl::TEXTURE_MAG_FILTER, Gl::LINEAR),
        (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
        (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
    ];
    if texture(gl, LETTERS, Gl::TEXTURE_2D, &settings).is_some() {
        let (format, kind) = (Gl::RGBA, Gl::UNSIGNED_BYTE);
        let filled = gl.tex_image_2d_with_u32_and_u32_and_html_canvas_element(
            Gl::TEXTURE_2D,
            0,
            format as i32,
            format,
            kind,
            letters,
        );
        // Without letters the board still is one.
        drop(filled);
    }
}

/// Whether it stands on the table, beside the board.
fn is_beside(actor: &Actor) -> bool {
    actor.pose.place.x.abs() > 4.7
}

fn feet(actors: &[Actor]) -> Vec<[f32; 4]> {
    actors.iter().take(32).map(foot).collect()
}

/// What a foot takes away from the light around it: where, how wide, how much.
fn foot(actor: &Actor) -> [f32; 4] {
    let place = actor.pose.place;
    let lift = if is_beside(actor) { place.y - TABLE } else { place.y };
    [place.x, place.z, 0.42 + lift.max(0.0) * 0.5, 0.62 / (1.0 + lift.max(0.0) * 5.0)]
}

fn shine(glow: Glow) -> Vec3 {
    match glow {
        Glow::None => Vec3::ZERO,
        Glow::Focus => vec3(0.28, 0.25, 0.18),
        Glow::Chosen => vec3(0.05, 0.3, 0.1),
        Glow::Threatened => vec3(0.42, 0.04, 0.02),
        Glow::Ahead => vec3(0.05, 0.15, 0.5),
    }
}

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// From a piece on the lathe to where it stands: turned, leant over its way, sized, put in its place.
pub(crate) fn model(pose: &Pose) -> Matrix {
    let (sin, cos) = pose.turn.sin_cos();
    let (fall, stand) = pose.lean.sin_cos();
    let (aside, along) = pose.way.sin_cos();
    let lean = |v: Vec3| vec3(v.x * stand - v.y * fall, v.x * fall + v.y * stand, v.z) * pose.size;
    let lead = |v: Vec3| vec3(v.x * along + v.z * aside, v.y, v.z * along - v.x * aside);
    let column = |v: Vec3| lead(lean(v)).array();
    let (x, y, z) = (column(vec3(cos, 0.0, -sin)), column(Vec3::UP), column(vec3(sin, 0.0, cos)));
    let Vec3 { x: px, y: py, z: pz } = pose.place;
    [x[0], x[1], x[2], 0.0, y[0], y[1], y[2], 0.0, z[0], z[1], z[2], 0.0, px, py, pz, 1.0]
}
