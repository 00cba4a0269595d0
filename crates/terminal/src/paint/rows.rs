//! Screens that are lists of rows: home, form, settings.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::{Scene, Target, popup, text};

/// A row: what it is about, what is chosen or typed, and what is wrong with that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) value: Value,
    pub(crate) error: Option<String>,
}

/// What is on the right of a row.
#[derive(Clone, Debug, Default)]
pub(crate) enum Value {
    /// Nothing: the row is a button.
    #[default]
    None,
    /// One of several.
    Choice(String),
    /// A text that is typed, and what to say while there is none.
    Typed(String, String),
    /// Something beside a button.
    Note(String),
}

/// A list under a title, with a line about the chosen row and the keys that move in it.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) title: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) about: String,
    pub(crate) keys: String,
}

/// Columns between labels and values.
const GAP: u16 = 2;

pub(crate) fn render(scene: &Scene<'_>, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
    let frame = frame(sheet, area);
    popup::open(scene, frame, &sheet.title, buffer);
    let inside = popup::inside(frame);
    let labels = labels(sheet).min(inside.width / 2);
    let first = first(sheet, inside, scene.app.row());
    let seen = sheet.rows.iter().enumerate().skip(first).take(visible(inside));
    for ((index, row), y) in seen.zip(inside.y + 1..) {
        put_row(scene, row, index, Rect::new(inside.x, y, inside.width, 1), labels, buffer);
    }
    let error = sheet.rows.get(scene.app.row()).and_then(|row| row.error.as_ref());
    // A label that is cut off is read in full below.
    let label =
        sheet.rows.get(scene.app.row()).map(|row| &row.label).filter(|label| text::width(label) > labels);
    let about = error.or(label.filter(|_| sheet.about.is_empty())).unwrap_or(&sheet.about);
    let style = if error.is_some() { scene.palette.alarm() } else { scene.palette.dim() };
    let lines = text::wrap(about, inside.width);
    for (line, y) in lines.iter().zip(inside.bottom().saturating_sub(4)..inside.bottom() - 1) {
        text::put(buffer, inside.x, y, inside.width, line, style);
    }
    text::put(buffer, inside.x, inside.bottom() - 1, inside.width, &sheet.keys, scene.palette.dim());
}

/// The row at a place.
pub(crate) fn target(sheet: &Sheet, row: usize, area: Rect, at: Position) -> Option<Target> {
    let inside = popup::inside(frame(sheet, area));
    let offset = usize::from(at.y.checked_sub(inside.y + 1)?);
    let index = first(sheet, inside, row) + offset;
    let is_row = inside.contains(at) && offset < visible(inside) && index < sheet.rows.len();
    is_row.then_some(Target::Row(index))
}

fn put_row(scene: &Scene<'_>, row: &Row, index: usize, area: Rect, labels: u16, buffer: &mut Buffer) {
    let Scene { palette, signs, .. } = *scene;
    let is_chosen = index == scene.app.row();
    let (sign, style) = match is_chosen {
        true => (signs.turn(), palette.accent()),
        false => (" ", Style::new()),
    };
    text::put(buffer, area.x, area.y, 1, sign, style);
    let is_button = matches!(row.value, Value::None | Value::Note(_));
    let label_room = if is_button { area.width.saturating_sub(2) } else { labels };
    let used = text::put(buffer, area.x + 2, area.y, label_room, &row.label, style);
    let x = area.x + 2 + labels + GAP;
    let room = area.right().saturating_sub(x + 1);
    let wrong = if row.error.is_some() { palette.alarm() } else { Style::new() };
    match &row.value {
        Value::None => {}
        Value::Note(note) => {
            let x = area.x + 2 + used + GAP;
            text::put(buffer, x, area.y, area.right().saturating_sub(x), note, palette.dim());
        }
        Value::Choice(choice) => {
            let (before, after) = signs.around();
            let shown = if is_chosen { format!("{before}{choice}{after}") } else { format!("  {choice}") };
            text::put(buffer, x, area.y, room + 1, &shown, if is_chosen { palette.strong() } else { wrong });
        }
        Value::Typed(typed, hint) => {
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

fn frame(sheet: &Sheet, area: Rect) -> Rect {
    // Above the rows one blank, below them one, three lines about the chosen one, and the keys.
    let rows = u16::try_from(sheet.rows.len()).unwrap_or(u16::MAX).saturating_add(6);
    popup::middle(area, 72, rows)
}

fn visible(inside: Rect) -> usize {
    usize::from(inside.height.saturating_sub(6)).max(1)
}

/// The first row that is seen, so that the chosen one is.
fn first(sheet: &Sheet, inside: Rect, chosen: usize) -> usize {
    let visible = visible(inside);
    (chosen + 1).saturating_sub(visible).min(sheet.rows.len().saturating_sub(visible))
}

fn labels(sheet: &Sheet) -> u16 {
    let with_value = sheet.rows.iter().filter(|row| !matches!(row.value, Value::None | Value::Note(_)));
    with_value.map(|row| text::width(&row.label)).max().unwrap_or(0)
}
