//! The menu, and the ways to a draw: a list in a box.

use client::MessageKey;
use game::Offer;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{HitTarget, RenderContext, popup, text};
use crate::app::{DrawChoice, Overlay};
use crate::texts::Text;

pub(crate) fn render(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let (entries, keys) = (entries(scene), key_hints(scene));
    let frame = frame(&entries, &keys, area);
    let title = match scene.app.overlay() {
        Overlay::DrawMenu => scene.texts.get(Text::DrawTitle),
        _ => scene.words.message(MessageKey::GameControls),
    };
    popup::render_frame(scene, frame, title, buffer);
    let edge = frame.bottom() - 1;
    text::put(buffer, frame.x + 2, edge, frame.width.saturating_sub(4), &keys, scene.palette.dim());
    let inside = popup::inner(frame);
    for (row, (entry, y)) in entries.iter().zip(inside.y..inside.bottom()).enumerate() {
        let is_chosen = row == scene.app.selected_row();
        let style = if is_chosen { scene.palette.selected() } else { scene.palette.text() };
        text::fill(buffer, inside.x, y, inside.width, " ", style);
        let sign = if is_chosen { scene.glyphs.pointer() } else { " " };
        text::put(buffer, inside.x, y, 1, sign, style);
        text::put(buffer, inside.x + 2, y, inside.width.saturating_sub(2), &entry.label, style);
        if !is_chosen {
            text::put_right(buffer, inside.right(), y, inside.width, entry.key, scene.palette.accent());
        } else {
            text::put_right(buffer, inside.right(), y, inside.width, entry.key, style);
        }
    }
}

/// The row at a place.
pub(crate) fn hit_test(scene: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    let entries = entries(scene);
    let frame = frame(&entries, &key_hints(scene), area);
    let inside = popup::inner(frame);
    let row = usize::from(at.y.saturating_sub(inside.y));
    match inside.contains(at) && row < entries.len() {
        true => Some(HitTarget::Row(row)),
        false => frame.contains(at).then_some(HitTarget::Popup),
    }
}

/// The keys of a list that is numbered; there are never more ways to a draw.
const DIGIT_KEYS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

struct MenuEntry {
    label: String,
    key: &'static str,
}

fn entries(scene: &RenderContext<'_>) -> Vec<MenuEntry> {
    let words = scene.words;
    match scene.app.overlay() {
        Overlay::DrawMenu => {
            let label = |choice| match choice {
                DrawChoice::Offer(by) => words.offer(by, Offer::Draw),
                DrawChoice::Claim(claim) => words.claim(claim).to_owned(),
                DrawChoice::ClaimWithMove(claim) => words.claim_with_move(claim).to_owned(),
            };
            let choices = scene.app.draw_choices();
            let numbered = choices.into_iter().zip(DIGIT_KEYS);
            numbered.map(|(choice, key)| MenuEntry { label: label(choice), key }).collect()
        }
        _ => {
            let menu = scene.app.menu_bindings();
            let entry = |binding: &&crate::app::Binding| MenuEntry {
                label: scene.texts.get(binding.text).to_owned(),
                key: binding.label,
            };
            menu.iter().map(entry).collect()
        }
    }
}

/// How a row is taken, on the lower edge.
fn key_hints(scene: &RenderContext<'_>) -> String {
    let RenderContext { texts, words, glyphs: signs, .. } = *scene;
    let take = format!("{} {}", texts.get(Text::NameEnter), texts.get(Text::KeyChoose));
    let leave = format!("{} {}", texts.get(Text::NameEscape), words.message(MessageKey::Cancel));
    format!(" {} ", [take, leave].join(signs.separator()))
}

fn frame(entries: &[MenuEntry], keys: &str, area: Rect) -> Rect {
    let widths = entries.iter().map(|entry| text::width(&entry.label) + 4 + text::width(entry.key));
    popup::centered(
        area,
        widths.max().unwrap_or(0).max(24).max(text::width(keys)),
        u16::try_from(entries.len()).unwrap_or(u16::MAX),
    )
}
