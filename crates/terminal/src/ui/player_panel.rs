//! A side: who plays it, its clock, what it has captured. One row, or two where there is room.

use client::{ClockView, SideView};
use game::Millis;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use rules::{Color, Role};

use super::palette::ColorRole;
use super::{RenderContext, text};
use crate::texts::Text;

pub(crate) fn render(scene: &RenderContext<'_>, color: Color, area: Rect, buffer: &mut Buffer) {
    let side = scene.view.side(color);
    // The side at the lower edge has its name below its captures, next to the edge.
    let is_lower = scene.view.board().orientation.bottom == color;
    let (name_row, captured_row) =
        if is_lower { (area.bottom() - 1, area.y) } else { (area.y, area.bottom() - 1) };
    let time = side.clock.map_or(0, |face| put_clock(scene, face, area, name_row, buffer));
    let columns = area.width.saturating_sub(time + 1);
    let used = put_name(scene, &side, area.x, name_row, columns, buffer);
    match area.height {
        1 => {
            put_captured(scene, &side, area.x + used + 2, name_row, columns.saturating_sub(used + 2), buffer)
        }
        _ => put_captured(scene, &side, area.x + 2, captured_row, area.width.saturating_sub(2), buffer),
    }
}

fn put_name(
    scene: &RenderContext<'_>,
    side: &SideView<'_>,
    x: u16,
    y: u16,
    columns: u16,
    buffer: &mut Buffer,
) -> u16 {
    let sign = if side.is_to_move { scene.glyphs.pointer() } else { " " };
    text::put(buffer, x, y, columns, sign, scene.palette.accent());
    let color = scene.words.color(side.color);
    let room = columns.saturating_sub(2);
    let name = match name(scene, side).as_str() {
        "" => color.to_owned(),
        // A long name is cut, so that the side is still seen.
        name => {
            let rest = format!(" ({color})");
            let name = text::truncate(name, room.saturating_sub(text::width(&rest)), scene.glyphs.ellipsis());
            format!("{name}{rest}")
        }
    };
    let style = if side.is_to_move { scene.palette.strong() } else { Style::new() };
    2 + text::put(buffer, x + 2, y, room, &name, style)
}

/// What the player is called; at a server with the rating, and what the game has made of it.
fn name(scene: &RenderContext<'_>, side: &SideView<'_>) -> String {
    let view = scene.view;
    let remote = view.online().game().filter(|_| view.local_game().is_online());
    let seat = side.color.into();
    let Some((remote, person)) = remote.and_then(|remote| Some((remote, remote.player_info(seat)?))) else {
        let name = side.player.name().to_owned();
        let is_gone = scene.app.failed_side() == Some(side.color);
        return if is_gone { scene.texts.fill(Text::OpponentAway, &[("name", &name)]) } else { name };
    };
    match remote.rating_change(seat) {
        Some((after, by)) => scene.texts.player_with_rating_change(person, after, by),
        None => scene.texts.player_with_rating(person),
    }
}

fn put_clock(scene: &RenderContext<'_>, face: ClockView, area: Rect, y: u16, buffer: &mut Buffer) -> u16 {
    let waits = if face.delay > Millis::ZERO { "*" } else { "" };
    let digits = format!(" {}{waits} ", face.digits());
    let style = match (face.is_running, face.is_low) {
        (true, true) => scene.palette.alarm().add_modifier(Modifier::REVERSED),
        (false, true) => scene.palette.alarm(),
        (true, false) => scene.palette.strong().add_modifier(Modifier::REVERSED),
        (false, false) => scene.palette.strong(),
    };
    // What is short is told by a sign, too.
    let digits = if face.is_low { format!("!{digits}") } else { digits };
    text::put_right(buffer, area.right(), y, area.width, &digits, style)
}

fn put_captured(
    scene: &RenderContext<'_>,
    side: &SideView<'_>,
    x: u16,
    y: u16,
    columns: u16,
    buffer: &mut Buffer,
) {
    let RenderContext { glyphs: signs, palette, .. } = *scene;
    let mut captured = side.captured.clone();
    captured.sort_unstable_by_key(|&role| std::cmp::Reverse(role));
    let mut used = 0;
    let mut before: Option<Role> = None;
    for role in captured {
        // A gap between kinds; the same ones stand close.
        used += u16::from(before.is_some_and(|before| before != role));
        let piece = role.of(!side.color);
        let style = Style::new().fg(palette.color(ColorRole::Detail(Color::White)));
        let style = if palette.has_colors() { style } else { Style::new() };
        used += text::put(buffer, x + used, y, columns.saturating_sub(used), signs.piece(piece), style);
        before = Some(role);
    }
    if side.material_lead > 0 {
        let ahead = format!(" +{}", side.material_lead);
        text::put(buffer, x + used, y, columns.saturating_sub(used), &ahead, palette.dim());
    }
}
