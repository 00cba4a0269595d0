//! Screens made of rows: home, form, settings, lobby.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::{HitTarget, RenderContext, popup, text};

/// A row: label, value, and the error of the value.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListRow {
    pub(crate) label: String,
    pub(crate) value: RowValue,
    pub(crate) error: Option<String>,
}

/// The value of a row.
#[derive(Clone, Debug, Default)]
pub(crate) enum RowValue {
    /// No value: the row is a button.
    #[default]
    None,
    /// One of several choices.
    Choice(String),
    /// Typed text, and the placeholder while it is empty.
    Typed(String, String),
    /// A note beside a button.
    Note(String),
}

/// A list with title, description of the selected row, and key hints.
#[derive(Clone, Debug)]
pub(crate) struct ListScreen {
    pub(crate) title: String,
    pub(crate) rows: Vec<ListRow>,
    pub(crate) description: String,
    pub(crate) key_hints: String,
}

/// Columns between labels and values.
const COLUMN_GAP: u16 = 2;

pub(crate) fn render(cx: &RenderContext<'_>, list: &ListScreen, area: Rect, buffer: &mut Buffer) {
    let frame = frame(list, area);
    popup::render_frame(cx, frame, &list.title, buffer);
    let inside = popup::inner(frame);
    let labels = label_width(list).min(inside.width / 2);
    let first = first_visible_row(list, inside, cx.app.selected_row());
    let seen = list.rows.iter().enumerate().skip(first).take(visible_rows(inside));
    for ((index, row), y) in seen.zip(inside.y + 1..) {
        put_row(cx, row, index, Rect::new(inside.x, y, inside.width, 1), labels, buffer);
    }
    let error = list.rows.get(cx.app.selected_row()).and_then(|row| row.error.as_ref());
    // A truncated label is shown in full below the list.
    let label = list
        .rows
        .get(cx.app.selected_row())
        .map(|row| &row.label)
        .filter(|label| text::width(label) > labels);
    let about = error.or(label.filter(|_| list.description.is_empty())).unwrap_or(&list.description);
    let style = if error.is_some() { cx.palette.alarm() } else { cx.palette.dim() };
    let lines = text::wrap(about, inside.width);
    for (line, y) in lines.iter().zip(inside.bottom().saturating_sub(4)..inside.bottom() - 1) {
        text::put(buffer, inside.x, y, inside.width, line, style);
    }
    text::put(buffer, inside.x, inside.bottom() - 1, inside.width, &list.key_hints, cx.palette.dim());
}

/// The row at a position.
pub(crate) fn hit_test(list: &ListScreen, row: usize, area: Rect, at: Position) -> Option<HitTarget> {
    let inside = popup::inner(frame(list, area));
    let offset = usize::from(at.y.checked_sub(inside.y + 1)?);
    let index = first_visible_row(list, inside, row) + offset;
    let is_row = inside.contains(at) && offset < visible_rows(inside) && index < list.rows.len();
    is_row.then_some(HitTarget::Row(index))
}

fn put_row(
    cx: &RenderContext<'_>,
    row: &ListRow,
    index: usize,
    area: Rect,
    labels: u16,
    buffer: &mut Buffer,
) {
    let RenderContext { palette, glyphs, .. } = *cx;
    let is_chosen = index == cx.app.selected_row();
    let (sign, style) = match is_chosen {
        true => (glyphs.pointer(), palette.accent()),
        false => (" ", Style::new()),
    };
    text::put(buffer, area.x, area.y, 1, sign, style);
    let is_button = matches!(row.value, RowValue::None | RowValue::Note(_));
    let label_room = if is_button { area.width.saturating_sub(2) } else { labels };
    let used = text::put(buffer, area.x + 2, area.y, label_room, &row.label, style);
    let x = area.x + 2 + labels + COLUMN_GAP;
    let room = area.right().saturating_sub(x + 1);
    let wrong = if row.error.is_some() { palette.alarm() } else { Style::new() };
    match &row.value {
        RowValue::None => {}
        RowValue::Note(note) => {
            let x = area.x + 2 + used + COLUMN_GAP;
            text::put(buffer, x, area.y, area.right().saturating_sub(x), note, palette.dim());
        }
        RowValue::Choice(choice) => {
            let (before, after) = glyphs.choice_brackets();
            let shown = if is_chosen { format!("{before}{choice}{after}") } else { format!("  {choice}") };
            text::put(buffer, x, area.y, room + 1, &shown, if is_chosen { palette.strong() } else { wrong });
        }
        RowValue::Typed(typed, hint) => {
            let tail = popup::tail(typed, room.saturating_sub(2));
            let used = text::put(buffer, x + 2, area.y, room, tail, wrong);
            if is_chosen {
                let cursor = Style::new().add_modifier(Modifier::REVERSED);
                text::put(buffer, x + 2 + used, area.y, 1, " ", cursor);
            }
            if typed.is_empty() {
                text::put(buffer, x + 4, area.y, room.saturating_sub(4), hint, palette.dim());
            }
            if row.error.is_some() {
                text::put(buffer, x, area.y, 1, "!", palette.alarm());
            }
        }
    }
}

fn frame(list: &ListScreen, area: Rect) -> Rect {
    // One blank row above the rows and one below, three lines of description, and the key hints.
    let rows = u16::try_from(list.rows.len()).unwrap_or(u16::MAX).saturating_add(6);
    popup::centered(area, 72, rows)
}

fn visible_rows(inside: Rect) -> usize {
    usize::from(inside.height.saturating_sub(6)).max(1)
}

/// The first visible row, such that the selected row is visible.
fn first_visible_row(list: &ListScreen, inside: Rect, chosen: usize) -> usize {
    let visible = visible_rows(inside);
    (chosen + 1).saturating_sub(visible).min(list.rows.len().saturating_sub(visible))
}

fn label_width(list: &ListScreen) -> u16 {
    let with_value = list.rows.iter().filter(|row| !matches!(row.value, RowValue::None | RowValue::Note(_)));
    with_value.map(|row| text::width(&row.label)).max().unwrap_or(0)
}
