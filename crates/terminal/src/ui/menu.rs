//! The menu and the draw menu.

use client::MessageKey;
use game::Offer;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{HitTarget, RenderContext, popup, text};
use crate::app::{DrawChoice, Overlay};
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let (entries, keys) = (entries(cx), key_hints(cx));
    let frame = frame(&entries, &keys, area);
    let title = match cx.app.overlay() {
        Overlay::DrawMenu => cx.texts.get(TerminalMessageKey::DrawTitle),
        _ => cx.locale.message(MessageKey::GameControls),
    };
    popup::render_frame(cx, frame, title, buffer);
    let edge = frame.bottom() - 1;
    text::put(buffer, frame.x + 2, edge, frame.width.saturating_sub(4), &keys, cx.palette.dim());
    let inside = popup::inner(frame);
    for (row, (entry, y)) in entries.iter().zip(inside.y..inside.bottom()).enumerate() {
        let is_chosen = row == cx.app.selected_row();
        let style = if is_chosen { cx.palette.selected() } else { cx.palette.text() };
        text::fill(buffer, inside.x, y, inside.width, " ", style);
        let sign = if is_chosen { cx.glyphs.pointer() } else { " " };
        text::put(buffer, inside.x, y, 1, sign, style);
        text::put(buffer, inside.x + 2, y, inside.width.saturating_sub(2), &entry.label, style);
        if !is_chosen {
            text::put_right(buffer, inside.right(), y, inside.width, entry.key, cx.palette.accent());
        } else {
            text::put_right(buffer, inside.right(), y, inside.width, entry.key, style);
        }
    }
}

/// The row at a position.
pub(crate) fn hit_test(cx: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    let entries = entries(cx);
    let frame = frame(&entries, &key_hints(cx), area);
    let inside = popup::inner(frame);
    let row = usize::from(at.y.saturating_sub(inside.y));
    match inside.contains(at) && row < entries.len() {
        true => Some(HitTarget::Row(row)),
        false => frame.contains(at).then_some(HitTarget::Popup),
    }
}

/// Keys of numbered rows; the draw menu never has more.
const DIGIT_KEYS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

struct MenuEntry {
    label: String,
    key: &'static str,
}

fn entries(cx: &RenderContext<'_>) -> Vec<MenuEntry> {
    let locale = cx.locale;
    match cx.app.overlay() {
        Overlay::DrawMenu => {
            let label = |choice| match choice {
                DrawChoice::Offer(by) => locale.offer(by, Offer::Draw),
                DrawChoice::Claim(claim) => locale.claim(claim).to_owned(),
                DrawChoice::ClaimWithMove(claim) => locale.claim_with_move(claim).to_owned(),
            };
            let choices = cx.app.draw_choices();
            let numbered = choices.into_iter().zip(DIGIT_KEYS);
            numbered.map(|(choice, key)| MenuEntry { label: label(choice), key }).collect()
        }
        _ => {
            let menu = cx.app.menu_bindings();
            let entry = |binding: &&crate::app::Binding| MenuEntry {
                label: cx.texts.get(binding.text).to_owned(),
                key: binding.label,
            };
            menu.iter().map(entry).collect()
        }
    }
}

/// Key hints in the lower border.
fn key_hints(cx: &RenderContext<'_>) -> String {
    let RenderContext { texts, locale, glyphs, .. } = *cx;
    let take =
        format!("{} {}", texts.get(TerminalMessageKey::NameEnter), texts.get(TerminalMessageKey::KeyChoose));
    let leave =
        format!("{} {}", texts.get(TerminalMessageKey::NameEscape), locale.message(MessageKey::Cancel));
    format!(" {} ", [take, leave].join(glyphs.separator()))
}

fn frame(entries: &[MenuEntry], keys: &str, area: Rect) -> Rect {
    let widths = entries.iter().map(|entry| text::width(&entry.label) + 4 + text::width(entry.key));
    popup::centered(
        area,
        widths.max().unwrap_or(0).max(24).max(text::width(keys)),
        u16::try_from(entries.len()).unwrap_or(u16::MAX),
    )
}
