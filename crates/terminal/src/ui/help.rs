//! The keys and what they do.

use client::MessageKey;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{RenderContext, popup, text};
use crate::texts::Text;

/// Keys that belong together, and what they do.
const KEY_HELP: [(&[KeyLabel], Text); 26] = [
    (&[KeyLabel::Named(Text::NameMouse)], Text::KeyMouse),
    (&[KeyLabel::Named(Text::NameArrows), KeyLabel::Symbol("hjkl")], Text::KeyMove),
    (&[KeyLabel::Named(Text::NameEnter)], Text::KeyPoint),
    (&[KeyLabel::Named(Text::NameEscape)], Text::KeyCancel),
    (&[KeyLabel::Symbol("e4"), KeyLabel::Symbol("Nf3"), KeyLabel::Symbol(":")], Text::KeyType),
    (&[KeyLabel::Named(Text::NameTab)], Text::KeyComplete),
    (&[KeyLabel::Symbol("<"), KeyLabel::Symbol(">")], Text::KeyCastle),
    (
        &[KeyLabel::Symbol("q"), KeyLabel::Symbol("r"), KeyLabel::Symbol("b"), KeyLabel::Symbol("n")],
        Text::KeyPromotion,
    ),
    (&[KeyLabel::Symbol("["), KeyLabel::Symbol("]")], Text::KeyStep),
    (&[KeyLabel::Symbol("{"), KeyLabel::Symbol("}")], Text::KeyEnds),
    (&[KeyLabel::Symbol("u")], Text::KeyTakeBack),
    (&[KeyLabel::Symbol("=")], Text::KeyDraw),
    (&[KeyLabel::Symbol("r")], Text::KeyResign),
    (&[KeyLabel::Symbol("p")], Text::KeyPause),
    (&[KeyLabel::Symbol("*")], Text::KeyDelay),
    (&[KeyLabel::Symbol("t")], Text::KeyTurn),
    (&[KeyLabel::Symbol("n")], Text::KeyNew),
    (&[KeyLabel::Symbol("z")], Text::KeyRematch),
    (&[KeyLabel::Symbol("x")], Text::KeyRestart),
    (&[KeyLabel::Symbol("s")], Text::KeySave),
    (&[KeyLabel::Symbol("o")], Text::KeyOpen),
    (&[KeyLabel::Symbol("y")], Text::KeyCopyPgn),
    (&[KeyLabel::Symbol("Y")], Text::KeyCopyFen),
    (&[KeyLabel::Symbol("m"), KeyLabel::Symbol(",")], Text::KeyMenu),
    (&[KeyLabel::Symbol("^L")], Text::KeyRedraw),
    (&[KeyLabel::Symbol("q")], Text::KeyQuit),
];

/// The same for games at a server.
const ONLINE_KEY_HELP: [(&[KeyLabel], Text); 3] = [
    (&[KeyLabel::Symbol("'")], Text::KeySay),
    (&[KeyLabel::Symbol("w")], Text::KeyWin),
    (&[KeyLabel::Symbol("+")], Text::KeyGive),
];

#[derive(Clone, Copy)]
enum KeyLabel {
    Named(Text),
    Symbol(&'static str),
}

pub(crate) fn render(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let frame = frame(scene, area);
    popup::render_frame(scene, frame, scene.words.message(MessageKey::TerminalKeys), buffer);
    let inside = popup::inner(frame);
    let keys = label_width(scene);
    // In a low window the arrows go through the lines.
    let last = max_scroll(scene, area);
    let first = scene.app.selected_row().min(last);
    for ((key, about), y) in lines(scene, area).iter().skip(first).zip(inside.y..inside.bottom()) {
        text::put(buffer, inside.x, y, inside.width, key, scene.palette.accent());
        text::put(buffer, inside.x + keys + 2, y, inside.width.saturating_sub(keys + 2), about, Style::new());
    }
    let (above, below) = scene.glyphs.scroll_arrows();
    let edges = [(first > 0, above, frame.y), (first < last, below, frame.bottom() - 1)];
    for (_, sign, y) in edges.into_iter().filter(|(is_more, ..)| *is_more) {
        text::put_right(buffer, frame.right() - 1, y, 3, sign, scene.palette.accent());
    }
}

/// The box of the help.
pub(crate) fn frame(scene: &RenderContext<'_>, area: Rect) -> Rect {
    let lines = lines(scene, area);
    let about = lines.iter().map(|(_, about)| text::width(about)).max().unwrap_or(0);
    popup::centered(area, label_width(scene) + 2 + about, u16::try_from(lines.len()).unwrap_or(u16::MAX))
}

/// How far the arrows go in a window: until the last line is seen.
pub(crate) fn max_scroll(scene: &RenderContext<'_>, area: Rect) -> usize {
    lines(scene, area).len().saturating_sub(area.height.saturating_sub(2).into())
}

/// The lines as a window has room for them: what is too long goes on in the next, without a key.
fn lines(scene: &RenderContext<'_>, area: Rect) -> Vec<(String, String)> {
    let columns = area.width.saturating_sub(4 + label_width(scene) + 2);
    let of = |(keys, about): &'static (&'static [KeyLabel], Text)| {
        let abouts = text::wrap(scene.texts.get(*about), columns).into_iter();
        let keys = [labels(scene, keys)].into_iter().chain(std::iter::repeat(String::new()));
        keys.zip(abouts).collect::<Vec<_>>()
    };
    key_help(scene).flat_map(of).collect()
}

/// The keys that have a meaning where one plays.
fn key_help(scene: &RenderContext<'_>) -> impl Iterator<Item = &'static (&'static [KeyLabel], Text)> {
    KEY_HELP.iter().chain(ONLINE_KEY_HELP.iter().filter(|_| scene.app.server().is_some()))
}

fn label_width(scene: &RenderContext<'_>) -> u16 {
    key_help(scene).map(|(keys, _)| text::width(&labels(scene, keys))).max().unwrap_or(0)
}

/// The keys of a line.
fn labels(scene: &RenderContext<'_>, keys: &[KeyLabel]) -> String {
    let name = |key: &KeyLabel| match key {
        KeyLabel::Named(name) => scene.texts.get(*name),
        KeyLabel::Symbol(sign) => sign,
    };
    keys.iter().map(name).collect::<Vec<_>>().join(" ")
}
