//! The address to send to a friend, as text and as a code for telephones.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::glyphs::Glyphs;
use super::{RenderContext, popup, text};
use crate::texts::Text;

pub(crate) fn render(scene: &RenderContext<'_>, url: &str, area: Rect, buffer: &mut Buffer) {
    let room = area.width.saturating_sub(4);
    let columns = text::width(url).max(40).min(room);
    let address = text::wrap(url, columns);
    let code: Vec<String> = qr_code(scene, url).unwrap_or_default().lines().map(str::to_owned).collect();
    let needed = address.len() + code.len() + 2;
    // The code is left out where it has no room: half of one says nothing.
    let code = if needed <= usize::from(area.height) { code } else { Vec::new() };
    // Its blocks are the light part, whatever the terminal takes for light.
    let shining = match scene.palette.has_colors() {
        true => Style::new().fg(Color::White).bg(Color::Black),
        false => scene.palette.text(),
    };
    let address = address.iter().map(|line| (line, scene.palette.text()));
    let lines: Vec<(&String, Style)> = address.chain(code.iter().map(|line| (line, shining))).collect();
    let frame = popup::centered(area, columns, u16::try_from(lines.len()).unwrap_or(u16::MAX));
    popup::render_frame(scene, frame, scene.texts.get(Text::LobbyInvite), buffer);
    let about = format!(" {} ", scene.texts.get(Text::LobbyResume));
    text::put_right(buffer, frame.right() - 2, frame.bottom() - 1, columns, &about, scene.palette.dim());
    let inside = popup::inner(frame);
    for ((line, style), y) in lines.into_iter().zip(inside.y..inside.bottom()) {
        text::put(buffer, inside.x, y, inside.width, line, style);
    }
}

/// The code, for terminals that have its blocks.
fn qr_code(scene: &RenderContext<'_>, url: &str) -> Option<String> {
    let server = scene.app.server().filter(|_| scene.glyphs == Glyphs::Unicode)?;
    (server.render_qr)(url)
}
