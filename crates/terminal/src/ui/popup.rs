//! Framed overlays.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::glyphs::Glyphs;
use super::{RenderContext, text};
use crate::app::{InputPurpose, Overlay};
use texts::TerminalMessageKey;

/// Rows of chat shown while a message is typed.
const CHAT_ROWS: u16 = 8;

/// A centred frame with this inner size, limited to the window.
pub(crate) fn centered(area: Rect, columns: u16, rows: u16) -> Rect {
    let (width, height) = ((columns + 4).min(area.width), (rows + 2).min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// The inner area of a frame.
pub(crate) fn inner(frame: Rect) -> Rect {
    Rect::new(frame.x + 2, frame.y + 1, frame.width.saturating_sub(4), frame.height.saturating_sub(2))
}

/// Draws an empty frame with a title.
pub(crate) fn render_frame(cx: &RenderContext<'_>, frame: Rect, title: &str, buffer: &mut Buffer) {
    let RenderContext { palette, glyphs, .. } = *cx;
    let [across, down, corners @ ..] = match glyphs {
        Glyphs::Unicode => ["─", "│", "╭", "╮", "╰", "╯"],
        Glyphs::Ascii => ["-", "|", "+", "+", "+", "+"],
    };
    let (right, bottom) = (frame.right() - 1, frame.bottom() - 1);
    for y in frame.y..frame.bottom() {
        text::clear_wide_overlap(buffer, frame.x, y);
        text::fill(buffer, frame.x, y, frame.width, " ", palette.text());
        text::put(buffer, frame.x, y, 1, down, palette.dim());
        text::put(buffer, right, y, 1, down, palette.dim());
    }
    for y in [frame.y, bottom] {
        text::fill(buffer, frame.x, y, frame.width, across, palette.dim());
    }
    for (corner, (x, y)) in
        corners.iter().zip([(frame.x, frame.y), (right, frame.y), (frame.x, bottom), (right, bottom)])
    {
        text::put(buffer, x, y, 1, corner, palette.dim());
    }
    if !title.is_empty() {
        text::put(
            buffer,
            frame.x + 2,
            frame.y,
            frame.width.saturating_sub(4),
            &format!(" {title} "),
            palette.accent(),
        );
    }
}

/// Draws a text input or a confirmation.
pub(crate) fn render_question(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let RenderContext { app, texts, locale, palette, .. } = *cx;
    let columns = 56.min(area.width.saturating_sub(4));
    let notice = app.notice().map(|notice| notice.text(locale, texts));
    let (title, lines) = match app.overlay() {
        Overlay::TextInput(purpose, _) => {
            let title = match purpose {
                InputPurpose::Save => TerminalMessageKey::SaveAs,
                InputPurpose::Open => TerminalMessageKey::Open,
                InputPurpose::Chat => TerminalMessageKey::OnlineSay,
                InputPurpose::Challenge => TerminalMessageKey::LobbyChallengePrompt,
            };
            let mut lines = notice.map_or_else(Vec::new, |notice| text::wrap(&notice, columns));
            if *purpose == InputPurpose::Challenge {
                lines.extend(text::wrap(texts.get(TerminalMessageKey::LobbyChallengeHint), columns));
            }
            if *purpose == InputPurpose::Chat {
                lines.extend(super::chat::lines(cx, columns, CHAT_ROWS));
            }
            (texts.get(title), lines)
        }
        _ => {
            let again =
                app.is_answer_rejected().then(|| locale.message(client::MessageKey::TerminalYesNoAgain));
            let question = app.overlay_question().unwrap_or_default();
            let question = [Some(question.as_str()), Some(texts.get(TerminalMessageKey::AskAnswers)), again];
            ("", text::wrap(&question.into_iter().flatten().collect::<Vec<_>>().join("\n"), columns))
        }
    };
    let typed_rows = u16::from(matches!(app.overlay(), Overlay::TextInput(..)));
    let rows = u16::try_from(lines.len()).unwrap_or(1) + typed_rows;
    let frame = centered(area, columns, rows);
    render_frame(cx, frame, title, buffer);
    let inside = inner(frame);
    if let Overlay::TextInput(_, name) = app.overlay() {
        // The end of a long text is visible, where typing happens.
        let tail = tail(name, inside.width.saturating_sub(1));
        let used = text::put(buffer, inside.x, inside.y, inside.width, tail, palette.strong());
        text::put(buffer, inside.x + used, inside.y, 1, " ", Style::new().add_modifier(Modifier::REVERSED));
    }
    for (line, y) in lines.iter().zip(inside.y + typed_rows..inside.bottom()) {
        text::put(buffer, inside.x, y, inside.width, line, Style::new());
    }
}

/// The longest suffix that fits.
pub(crate) fn tail(text: &str, columns: u16) -> &str {
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.filter_map(|at| text.get(at..)).find(|tail| text::width(tail) <= columns).unwrap_or_default()
}
