//! The help overlay.

use client::MessageKey;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{RenderContext, popup, text};
use texts::TerminalMessageKey;

/// Keys and their descriptions.
const KEY_HELP: [(&[KeyLabel], TerminalMessageKey); 26] = [
    (&[KeyLabel::Named(TerminalMessageKey::NameMouse)], TerminalMessageKey::KeyMouse),
    (
        &[KeyLabel::Named(TerminalMessageKey::NameArrows), KeyLabel::Symbol("hjkl")],
        TerminalMessageKey::KeyMove,
    ),
    (&[KeyLabel::Named(TerminalMessageKey::NameEnter)], TerminalMessageKey::KeyPoint),
    (&[KeyLabel::Named(TerminalMessageKey::NameEscape)], TerminalMessageKey::KeyCancel),
    (&[KeyLabel::Symbol("e4"), KeyLabel::Symbol("Nf3"), KeyLabel::Symbol(":")], TerminalMessageKey::KeyType),
    (&[KeyLabel::Named(TerminalMessageKey::NameTab)], TerminalMessageKey::KeyComplete),
    (&[KeyLabel::Symbol("<"), KeyLabel::Symbol(">")], TerminalMessageKey::KeyCastle),
    (
        &[KeyLabel::Symbol("q"), KeyLabel::Symbol("r"), KeyLabel::Symbol("b"), KeyLabel::Symbol("n")],
        TerminalMessageKey::KeyPromotion,
    ),
    (&[KeyLabel::Symbol("["), KeyLabel::Symbol("]")], TerminalMessageKey::KeyStep),
    (&[KeyLabel::Symbol("{"), KeyLabel::Symbol("}")], TerminalMessageKey::KeyEnds),
    (&[KeyLabel::Symbol("u")], TerminalMessageKey::KeyTakeBack),
    (&[KeyLabel::Symbol("=")], TerminalMessageKey::KeyDraw),
    (&[KeyLabel::Symbol("r")], TerminalMessageKey::KeyResign),
    (&[KeyLabel::Symbol("p")], TerminalMessageKey::KeyPause),
    (&[KeyLabel::Symbol("*")], TerminalMessageKey::KeyDelay),
    (&[KeyLabel::Symbol("t")], TerminalMessageKey::KeyTurn),
    (&[KeyLabel::Symbol("n")], TerminalMessageKey::KeyNew),
    (&[KeyLabel::Symbol("z")], TerminalMessageKey::KeyRematch),
    (&[KeyLabel::Symbol("x")], TerminalMessageKey::KeyRestart),
    (&[KeyLabel::Symbol("s")], TerminalMessageKey::KeySave),
    (&[KeyLabel::Symbol("o")], TerminalMessageKey::KeyOpen),
    (&[KeyLabel::Symbol("y")], TerminalMessageKey::KeyCopyPgn),
    (&[KeyLabel::Symbol("Y")], TerminalMessageKey::KeyCopyFen),
    (&[KeyLabel::Symbol("m"), KeyLabel::Symbol(",")], TerminalMessageKey::KeyMenu),
    (&[KeyLabel::Symbol("^L")], TerminalMessageKey::KeyRedraw),
    (&[KeyLabel::Symbol("q")], TerminalMessageKey::KeyQuit),
];

/// Additional keys of online games.
const ONLINE_KEY_HELP: [(&[KeyLabel], TerminalMessageKey); 3] = [
    (&[KeyLabel::Symbol("'")], TerminalMessageKey::KeySay),
    (&[KeyLabel::Symbol("w")], TerminalMessageKey::KeyWin),
    (&[KeyLabel::Symbol("+")], TerminalMessageKey::KeyGive),
];

#[derive(Clone, Copy)]
enum KeyLabel {
    Named(TerminalMessageKey),
    Symbol(&'static str),
}

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let frame = frame(cx, area);
    popup::render_frame(cx, frame, cx.locale.message(MessageKey::TerminalKeys), buffer);
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
    let of = |(keys, about): &'static (&'static [KeyLabel], TerminalMessageKey)| {
        let abouts = text::wrap(cx.texts.get(*about), columns).into_iter();
        let keys = [labels(cx, keys)].into_iter().chain(std::iter::repeat(String::new()));
        keys.zip(abouts).collect::<Vec<_>>()
    };
    key_help(cx).flat_map(of).collect()
}

/// The keys that apply to the current game.
fn key_help(
    cx: &RenderContext<'_>,
) -> impl Iterator<Item = &'static (&'static [KeyLabel], TerminalMessageKey)> {
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
