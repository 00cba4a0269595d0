//! Drawing. Everything here reads the program and writes characters; nothing is changed, and nothing is remembered.
//!
//! [`render`] draws the whole screen; [`target`] says what is at a place of it, from the same layout, so that what is
//! seen is what is hit.

mod sprites;
mod command_bar;
mod board;
mod canvas;
mod clock;
mod form;
mod help;
mod home;
mod layout;
mod invite_link;
mod lobby;
mod marks;
mod menu;
mod message;
mod moves;
mod online_notice;
mod palette;
mod popup;
mod list_screen;
mod settings;
mod player_panel;
mod glyphs;
mod status;
mod chat;
mod text;

use client::{Locale, Screen, View};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use rules::{Role, Square};

use crate::PieceStyle;
use crate::app::{App, Command, Overlay};
use crate::texts::{TerminalLocale, Text};

pub(crate) use clock::next_clock_change;
use glyphs::Glyphs;
use layout::Layout;
use marks::DrawMode;
pub(crate) use message::is_unparsable_move;
pub(crate) use online_notice::next_countdown as online_counts;
use palette::Palette;
#[cfg(test)]
pub(crate) use text::width;

/// The smallest window in which there is a board.
const MIN_SIZE: (u16, u16) = (40, 20);

/// What painters read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RenderContext<'a> {
    app: &'a App,
    view: View<'a>,
    words: Locale,
    texts: TerminalLocale,
    palette: Palette,
    glyphs: Glyphs,
    piece_style: PieceStyle,
}

/// What is at a place of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HitTarget {
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

impl<'a> RenderContext<'a> {
    fn new(app: &'a App) -> RenderContext<'a> {
        let view = app.view();
        RenderContext {
            app,
            view,
            words: app.words(),
            texts: app.texts(),
            palette: Palette::new(app.color_depth(), view.settings()),
            glyphs: Glyphs::of(app.piece_style()),
            piece_style: app.piece_style(),
        }
    }

    /// With what the board is drawn.
    fn draw_mode(&self) -> DrawMode {
        match (self.palette.has_colors(), self.glyphs) {
            (true, Glyphs::Unicode) => DrawMode::Pixels,
            _ => DrawMode::Glyphs,
        }
    }
}

/// Draws the whole screen.
pub(crate) fn render(app: &App, area: Rect, buffer: &mut Buffer) {
    let scene = RenderContext::new(app);
    buffer.set_style(area, scene.palette.text());
    match is_too_small(area) {
        true => render_too_small(&scene, area, buffer),
        false => render_screen(&scene, area, buffer),
    }
    if scene.glyphs == Glyphs::Ascii {
        glyphs::to_ascii(buffer);
    }
}

fn render_screen(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    match scene.view.screen() {
        Screen::Home if scene.app.server().is_some() => lobby::render(scene, area, buffer),
        Screen::Home => home::render(scene, area, buffer),
        Screen::Form => form::render(scene, area, buffer),
        Screen::Settings => settings::render(scene, area, buffer),
        Screen::Game => render_game(scene, area, buffer),
    }
    match scene.app.overlay() {
        Overlay::None => {}
        Overlay::Help => help::render(scene, area, buffer),
        Overlay::Menu | Overlay::DrawMenu => menu::render(scene, area, buffer),
        Overlay::InviteLink(url) => invite_link::render(scene, url, area, buffer),
        Overlay::TextInput(..)
        | Overlay::ConfirmOverwrite(_)
        | Overlay::ConfirmNewGame
        | Overlay::ConfirmOpen
        | Overlay::ConfirmTakeOver
        | Overlay::ConfirmQuit => popup::render_question(scene, area, buffer),
    }
}

/// What is at a place of the screen.
pub(crate) fn hit_test(app: &App, area: Rect, at: Position) -> Option<HitTarget> {
    let scene = RenderContext::new(app);
    if is_too_small(area) {
        return None;
    }
    match app.overlay() {
        Overlay::None => {}
        Overlay::Menu | Overlay::DrawMenu => return menu::hit_test(&scene, area, at),
        Overlay::Help => return help::frame(&scene, area).contains(at).then_some(HitTarget::Popup),
        Overlay::TextInput(..)
        | Overlay::ConfirmOverwrite(_)
        | Overlay::ConfirmNewGame
        | Overlay::ConfirmOpen
        | Overlay::ConfirmTakeOver
        | Overlay::InviteLink(_)
        | Overlay::ConfirmQuit => return Some(HitTarget::Popup),
    }
    match scene.view.screen() {
        Screen::Home if app.server().is_some() => lobby::hit_test(&scene, area, at),
        Screen::Home => home::hit_test(&scene, area, at),
        Screen::Form => form::hit_test(&scene, area, at),
        Screen::Settings => settings::hit_test(&scene, area, at),
        Screen::Game => {
            let layout = game_layout(&scene, area);
            layout.square_at(at, scene.view.board().orientation).map_or_else(
                || {
                    moves::hit_test(&scene, &layout, at)
                        .or_else(|| command_bar::hit_test(&scene, &layout, at))
                },
                |square| {
                    let mut choices =
                        scene.view.board().promotion.into_iter().flat_map(board::promotion_squares);
                    let choice = choices.find(|(other, _)| *other == square);
                    Some(choice.map_or(HitTarget::Square(square), |(_, role)| HitTarget::Promotion(role)))
                },
            )
        }
    }
}

/// How far the arrows go in the help.
pub(crate) fn help_max_scroll(app: &App, area: Rect) -> usize {
    help::max_scroll(&RenderContext::new(app), area)
}

/// The cell in the middle of a square, for tests that use the mouse.
#[cfg(test)]
pub(crate) fn square_center(app: &App, area: Rect, square: Square) -> (u16, u16) {
    let scene = RenderContext::new(app);
    let layout = Layout::of(area, scene.draw_mode());
    let cell = scene.view.board().orientation.cell(square);
    let (x, y) = (u16::from(cell.column) * layout.square_size, u16::from(cell.row) * layout.square_size);
    let (column, row) = marks::SquareRect { x, y, size: layout.square_size }.center();
    (layout.board.x + column, layout.board.y + row)
}

fn render_game(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let layout = game_layout(scene, area);
    let bottom = scene.view.board().orientation.bottom;
    board::render(scene, &layout, buffer);
    player_panel::render(scene, !bottom, layout.top_player, buffer);
    player_panel::render(scene, bottom, layout.bottom_player, buffer);
    if let Some(area) = layout.moves {
        moves::render(scene, area, buffer);
    }
    if let Some(area) = layout.chat {
        chat::render(scene, area, buffer);
    }
    status::render(scene, layout.status, buffer);
    command_bar::render(scene, &layout, buffer);
    // What lies over the screen says by itself what there is to say.
    if *scene.app.overlay() == Overlay::None {
        message::render(scene, &layout, buffer);
    }
}

/// The layout, with room for what is said beside the board.
fn game_layout(scene: &RenderContext<'_>, area: Rect) -> Layout {
    let layout = Layout::of(area, scene.draw_mode());
    let rows = layout.moves.map_or(0, |moves| chat::rows(scene, moves));
    layout.with_chat(rows)
}

fn is_too_small(area: Rect) -> bool {
    area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1
}

fn render_too_small(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let message = scene.texts.fill(Text::TooSmall, &[("columns", &MIN_SIZE.0), ("rows", &MIN_SIZE.1)]);
    let lines = text::wrap(&message, area.width);
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        text::put(buffer, area.x, y, area.width, line, scene.palette.text());
    }
}
