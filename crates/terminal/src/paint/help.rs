//! The keys and what they do.

use client::Phrase;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Scene, popup, text};
use crate::texts::Text;

/// Keys that belong together, and what they do.
const LINES: [(&[Key], Text); 22] = [
    (&[Key::Named(Text::NameMouse)], Text::KeyMouse),
    (&[Key::Named(Text::NameArrows), Key::Sign("hjkl")], Text::KeyMove),
    (&[Key::Named(Text::NameEnter)], Text::KeyPoint),
    (&[Key::Named(Text::NameEscape)], Text::KeyCancel),
    (&[Key::Sign("e4"), Key::Sign("Nf3"), Key::Sign(":")], Text::KeyType),
    (&[Key::Sign("<"), Key::Sign(">")], Text::KeyCastle),
    (&[Key::Sign("["), Key::Sign("]")], Text::KeyStep),
    (&[Key::Sign("{"), Key::Sign("}")], Text::KeyEnds),
    (&[Key::Sign("u")], Text::KeyTakeBack),
    (&[Key::Sign("=")], Text::KeyDraw),
    (&[Key::Sign("r")], Text::KeyResign),
    (&[Key::Sign("p")], Text::KeyPause),
    (&[Key::Sign("t")], Text::KeyTurn),
    (&[Key::Sign("n")], Text::KeyNew),
    (&[Key::Sign("z")], Text::KeyRematch),
    (&[Key::Sign("s")], Text::KeySave),
    (&[Key::Sign("o")], Text::KeyOpen),
    (&[Key::Sign("y")], Text::KeyCopyPgn),
    (&[Key::Sign("Y")], Text::KeyCopyFen),
    (&[Key::Sign("m"), Key::Sign(",")], Text::KeyMenu),
    (&[Key::Sign("^L")], Text::KeyRedraw),
    (&[Key::Sign("q")], Text::KeyQuit),
];

#[derive(Clone, Copy)]
enum Key {
    Named(Text),
    Sign(&'static str),
}

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let frame = frame(scene, area);
    popup::open(scene, frame, scene.words.phrase(Phrase::TerminalKeys), buffer);
    let inside = popup::inside(frame);
    let lines = lines(scene);
    let keys = key_width(&lines);
    // In a low window the arrows go through the lines.
    let first = scene.app.row().min(furthest(area));
    for ((key, about), y) in lines.iter().skip(first).zip(inside.y..inside.bottom()) {
        text::put(buffer, inside.x, y, inside.width, key, scene.palette.accent());
        text::put(buffer, inside.x + keys + 2, y, inside.width.saturating_sub(keys + 2), about, Style::new());
    }
}

/// The box of the help.
pub(crate) fn frame(scene: &Scene<'_>, area: Rect) -> Rect {
    let lines = lines(scene);
    let about = lines.iter().map(|(_, about)| text::width(about)).max().unwrap_or(0);
    popup::middle(area, key_width(&lines) + 2 + about, u16::try_from(lines.len()).unwrap_or(u16::MAX))
}

/// How far the arrows go in a window: until the last line is seen.
pub(crate) fn furthest(area: Rect) -> usize {
    LINES.len().saturating_sub(area.height.saturating_sub(2).into())
}

fn lines(scene: &Scene<'_>) -> Vec<(String, &'static str)> {
    let name = |key: &Key| match key {
        Key::Named(name) => scene.texts.get(*name),
        Key::Sign(sign) => sign,
    };
    let keys = |keys: &[Key]| keys.iter().map(name).collect::<Vec<_>>().join(" ");
    LINES.iter().map(|(line, about)| (keys(line), scene.texts.get(*about))).collect()
}

fn key_width(lines: &[(String, &str)]) -> u16 {
    lines.iter().map(|(key, _)| text::width(key)).max().unwrap_or(0)
}
