//! The line that says whose turn it is and what it means.

use game::Status;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Scene, text};

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let Scene { signs, palette, .. } = *scene;
    let status = shown(scene, area.width.saturating_sub(2));
    if area.height > 1 {
        text::fill(buffer, area.x, area.y, area.width, signs.rule(), palette.dim());
    }
    let style = match scene.view.status_shown() {
        Status::Over(_) | Status::Checkmate { .. } => palette.accent(),
        Status::Check { .. } => palette.alarm(),
        Status::Turn(_) => palette.strong(),
    };
    text::put(buffer, area.x + 2, area.bottom() - 1, area.width.saturating_sub(2), &status, style);
}

/// How many columns the status takes.
pub(crate) fn width(scene: &Scene<'_>, area: Rect) -> u16 {
    text::width(&shown(scene, area.width.saturating_sub(2))) + 2
}

/// The status of what the board shows. After a mate the winner is named too, and a result that only a file knows of is
/// told, where there is room.
fn shown(scene: &Scene<'_>, columns: u16) -> String {
    let Scene { words, view, .. } = *scene;
    let status = words.status(&view.status_shown());
    let table = view.table();
    let more = match view.status_shown() {
        Status::Checkmate { .. } => table.game().outcome().map(|outcome| words.result(outcome).to_owned()),
        Status::Turn(_) | Status::Check { .. } if view.moves().is_present() => {
            table.recorded().map(|score| words.recorded(score))
        }
        _ => None,
    };
    let longer = more.map(|more| format!("{status} | {more}"));
    longer.filter(|longer| text::width(longer) <= columns).unwrap_or(status)
}
