//! The last row: the input line with completions, or key hints.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use super::{HitTarget, RenderContext, status, text};
use crate::app::{Binding, Command, InputLine};
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    match cx.app.input_line() {
        InputLine::Open | InputLine::Refused => render_input(cx, layout.command_bar, buffer),
        InputLine::Closed => render_hints(cx, layout, buffer),
    }
}

/// The command at a position.
pub(crate) fn hit_test(cx: &RenderContext<'_>, layout: &Layout, at: Position) -> Option<HitTarget> {
    let is_shown = cx.app.input_line() == InputLine::Closed && at.y == layout.command_bar.y;
    let mut hints = key_hints(cx, layout).into_iter().filter(|_| is_shown);
    hints.find(|hint| (hint.x..hint.end).contains(&at.x)).map(|hint| HitTarget::Command(hint.binding.command))
}

fn render_input(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let RenderContext { palette, view, .. } = *cx;
    text::fill(buffer, area.x, area.y, area.width, " ", palette.text());
    let mut x = area.x + 1;
    let right = area.right();
    let mut add = |text: &str, style: Style| {
        x += text::put(buffer, x, area.y, right.saturating_sub(x), text, style);
    };
    add(": ", palette.accent());
    add(view.typed_move(), palette.strong());
    add(" ", Style::new().add_modifier(Modifier::REVERSED));
    let completions = view.completions();
    if !completions.is_empty() {
        add(&format!("  {} ", cx.texts.get(TerminalMessageKey::Possible)), palette.dim());
        for completion in completions {
            add(&format!("{completion} "), palette.dim());
        }
    }
}

/// A key hint in columns `x..end`.
struct KeyHint {
    x: u16,
    end: u16,
    binding: &'static Binding,
}

fn render_hints(cx: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    let area = layout.command_bar;
    for KeyHint { x, end, binding } in key_hints(cx, layout) {
        let used = text::put(buffer, x, area.y, end - x, binding.label, cx.palette.accent());
        text::put(buffer, x + used + 1, area.y, end - x, cx.texts.get(binding.text), cx.palette.dim());
    }
}

/// The most useful key hints that fit. In small windows they share the row with the status.
fn key_hints(cx: &RenderContext<'_>, layout: &Layout) -> Vec<KeyHint> {
    const COMMANDS: [Command; 12] = [
        Command::Help,
        Command::Quit,
        Command::RestartOpponent,
        Command::Menu,
        Command::Rematch,
        Command::TypeMove,
        Command::TakeBack,
        Command::Draw,
        Command::Resign,
        Command::Flip,
        Command::Save,
        Command::NewGame,
    ];
    let area = layout.command_bar;
    let shared = (area.y == layout.status.y).then(|| status::width(cx, layout.status) + 2);
    let mut x = area.x + 1 + shared.unwrap_or(0);
    let mut hints = Vec::new();
    for command in COMMANDS.into_iter().filter(|&command| cx.app.is_available(command)) {
        let Some(binding) = Binding::for_command(command) else { continue };
        let end = x + text::width(binding.label) + 1 + text::width(cx.texts.get(binding.text));
        if end > area.right() {
            break;
        }
        hints.push(KeyHint { x, end, binding });
        x = end + 2;
    }
    hints
}
