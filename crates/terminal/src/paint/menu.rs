//! The menu, and the ways to a draw: a list in a box.

use client::Phrase;
use game::Offer;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Scene, Target, popup, text};
use crate::app::{DrawChoice, Layer};
use crate::texts::Text;

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let (entries, keys) = (entries(scene), keys(scene));
    let frame = frame(&entries, &keys, area);
    let title = match scene.app.layer() {
        Layer::Draw => scene.texts.get(Text::DrawTitle),
        _ => scene.words.phrase(Phrase::GameControls),
    };
    popup::open(scene, frame, title, buffer);
    let edge = frame.bottom() - 1;
    text::put(buffer, frame.x + 2, edge, frame.width.saturating_sub(4), &keys, scene.palette.dim());
    let inside = popup::inside(frame);
    for (row, (entry, y)) in entries.iter().zip(inside.y..inside.bottom()).enumerate() {
        let is_chosen = row == scene.app.row();
        let style = if is_chosen { scene.palette.chosen() } else { scene.palette.text() };
        text::fill(buffer, inside.x, y, inside.width, " ", style);
        let sign = if is_chosen { scene.signs.turn() } else { " " };
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
pub(crate) fn target(scene: &Scene<'_>, area: Rect, at: Position) -> Option<Target> {
    let entries = entries(scene);
    let frame = frame(&entries, &keys(scene), area);
    let inside = popup::inside(frame);
    let row = usize::from(at.y.saturating_sub(inside.y));
    match inside.contains(at) && row < entries.len() {
        true => Some(Target::Row(row)),
        false => frame.contains(at).then_some(Target::Popup),
    }
}

/// The keys of a list that is numbered; there are never more ways to a draw.
const NUMBERS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

struct Entry {
    label: String,
    key: &'static str,
}

fn entries(scene: &Scene<'_>) -> Vec<Entry> {
    let words = scene.words;
    match scene.app.layer() {
        Layer::Draw => {
            let label = |choice| match choice {
                DrawChoice::Offer(by) => words.offer(by, Offer::Draw),
                DrawChoice::Claim(claim) => words.claim(claim).to_owned(),
                DrawChoice::ClaimWithMove(claim) => words.claim_with_move(claim).to_owned(),
            };
            let choices = scene.app.draw_choices();
            let numbered = choices.into_iter().zip(NUMBERS);
            numbered.map(|(choice, key)| Entry { label: label(choice), key }).collect()
        }
        _ => {
            let menu = scene.app.menu();
            let entry = |binding: &&crate::app::Binding| Entry {
                label: scene.texts.get(binding.text).to_owned(),
                key: binding.shown,
            };
            menu.iter().map(entry).collect()
        }
    }
}

/// How a row is taken, on the lower edge.
fn keys(scene: &Scene<'_>) -> String {
    let Scene { texts, words, signs, .. } = *scene;
    let take = format!("{} {}", texts.get(Text::NameEnter), texts.get(Text::KeyChoose));
    let leave = format!("{} {}", texts.get(Text::NameEscape), words.phrase(Phrase::Cancel));
    format!(" {} ", [take, leave].join(signs.between()))
}

fn frame(entries: &[Entry], keys: &str, area: Rect) -> Rect {
    let widths = entries.iter().map(|entry| text::width(&entry.label) + 4 + text::width(entry.key));
    popup::middle(
        area,
        widths.max().unwrap_or(0).max(24).max(text::width(keys)),
        u16::try_from(entries.len()).unwrap_or(u16::MAX),
    )
}
