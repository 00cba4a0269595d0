//! Player panel: name, clock, captured pieces. One row, or two if there is room.

use client::{ClockView, SideView, View};
use game::Millis;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use rules::{Color, Role};

use super::palette::ColorRole;
use super::{RenderContext, text};
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, color: Color, area: Rect, buffer: &mut Buffer) {
    let side = cx.view.side(color);
    // At the lower edge the name is below the captured pieces.
    let is_lower = cx.view.board().orientation.bottom == color;
    let (name_row, captured_row) =
        if is_lower { (area.bottom() - 1, area.y) } else { (area.y, area.bottom() - 1) };
    let time = side.clock.map_or(0, |face| put_clock(cx, face, area, name_row, buffer));
    let columns = area.width.saturating_sub(time + 1);
    let used = put_name(cx, &side, area.x, name_row, columns, buffer);
    match area.height {
        1 => put_captured(cx, &side, area.x + used + 2, name_row, columns.saturating_sub(used + 2), buffer),
        _ => put_captured(cx, &side, area.x + 2, captured_row, area.width.saturating_sub(2), buffer),
    }
}

fn put_name(
    cx: &RenderContext<'_>,
    side: &SideView<'_>,
    x: u16,
    y: u16,
    columns: u16,
    buffer: &mut Buffer,
) -> u16 {
    let sign = if side.is_to_move { cx.glyphs.pointer() } else { " " };
    text::put(buffer, x, y, columns, sign, cx.palette.accent());
    let color = cx.locale.color(side.color);
    let room = columns.saturating_sub(2);
    let name = match name(cx, side).as_str() {
        "" => color.to_owned(),
        // A long name is truncated so that the colour stays visible.
        name => {
            let rest = format!(" ({color})");
            let name = text::truncate(name, room.saturating_sub(text::width(&rest)), cx.glyphs.ellipsis());
            format!("{name}{rest}")
        }
    };
    let style = if side.is_to_move { cx.palette.strong() } else { Style::new() };
    2 + text::put(buffer, x + 2, y, room, &name, style)
}

/// The player's name; online with rating and rating change.
fn name(cx: &RenderContext<'_>, side: &SideView<'_>) -> String {
    let view = cx.view;
    let remote = view.online().game().filter(|_| view.local_game().is_online());
    let seat = side.color.into();
    let Some((remote, person)) = remote.and_then(|remote| Some((remote, remote.player_info(seat)?))) else {
        let name = side.player.name().to_owned();
        let has_failed = cx.app.failed_side() == Some(side.color);
        return if has_failed {
            cx.texts.fill(TerminalMessageKey::OpponentAway, &[("name", &name)])
        } else {
            name
        };
    };
    match remote.rating_change(seat) {
        Some((after, by)) => cx.texts.player_with_rating_change(person, after, by),
        None => cx.texts.player_with_rating(person),
    }
}

fn put_clock(cx: &RenderContext<'_>, face: ClockView, area: Rect, y: u16, buffer: &mut Buffer) -> u16 {
    let waits = if face.delay > Millis::ZERO { "*" } else { "" };
    let digits = format!(" {}{waits} ", cx.locale.clock_digits(&face));
    let style = match (face.is_running, face.is_low) {
        (true, true) => cx.palette.alarm().add_modifier(Modifier::REVERSED),
        (false, true) => cx.palette.alarm(),
        (true, false) => cx.palette.strong().add_modifier(Modifier::REVERSED),
        (false, false) => cx.palette.strong(),
    };
    // Low time is marked by a character, not by colour alone.
    let digits = if face.is_low { format!("!{digits}") } else { digits };
    text::put_right(buffer, area.right(), y, area.width, &digits, style)
}

fn put_captured(
    cx: &RenderContext<'_>,
    side: &SideView<'_>,
    x: u16,
    y: u16,
    columns: u16,
    buffer: &mut Buffer,
) {
    let RenderContext { glyphs, palette, .. } = *cx;
    let mut captured = side.captured.clone();
    captured.sort_unstable_by_key(|&role| std::cmp::Reverse(role));
    let mut used = 0;
    let mut before: Option<Role> = None;
    for role in captured {
        // A gap between different roles.
        used += u16::from(before.is_some_and(|before| before != role));
        let piece = role.of(!side.color);
        let style = Style::new().fg(palette.color(ColorRole::Detail(Color::White)));
        let style = if palette.has_colors() { style } else { Style::new() };
        used += text::put(buffer, x + used, y, columns.saturating_sub(used), glyphs.piece(piece), style);
        before = Some(role);
    }
    if side.material_lead > 0 {
        let ahead = format!(" +{}", side.material_lead);
        text::put(buffer, x + used, y, columns.saturating_sub(used), &ahead, palette.dim());
    }
}

/// Time until a clock shows something else; `None` if no clock runs.
pub(crate) fn next_clock_change(view: View<'_>) -> Option<Millis> {
    let face = Color::ALL.into_iter().filter_map(|color| view.clock(color)).find(|face| face.is_running)?;
    if face.delay > Millis::ZERO {
        return Some(face.delay.min(Millis(1_000)));
    }
    let unit = if face.left <= ClockView::TENTHS_BELOW { 100 } else { 1_000 };
    // Displayed time is rounded up, so it changes right after a multiple of the unit.
    Some(Millis((face.left.0 + unit - 1) % unit + 1))
}
