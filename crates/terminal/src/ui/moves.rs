//! The move list: a row per move number, the shown ply highlighted, and the opening below it.

use client::{MessageKey, MoveListView, MoveView, Notation};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use rules::{ByColor, Color};

use super::layout::Layout;
use super::{HitTarget, RenderContext, text};
use texts::TerminalMessageKey;

/// A row: move number and both moves.
struct MoveRow<'a> {
    number: u32,
    moves: ByColor<Option<&'a MoveView>>,
}

/// Width of the move number.
const NUMBER_COLUMNS: u16 = 5;

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let moves = cx.view.moves();
    title(cx, area, buffer);
    let list = list_area(area);
    if moves.moves.is_empty() {
        text::put(
            buffer,
            list.x + 2,
            list.y,
            list.width,
            cx.locale.message(MessageKey::NoMoves),
            cx.palette.dim(),
        );
        return;
    }
    let rows = move_rows(&moves);
    let first = first_row(&moves, &rows, list.height);
    for (row, y) in rows.iter().skip(first).zip(list.y..list.bottom()) {
        text::put_right(
            buffer,
            list.x + NUMBER_COLUMNS - 1,
            y,
            NUMBER_COLUMNS,
            &format!("{}.", row.number),
            cx.palette.dim(),
        );
        for color in Color::ALL {
            let Some(shown_move) = row.moves[color] else { continue };
            let cell = column(list, color);
            let style = match shown_move.ply == moves.shown_ply {
                true => cx.palette.selected(),
                false => Style::new(),
            };
            let notation = cx.view.settings().notation;
            let san = match notation {
                Notation::Letters => shown_move.san.clone(),
                Notation::Figurines => shown_move.figurines(),
            };
            text::put(buffer, cell.0, y, cell.1, &format!(" {san} "), style);
        }
        if row.moves.white.is_none() {
            text::put(buffer, column(list, Color::White).0, y, 4, " …", cx.palette.dim());
        }
    }
    opening(cx, area, buffer);
}

/// The move at a position.
pub(crate) fn hit_test(cx: &RenderContext<'_>, layout: &Layout, at: Position) -> Option<HitTarget> {
    let list = list_area(layout.moves?);
    if !list.contains(at) {
        return None;
    }
    let moves = cx.view.moves();
    let rows = move_rows(&moves);
    let row = usize::from(at.y - list.y) + first_row(&moves, &rows, list.height);
    let color = if at.x < column(list, Color::Black).0 { Color::White } else { Color::Black };
    rows.get(row)?.moves[color].map(|shown_move| HitTarget::Ply(shown_move.ply))
}

fn title(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let RenderContext { glyphs, palette, .. } = *cx;
    text::fill(buffer, area.x, area.y, area.width, glyphs.horizontal_rule(), palette.dim());
    let row = u32::try_from(cx.view.move_number()).unwrap_or(u32::MAX);
    let title = match cx.view.moves().moves.is_empty() {
        true => format!(" {} ", cx.texts.get(TerminalMessageKey::Moves)),
        false => format!(" {} ", cx.locale.move_number(row)),
    };
    text::put(buffer, area.x + 2, area.y, area.width.saturating_sub(2), &title, palette.dim());
    let rules = format!(" {} ", cx.locale.ruleset(cx.view.local_game().game().ruleset()));
    let room = area.width.saturating_sub(6 + text::width(&title));
    if text::width(&rules) <= room {
        text::put_right(buffer, area.right() - 2, area.y, room, &rules, palette.dim());
    }
}

/// The opening of the shown position in the last row.
fn opening(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let plies = cx.view.moves().shown_ply.index();
    let found = openings::of_first_plies(cx.view.local_game().game(), plies);
    if let Some(found) = found.filter(|_| has_opening_row(area)) {
        let columns = area.width.saturating_sub(2);
        let name = text::truncate(&cx.texts.opening(&found.opening), columns, cx.glyphs.ellipsis());
        text::put(buffer, area.x + 1, area.bottom() - 1, columns, &name, cx.palette.dim());
    }
}

/// Low areas have no row for the opening, so that enough moves are visible.
const fn has_opening_row(area: Rect) -> bool {
    area.height >= 6
}

/// The rows of the moves, between title and opening.
fn list_area(area: Rect) -> Rect {
    let around = if has_opening_row(area) { 2 } else { 1 };
    Rect::new(area.x, area.y + 1, area.width, area.height.saturating_sub(around))
}

/// First column and width of a side's moves.
fn column(list: Rect, color: Color) -> (u16, u16) {
    let each = list.width.saturating_sub(NUMBER_COLUMNS) / 2;
    let start = list.x + NUMBER_COLUMNS;
    match color {
        Color::White => (start, each),
        Color::Black => (start + each, each),
    }
}

fn move_rows(moves: &MoveListView) -> Vec<MoveRow<'_>> {
    let mut rows: Vec<MoveRow<'_>> = Vec::new();
    for shown_move in &moves.moves {
        if rows.last().is_none_or(|row| row.number != shown_move.number) {
            rows.push(MoveRow { number: shown_move.number, moves: ByColor::default() });
        }
        if let Some(row) = rows.last_mut() {
            row.moves[shown_move.color] = Some(shown_move);
        }
    }
    rows
}

/// The first visible row, such that the shown ply is visible.
fn first_row(moves: &MoveListView, rows: &[MoveRow<'_>], height: u16) -> usize {
    let height = usize::from(height).max(1);
    let lit = moves
        .shown_ply
        .previous()
        .and_then(|ply| moves.moves.get(ply.index()))
        .map_or(0, |shown_move| shown_move.number);
    let row = rows.iter().position(|row| row.number == lit).unwrap_or_default();
    let last = rows.len().saturating_sub(height);
    // The last move is at the lower edge; while navigating, up to two later rows are visible.
    (row + 3).saturating_sub(height).min(last)
}
