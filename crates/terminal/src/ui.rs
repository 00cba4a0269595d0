//! Rendering with ratatui. Everything here reads the [`App`] and writes cells; there is no state.
//!
//! [`render`] draws the whole screen; [`hit_test`] finds what is at a position, using the same layout.

mod sprites;
mod command_bar;
mod board;
mod canvas;
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
use crate::locale::TerminalLocale;
use texts::TerminalMessageKey;

use glyphs::Glyphs;
use layout::Layout;
use marks::DrawMode;
pub(crate) use message::is_unparsable_move;
pub(crate) use online_notice::next_countdown;
use palette::Palette;
pub(crate) use player_panel::next_clock_change;
#[cfg(test)]
pub(crate) use text::width;

/// Smallest supported window: columns and rows.
const MIN_SIZE: (u16, u16) = (40, 20);

/// Everything that widgets read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RenderContext<'a> {
    app: &'a App,
    view: View<'a>,
    locale: Locale,
    texts: TerminalLocale,
    palette: Palette,
    glyphs: Glyphs,
    piece_style: PieceStyle,
}

/// The element at a screen position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HitTarget {
    /// A square of the board.
    Square(Square),
    /// A promotion choice.
    Promotion(Role),
    /// A move in the move list.
    Ply(game::Ply),
    /// A key hint.
    Command(Command),
    /// A row of the current list.
    Row(usize),
    /// An overlay, but none of its rows.
    Popup,
}

impl<'a> RenderContext<'a> {
    fn new(app: &'a App) -> RenderContext<'a> {
        let view = app.view();
        RenderContext {
            app,
            view,
            locale: app.locale(),
            texts: app.texts(),
            palette: Palette::new(app.color_depth(), view.settings()),
            glyphs: Glyphs::of(app.piece_style()),
            piece_style: app.piece_style(),
        }
    }

    /// Mode for drawing the board.
    fn draw_mode(&self) -> DrawMode {
        match (self.palette.has_colors(), self.glyphs) {
            (true, Glyphs::Unicode) => DrawMode::Pixels,
            _ => DrawMode::Glyphs,
        }
    }
}

/// Draws the whole screen.
pub(crate) fn render(app: &App, area: Rect, buffer: &mut Buffer) {
    let cx = RenderContext::new(app);
    buffer.set_style(area, cx.palette.text());
    match is_too_small(area) {
        true => render_too_small(&cx, area, buffer),
        false => render_screen(&cx, area, buffer),
    }
    if cx.glyphs == Glyphs::Ascii {
        glyphs::to_ascii(buffer);
    }
}

fn render_screen(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    match cx.view.screen() {
        Screen::Home if cx.app.server().is_some() => lobby::render(cx, area, buffer),
        Screen::Home => home::render(cx, area, buffer),
        Screen::Form => form::render(cx, area, buffer),
        Screen::Settings => settings::render(cx, area, buffer),
        Screen::Game => render_game(cx, area, buffer),
    }
    match cx.app.overlay() {
        Overlay::None => {}
        Overlay::Help => help::render(cx, area, buffer),
        Overlay::Menu | Overlay::DrawMenu => menu::render(cx, area, buffer),
        Overlay::InviteLink(url) => invite_link::render(cx, url, area, buffer),
        Overlay::TextInput(..)
        | Overlay::ConfirmOverwrite(_)
        | Overlay::ConfirmNewGame
        | Overlay::ConfirmOpen
        | Overlay::ConfirmTakeOver
        | Overlay::ConfirmQuit => popup::render_question(cx, area, buffer),
    }
}

/// Returns the element at a screen position.
pub(crate) fn hit_test(app: &App, area: Rect, at: Position) -> Option<HitTarget> {
    let cx = RenderContext::new(app);
    if is_too_small(area) {
        return None;
    }
    match app.overlay() {
        Overlay::None => {}
        Overlay::Menu | Overlay::DrawMenu => return menu::hit_test(&cx, area, at),
        Overlay::Help => return help::frame(&cx, area).contains(at).then_some(HitTarget::Popup),
        Overlay::TextInput(..)
        | Overlay::ConfirmOverwrite(_)
        | Overlay::ConfirmNewGame
        | Overlay::ConfirmOpen
        | Overlay::ConfirmTakeOver
        | Overlay::InviteLink(_)
        | Overlay::ConfirmQuit => return Some(HitTarget::Popup),
    }
    match cx.view.screen() {
        Screen::Home if app.server().is_some() => lobby::hit_test(&cx, area, at),
        Screen::Home => home::hit_test(&cx, area, at),
        Screen::Form => form::hit_test(&cx, area, at),
        Screen::Settings => settings::hit_test(&cx, area, at),
        Screen::Game => {
            let layout = game_layout(&cx, area);
            layout.square_at(at, cx.view.board().orientation).map_or_else(
                || moves::hit_test(&cx, &layout, at).or_else(|| command_bar::hit_test(&cx, &layout, at)),
                |square| {
                    let mut choices =
                        cx.view.board().promotion.into_iter().flat_map(board::promotion_squares);
                    let choice = choices.find(|(other, _)| *other == square);
                    Some(choice.map_or(HitTarget::Square(square), |(_, role)| HitTarget::Promotion(role)))
                },
            )
        }
    }
}

/// Maximum scroll offset of the help.
pub(crate) fn help_max_scroll(app: &App, area: Rect) -> usize {
    help::max_scroll(&RenderContext::new(app), area)
}

/// The centre cell of a square, for tests that use the mouse.
#[cfg(test)]
pub(crate) fn square_center(app: &App, area: Rect, square: Square) -> (u16, u16) {
    let cx = RenderContext::new(app);
    let layout = Layout::of(area, cx.draw_mode());
    let cell = cx.view.board().orientation.cell(square);
    let (x, y) = (u16::from(cell.column) * layout.square_size, u16::from(cell.row) * layout.square_size);
    let (column, row) = marks::SquareRect { x, y, size: layout.square_size }.center();
    (layout.board.x + column, layout.board.y + row)
}

fn render_game(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let layout = game_layout(cx, area);
    let bottom = cx.view.board().orientation.bottom;
    board::render(cx, &layout, buffer);
    player_panel::render(cx, !bottom, layout.top_player, buffer);
    player_panel::render(cx, bottom, layout.bottom_player, buffer);
    if let Some(area) = layout.moves {
        moves::render(cx, area, buffer);
    }
    if let Some(area) = layout.chat {
        chat::render(cx, area, buffer);
    }
    status::render(cx, layout.status, buffer);
    command_bar::render(cx, &layout, buffer);
    // An overlay shows its own messages.
    if *cx.app.overlay() == Overlay::None {
        message::render(cx, &layout, buffer);
    }
}

/// The layout, with room for the chat.
fn game_layout(cx: &RenderContext<'_>, area: Rect) -> Layout {
    let layout = Layout::of(area, cx.draw_mode());
    let rows = layout.moves.map_or(0, |moves| chat::rows(cx, moves));
    layout.with_chat(rows)
}

fn is_too_small(area: Rect) -> bool {
    area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1
}

fn render_too_small(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let message =
        cx.texts.fill(TerminalMessageKey::TooSmall, &[("columns", &MIN_SIZE.0), ("rows", &MIN_SIZE.1)]);
    let lines = text::wrap(&message, area.width);
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        text::put(buffer, area.x, y, area.width, line, cx.palette.text());
    }
}
