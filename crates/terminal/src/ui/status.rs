//! The status line: side to move, check, result.

use game::Status;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{RenderContext, text};

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let RenderContext { glyphs, palette, .. } = *cx;
    let status = status_text(cx, area.width.saturating_sub(2));
    if area.height > 1 {
        text::fill(buffer, area.x, area.y, area.width, glyphs.horizontal_rule(), palette.dim());
    }
    let style = match cx.view.shown_status() {
        Status::Over(_) | Status::Checkmate { .. } => palette.accent(),
        Status::Check { .. } => palette.alarm(),
        Status::Turn(_) => palette.strong(),
    };
    text::put(buffer, area.x + 2, area.bottom() - 1, area.width.saturating_sub(2), &status, style);
}

/// Width of the status.
pub(crate) fn width(cx: &RenderContext<'_>, area: Rect) -> u16 {
    text::width(&status_text(cx, area.width.saturating_sub(2))) + 2
}

/// The status of the shown position. After mate also the winner, if there is room.
fn status_text(cx: &RenderContext<'_>, columns: u16) -> String {
    let RenderContext { locale, view, .. } = *cx;
    let status = match view.local_game().recorded_result() {
        Some(result) if view.moves().is_present() => locale.recorded_result(result),
        _ => locale.status(&view.shown_status()),
    };
    let is_mate = matches!(view.shown_status(), Status::Checkmate { .. });
    let winner = view.local_game().game().outcome().filter(|_| is_mate).map(|outcome| locale.result(outcome));
    let longer = winner.map(|winner| format!("{status} | {winner}"));
    longer.filter(|longer| text::width(longer) <= columns).unwrap_or(status)
}
