//! The keys and what they do.

use client::Phrase;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Scene, popup, text};
use crate::texts::Text;

/// Keys that belong together, and what they do.
const LINES: [(&[Key], Text); 26] = [
    (&[Key::Named(Text::NameMouse)], Text::KeyMouse),
    (&[Key::Named(Text::NameArrows), Key::Sign("hjkl")], Text::KeyMove),
    (&[Key::Named(Text::NameEnter)], Text::KeyPoint),
    (&[Key::Named(Text::NameEscape)], Text::KeyCancel),
    (&[Key::Sign("e4"), Key::Sign("Nf3"), Key::Sign(":")], Text::KeyType),
    (&[Key::Named(Text::NameTab)], Text::KeyComplete),
    (&[Key::Sign("<"), Key::Sign(">")], Text::KeyCastle),
    (&[Key::Sign("q"), Key::Sign("r"), Key::Sign("b"), Key::Sign("n")], Text::KeyPromotion),
    (&[Key::Sign("["), Key::Sign("]")], Text::KeyStep),
    (&[Key::Sign("{"), Key::Sign("}")], Text::KeyEnds),
    (&[Key::Sign("u")], Text::KeyTakeBack),
    (&[Key::Sign("=")], Text::KeyDraw),
    (&[Key::Sign("r")], Text::KeyResign),
    (&[Key::Sign("p")], Text::KeyPause),
    (&[Key::Sign("*")], Text::KeyDelay),
    (&[Key::Sign("t")], Text::KeyTurn),
    (&[Key::Sign("n")], Text::KeyNew),
    (&[Key::Sign("z")], Text::KeyRematch),
    (&[Key::Sign("x")], Text::KeyRestart),
    (&[Key::Sign("s")], Text::KeySave),
    (&[Key::Sign("o")], Text::KeyOpen),
    (&[Key::Sign("y")], Text::KeyCopyPgn),
    (&[Key::Sign("Y")], Text::KeyCopyFen),
    (&[Key::Sign("m"), Key::Sign(",")], Text::KeyMenu),
    (&[Key::Sign("^L")], Text::KeyRedraw),
    (&[Key::Sign("q")], Text::KeyQuit),
];

/// The same for games at a server.
const AT_SERVER: [(&[Key], Text); 3] = [
    (&[Key::Sign("'")], Text::KeySay),
    (&[Key::Sign("w")], Text::KeyWin),
    (&[Key::Sign("+")], Text::KeyGive),
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
    let keys = key_width(scene);
    // In a low window the arrows go through the lines.
    let last = furthest(scene, area);
    let first = scene.app.row().min(last);
    for ((key, about), y) in lines(scene, area).iter().skip(first).zip(inside.y..inside.bottom()) {
        text::put(buffer, inside.x, y, inside.width, key, scene.palette.accent());
        text::put(buffer, inside.x + keys + 2, y, inside.width.saturating_sub(keys + 2), about, Style::new());
    }
    let (above, below) = scene.signs.more();
    let edges = [(first > 0, above, frame.y), (first < last, below, frame.bottom() - 1)];
    for (_, sign, y) in edges.into_iter().filter(|(is_more, ..)| *is_more) {
        text::put_right(buffer, frame.right() - 1, y, 3, sign, scene.palette.accent());
    }
}

/// The box of the help.
pub(crate) fn frame(scene: &Scene<'_>, area: Rect) -> Rect {
    let lines = lines(scene, area);
    let about = lines.iter().map(|(_, about)| text::width(about)).max().unwrap_or(0);
    popup::middle(area, key_width(scene) + 2 + about, u16::try_from(lines.len()).unwrap_or(u16::MAX))
}

/// How far the arrows go in a window: until the last line is seen.
pub(crate) fn furthest(scene: &Scene<'_>, area: Rect) -> usize {
    lines(scene, area).len().saturating_sub(area.height.saturating_sub(2).into())
}

/// The lines as a window has room for them: what is too long goes on in the next, without a key.
fn lines(scene: &Scene<'_>, area: Rect) -> Vec<(String, String)> {
    let columns = area.width.saturating_sub(4 + key_width(scene) + 2);
    let of = |(keys, about): &'static (&'static [Key], Text)| {
        let abouts = text::wrap(scene.texts.get(*about), columns).into_iter();
        let keys = [names(scene, keys)].into_iter().chain(std::iter::repeat(String::new()));
        keys.zip(abouts).collect::<Vec<_>>()
    };
    all(scene).flat_map(of).collect()
}

/// The keys that have a meaning where one plays.
fn all(scene: &Scene<'_>) -> impl Iterator<Item = &'static (&'static [Key], Text)> {
    LINES.iter().chain(AT_SERVER.iter().filter(|_| scene.app.server().is_some()))
}

fn key_width(scene: &Scene<'_>) -> u16 {
    all(scene).map(|(keys, _)| text::width(&names(scene, keys))).max().unwrap_or(0)
}

/// The keys of a line.
fn names(scene: &Scene<'_>, keys: &[Key]) -> String {
    let name = |key: &Key| match key {
        Key::Named(name) => scene.texts.get(*name),
        Key::Sign(sign) => sign,
    };
    keys.iter().map(name).collect::<Vec<_>>().join(" ")
}
