//! The link of a new online game, as text and QR code.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::glyphs::Glyphs;
use super::{RenderContext, popup, text};
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, url: &str, area: Rect, buffer: &mut Buffer) {
    let room = area.width.saturating_sub(4);
    let columns = text::width(url).max(40).min(room);
    let address = text::wrap(url, columns);
    let code: Vec<String> = qr_code(cx, url).unwrap_or_default().lines().map(str::to_owned).collect();
    let needed = address.len() + code.len() + 2;
    // The QR code is shown completely or not at all.
    let code = if needed <= usize::from(area.height) { code } else { Vec::new() };
    // The blocks are the light modules, so they need a light foreground.
    let light_style = match cx.palette.has_colors() {
        true => Style::new().fg(Color::White).bg(Color::Black),
        false => cx.palette.text(),
    };
    let address = address.iter().map(|line| (line, cx.palette.text()));
    let lines: Vec<(&String, Style)> = address.chain(code.iter().map(|line| (line, light_style))).collect();
    let frame = popup::centered(area, columns, u16::try_from(lines.len()).unwrap_or(u16::MAX));
    popup::render_frame(cx, frame, cx.texts.get(TerminalMessageKey::LobbyInvite), buffer);
    let about = format!(" {} ", cx.texts.get(TerminalMessageKey::LobbyResume));
    text::put_right(buffer, frame.right() - 2, frame.bottom() - 1, columns, &about, cx.palette.dim());
    let inside = popup::inner(frame);
    for ((line, style), y) in lines.into_iter().zip(inside.y..inside.bottom()) {
        text::put(buffer, inside.x, y, inside.width, line, style);
    }
}

/// The QR code, if the terminal has Unicode blocks.
fn qr_code(cx: &RenderContext<'_>, url: &str) -> Option<String> {
    let server = cx.app.server().filter(|_| cx.glyphs == Glyphs::Unicode)?;
    (server.render_qr)(url)
}
