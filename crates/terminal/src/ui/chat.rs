//! The chat beside the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{RenderContext, text};

/// Rows reserved for the move list.
const MIN_MOVE_ROWS: u16 = 5;

/// Maximum number of chat rows.
const MAX_ROWS: u16 = 8;

/// Rows that the chat takes from the move list's area, including a rule above it.
pub(crate) fn rows(cx: &RenderContext<'_>, area: Rect) -> u16 {
    let said = u16::try_from(lines(cx, area.width, MAX_ROWS).len()).unwrap_or(MAX_ROWS);
    if said == 0 { 0 } else { (said + 1).min(area.height.saturating_sub(MIN_MOVE_ROWS)) }
}

/// Draws the last lines.
pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let Some(rows) = area.height.checked_sub(1) else { return };
    text::fill(buffer, area.x, area.y, area.width, cx.glyphs.horizontal_rule(), cx.palette.dim());
    for (line, y) in lines(cx, area.width, rows).iter().zip(area.y + 1..area.bottom()) {
        text::put(buffer, area.x, y, area.width, line, cx.palette.text());
    }
}

/// The last lines of the chat, wrapped.
pub(crate) fn lines(cx: &RenderContext<'_>, columns: u16, rows: u16) -> Vec<String> {
    let RenderContext { view, locale, .. } = *cx;
    let online = view.online();
    let Some(remote) = online.game().filter(|_| view.local_game().is_online()) else { return Vec::new() };
    let me = online.me().and_then(|me| me.id);
    let said = remote.chat().messages(me).map(|line| locale.chat_line(line));
    let mut lines: Vec<String> = said.flat_map(|line| text::wrap(&line, columns)).collect();
    lines.drain(..lines.len().saturating_sub(rows.into()));
    lines
}
