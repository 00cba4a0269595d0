//! The line that says whose turn it is and what it means.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Scene, text};

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let Scene { signs, palette, .. } = *scene;
    let status = scene.words.status(&scene.view.status());
    if area.height > 1 {
        text::fill(buffer, area.x, area.y, area.width, signs.rule(), palette.dim());
    }
    let style = match scene.view.table().game().outcome() {
        Some(_) => palette.accent(),
        None if scene.view.table().game().checked_king().is_some() => palette.alarm(),
        None => palette.strong(),
    };
    text::put(buffer, area.x + 2, area.bottom() - 1, area.width.saturating_sub(2), &status, style);
}
