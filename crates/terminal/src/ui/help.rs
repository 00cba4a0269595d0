//! The help overlay.

use client::MessageKey;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{RenderContext, popup, text};
use crate::texts::Text;

/// Keys and their descriptions.
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

/// Additional keys of online games.
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

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let frame = frame(cx, area);
    popup::render_frame(cx, frame, cx.words.message(MessageKey::TerminalKeys), buffer);
    let inside = popup::inner(frame);
    let keys = label_width(cx);
    // In low windows the help scrolls.
    let last = max_scroll(cx, area);
    let first = cx.app.selected_row().min(last);
    for ((key, about), y) in lines(cx, area).iter().skip(first).zip(inside.y..inside.bottom()) {
        text::put(buffer, inside.x, y, inside.width, key, cx.palette.accent());
        text::put(buffer, inside.x + keys + 2, y, inside.width.saturating_sub(keys + 2), about, Style::new());
    }
    let (above, below) = cx.glyphs.scroll_arrows();
    let edges = [(first > 0, above, frame.y), (first < last, below, frame.bottom() - 1)];
    for (_, sign, y) in edges.into_iter().filter(|(is_more, ..)| *is_more) {
        text::put_right(buffer, frame.right() - 1, y, 3, sign, cx.palette.accent());
    }
}

/// The frame of the help.
pub(crate) fn frame(cx: &RenderContext<'_>, area: Rect) -> Rect {
    let lines = lines(cx, area);
    let about = lines.iter().map(|(_, about)| text::width(about)).max().unwrap_or(0);
    popup::centered(area, label_width(cx) + 2 + about, u16::try_from(lines.len()).unwrap_or(u16::MAX))
}

/// Maximum scroll offset: the last line is visible.
pub(crate) fn max_scroll(cx: &RenderContext<'_>, area: Rect) -> usize {
    lines(cx, area).len().saturating_sub(area.height.saturating_sub(2).into())
}

/// The lines of the help, wrapped to the window; continuation lines have no key.
fn lines(cx: &RenderContext<'_>, area: Rect) -> Vec<(String, String)> {
    let columns = area.width.saturating_sub(4 + label_width(cx) + 2);
    let of = |(keys, about): &'static (&'static [KeyLabel], Text)| {
        let abouts = text::wrap(cx.texts.get(*about), columns).into_iter();
        let keys = [labels(cx, keys)].into_iter().chain(std::iter::repeat(String::new()));
        keys.zip(abouts).collect::<Vec<_>>()
    };
    key_help(cx).flat_map(of).collect()
}

/// The keys that apply to the current game.
fn key_help(cx: &RenderContext<'_>) -> impl Iterator<Item = &'static (&'static [KeyLabel], Text)> {
    KEY_HELP.iter().chain(ONLINE_KEY_HELP.iter().filter(|_| cx.app.server().is_some()))
}

fn label_width(cx: &RenderContext<'_>) -> u16 {
    key_help(cx).map(|(keys, _)| text::width(&labels(cx, keys))).max().unwrap_or(0)
}

/// The labels of a line's keys.
fn labels(cx: &RenderContext<'_>, keys: &[KeyLabel]) -> String {
    let name = |key: &KeyLabel| match key {
        KeyLabel::Named(name) => cx.texts.get(*name),
        KeyLabel::Symbol(sign) => sign,
    };
    keys.iter().map(name).collect::<Vec<_>>().join(" ")
}
