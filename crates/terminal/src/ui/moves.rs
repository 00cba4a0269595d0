//! The list of moves: a row for each round, the move that is shown lit.

use client::{MessageKey, MoveListView, MoveView, Notation};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use rules::{ByColor, Color};

use super::layout::Layout;
use super::{HitTarget, RenderContext, text};
use crate::texts::Text;

/// A round: its number and its moves.
struct MoveRow<'a> {
    number: u32,
    moves: ByColor<Option<&'a MoveView>>,
}

/// The columns of number, White's move and Black's move.
const NUMBER_COLUMNS: u16 = 5;

pub(crate) fn render(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let moves = scene.view.moves();
    title(scene, area, buffer);
    let list = below_title(area);
    if moves.moves.is_empty() {
        text::put(
            buffer,
            list.x + 2,
            list.y,
            list.width,
            scene.words.message(MessageKey::NoMoves),
            scene.palette.dim(),
        );
        return;
    }
    let rounds = move_rows(&moves);
    let first = first_row(&moves, &rounds, list.height);
    for (round, y) in rounds.iter().skip(first).zip(list.y..list.bottom()) {
        text::put_right(
            buffer,
            list.x + NUMBER_COLUMNS - 1,
            y,
            NUMBER_COLUMNS,
            &format!("{}.", round.number),
            scene.palette.dim(),
        );
        for color in Color::ALL {
            let Some(seen) = round.moves[color] else { continue };
            let cell = column(list, color);
            let style = match seen.ply == moves.shown_ply {
                true => scene.palette.selected(),
                false => Style::new(),
            };
            let notation = scene.view.settings().notation;
            let san = match notation {
                Notation::Letters => seen.san.clone(),
                Notation::Figurines => seen.figurines(),
            };
            text::put(buffer, cell.0, y, cell.1, &format!(" {san} "), style);
        }
        if round.moves.white.is_none() {
            text::put(buffer, column(list, Color::White).0, y, 4, " …", scene.palette.dim());
        }
    }
}

/// The move at a place.
pub(crate) fn hit_test(scene: &RenderContext<'_>, layout: &Layout, at: Position) -> Option<HitTarget> {
    let list = below_title(layout.moves?);
    if !list.contains(at) {
        return None;
    }
    let moves = scene.view.moves();
    let rounds = move_rows(&moves);
    let row = usize::from(at.y - list.y) + first_row(&moves, &rounds, list.height);
    let color = if at.x < column(list, Color::Black).0 { Color::White } else { Color::Black };
    rounds.get(row)?.moves[color].map(|seen| HitTarget::Ply(seen.ply))
}

fn title(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let RenderContext { glyphs: signs, palette, .. } = *scene;
    text::fill(buffer, area.x, area.y, area.width, signs.horizontal_rule(), palette.dim());
    let round = u32::try_from(scene.view.move_number()).unwrap_or(u32::MAX);
    let title = match scene.view.moves().moves.is_empty() {
        true => format!(" {} ", scene.texts.get(Text::Moves)),
        false => format!(" {} ", scene.words.move_number(round)),
    };
    text::put(buffer, area.x + 2, area.y, area.width.saturating_sub(2), &title, palette.dim());
    let rules = format!(" {} ", scene.words.ruleset(scene.view.local_game().game().ruleset()));
    let room = area.width.saturating_sub(6 + text::width(&title));
    if text::width(&rules) <= room {
        text::put_right(buffer, area.right() - 2, area.y, room, &rules, palette.dim());
    }
}

fn below_title(area: Rect) -> Rect {
    Rect::new(area.x, area.y + 1, area.width, area.height.saturating_sub(1))
}

/// The first column of a side's moves, and how many there are.
fn column(list: Rect, color: Color) -> (u16, u16) {
    let each = list.width.saturating_sub(NUMBER_COLUMNS) / 2;
    let start = list.x + NUMBER_COLUMNS;
    match color {
        Color::White => (start, each),
        Color::Black => (start + each, each),
    }
}

fn move_rows(moves: &MoveListView) -> Vec<MoveRow<'_>> {
    let mut rounds: Vec<MoveRow<'_>> = Vec::new();
    for seen in &moves.moves {
        if rounds.last().is_none_or(|round| round.number != seen.number) {
            rounds.push(MoveRow { number: seen.number, moves: ByColor::default() });
        }
        if let Some(round) = rounds.last_mut() {
            round.moves[seen.color] = Some(seen);
        }
    }
    rounds
}

/// The first round that is seen, so that the move that is shown is among those that are.
fn first_row(moves: &MoveListView, rounds: &[MoveRow<'_>], height: u16) -> usize {
    let height = usize::from(height).max(1);
    let lit =
        moves.shown_ply.checked_sub(1).and_then(|index| moves.moves.get(index)).map_or(0, |seen| seen.number);
    let row = rounds.iter().position(|round| round.number == lit).unwrap_or_default();
    let last = rounds.len().saturating_sub(height);
    // The present is at the lower edge; looking back, a round or two ahead are seen as well.
    (row + 3).saturating_sub(height).min(last)
}
