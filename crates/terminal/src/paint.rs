//! Drawing. Everything here reads the program and writes characters; nothing is changed, and nothing is remembered.
//!
//! [`render`] draws the whole screen; [`target`] says what is at a place of it, from the same layout, so that what is
//! seen is what is hit.

mod art;
mod bar;
mod board;
mod canvas;
mod clock;
mod form;
mod help;
mod home;
mod layout;
mod link;
mod lobby;
mod marks;
mod menu;
mod message;
mod moves;
mod online;
mod palette;
mod popup;
mod rows;
mod settings;
mod side;
mod signs;
mod status;
mod talk;
mod text;

use client::{Screen, View, Words};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use rules::{Role, Square};

use crate::Pieces;
use crate::app::{App, Command, Layer};
use crate::texts::{Text, Texts};

pub(crate) use clock::next_change;
use layout::Layout;
use marks::Pen;
pub(crate) use message::is_no_move;
pub(crate) use online::counts as online_counts;
use palette::Palette;
use signs::Signs;
#[cfg(test)]
pub(crate) use text::width;

/// The smallest window in which there is a board.
const SMALLEST: (u16, u16) = (40, 20);

/// What painters read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    app: &'a App,
    view: View<'a>,
    words: Words,
    texts: Texts,
    palette: Palette,
    signs: Signs,
    pieces: Pieces,
}

/// What is at a place of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A square of the board.
    Square(Square),
    /// A piece that the pawn can become.
    Promotion(Role),
    /// A move in the list.
    Ply(usize),
    /// A command in the line of hints.
    Command(Command),
    /// A row of the list that is shown.
    Row(usize),
    /// Something that lies over the screen, but nothing in particular.
    Popup,
}

impl<'a> Scene<'a> {
    fn of(app: &'a App) -> Scene<'a> {
        let view = app.view();
        Scene {
            app,
            view,
            words: app.words(),
            texts: app.texts(),
            palette: Palette::new(app.depth(), view.settings()),
            signs: Signs::of(app.pieces()),
            pieces: app.pieces(),
        }
    }

    /// With what the board is drawn.
    fn pen(&self) -> Pen {
        match (self.palette.has_colors(), self.signs) {
            (true, Signs::Unicode) => Pen::Fine,
            _ => Pen::Coarse,
        }
    }
}

/// Draws the whole screen.
pub(crate) fn render(app: &App, area: Rect, buffer: &mut Buffer) {
    let scene = Scene::of(app);
    buffer.set_style(area, scene.palette.text());
    match is_too_small(area) {
        true => too_small(&scene, area, buffer),
        false => screen(&scene, area, buffer),
    }
    if scene.signs == Signs::Ascii {
        signs::substitute(buffer);
    }
}

fn screen(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    match scene.view.screen() {
        Screen::Home if scene.app.server().is_some() => lobby::render(scene, area, buffer),
        Screen::Home => home::render(scene, area, buffer),
        Screen::Form => form::render(scene, area, buffer),
        Screen::Settings => settings::render(scene, area, buffer),
        Screen::Table => table(scene, area, buffer),
    }
    match scene.app.layer() {
        Layer::None => {}
        Layer::Help => help::render(scene, area, buffer),
        Layer::Menu | Layer::Draw => menu::render(scene, area, buffer),
        Layer::Link(url) => link::render(scene, url, area, buffer),
        Layer::Name(..)
        | Layer::Overwrite(_)
        | Layer::Replace
        | Layer::MakeWay
        | Layer::TakeOver
        | Layer::Quit => popup::ask(scene, area, buffer),
    }
}

/// What is at a place of the screen.
pub(crate) fn target(app: &App, area: Rect, at: Position) -> Option<Target> {
    let scene = Scene::of(app);
    if is_too_small(area) {
        return None;
    }
    match app.layer() {
        Layer::None => {}
        Layer::Menu | Layer::Draw => return menu::target(&scene, area, at),
        Layer::Help => return help::frame(&scene, area).contains(at).then_some(Target::Popup),
        Layer::Name(..)
        | Layer::Overwrite(_)
        | Layer::Replace
        | Layer::MakeWay
        | Layer::TakeOver
        | Layer::Link(_)
        | Layer::Quit => return Some(Target::Popup),
    }
    match scene.view.screen() {
        Screen::Home if app.server().is_some() => lobby::target(&scene, area, at),
        Screen::Home => home::target(&scene, area, at),
        Screen::Form => form::target(&scene, area, at),
        Screen::Settings => settings::target(&scene, area, at),
        Screen::Table => {
            let layout = table_layout(&scene, area);
            layout.square_at(at, scene.view.board().orientation).map_or_else(
                || moves::target(&scene, &layout, at).or_else(|| bar::target(&scene, &layout, at)),
                |square| {
                    let mut choices = scene.view.board().promotion.into_iter().flat_map(board::choices);
                    let choice = choices.find(|(other, _)| *other == square);
                    Some(choice.map_or(Target::Square(square), |(_, role)| Target::Promotion(role)))
                },
            )
        }
    }
}

/// How far the arrows go in the help.
pub(crate) fn furthest_help(app: &App, area: Rect) -> usize {
    help::furthest(&Scene::of(app), area)
}

/// The cell in the middle of a square, for tests that use the mouse.
#[cfg(test)]
pub(crate) fn place_of(app: &App, area: Rect, square: Square) -> (u16, u16) {
    let scene = Scene::of(app);
    let layout = Layout::of(area, scene.pen());
    let cell = scene.view.board().orientation.cell(square);
    let (x, y) = (u16::from(cell.column) * layout.side, u16::from(cell.row) * layout.side);
    let (column, row) = marks::Patch { x, y, side: layout.side }.center();
    (layout.board.x + column, layout.board.y + row)
}

fn table(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let layout = table_layout(scene, area);
    let bottom = scene.view.board().orientation.bottom;
    board::render(scene, &layout, buffer);
    side::render(scene, !bottom, layout.top, buffer);
    side::render(scene, bottom, layout.bottom, buffer);
    if let Some(area) = layout.moves {
        moves::render(scene, area, buffer);
    }
    if let Some(area) = layout.talk {
        talk::render(scene, area, buffer);
    }
    status::render(scene, layout.status, buffer);
    bar::render(scene, &layout, buffer);
    // What lies over the screen says by itself what there is to say.
    if *scene.app.layer() == Layer::None {
        message::render(scene, &layout, buffer);
    }
}

/// The layout, with room for what is said beside the board.
fn table_layout(scene: &Scene<'_>, area: Rect) -> Layout {
    let layout = Layout::of(area, scene.pen());
    let rows = layout.moves.map_or(0, |moves| talk::rows(scene, moves));
    layout.with_talk(rows)
}

fn is_too_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

fn too_small(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let message = scene.texts.fill(Text::TooSmall, &[("columns", &SMALLEST.0), ("rows", &SMALLEST.1)]);
    let lines = text::wrap(&message, area.width);
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        text::put(buffer, area.x, y, area.width, line, scene.palette.text());
    }
}
