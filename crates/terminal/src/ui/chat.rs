//! What is said beside the board: the last lines of it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{RenderContext, text};

/// Of the list of moves this many rows are left in any case.
const MIN_MOVE_ROWS: u16 = 5;

/// The talk takes no more rows than this.
const MAX_ROWS: u16 = 8;

/// How many rows below the list of moves the talk takes, of so many, with a line above it.
pub(crate) fn rows(scene: &RenderContext<'_>, area: Rect) -> u16 {
    let said = u16::try_from(lines(scene, area.width, MAX_ROWS).len()).unwrap_or(MAX_ROWS);
    if said == 0 { 0 } else { (said + 1).min(area.height.saturating_sub(MIN_MOVE_ROWS)) }
}

/// Draws the last lines.
pub(crate) fn render(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let Some(rows) = area.height.checked_sub(1) else { return };
    text::fill(buffer, area.x, area.y, area.width, scene.glyphs.horizontal_rule(), scene.palette.dim());
    for (line, y) in lines(scene, area.width, rows).iter().zip(area.y + 1..area.bottom()) {
        text::put(buffer, area.x, y, area.width, line, scene.palette.text());
    }
}

/// The last lines of the talk, broken to fit so many columns and rows.
pub(crate) fn lines(scene: &RenderContext<'_>, columns: u16, rows: u16) -> Vec<String> {
    let RenderContext { view, words, .. } = *scene;
    let online = view.online();
    let Some(remote) = online.game().filter(|_| view.local_game().is_online()) else { return Vec::new() };
    let me = online.me().and_then(|me| me.id);
    let said = remote.chat().messages(me).map(|line| words.chat_line(line));
    let mut lines: Vec<String> = said.flat_map(|line| text::wrap(&line, columns)).collect();
    lines.drain(..lines.len().saturating_sub(rows.into()));
    lines
}
