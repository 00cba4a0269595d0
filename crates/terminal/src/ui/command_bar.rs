//! The last row: the move that is typed with what it can become, or else the keys that help most.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use super::{HitTarget, RenderContext, status, text};
use crate::app::{Binding, Command, InputLine};
use crate::texts::Text;

pub(crate) fn render(scene: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    match scene.app.input_line() {
        InputLine::Open => render_input(scene, layout.command_bar, buffer),
        InputLine::Closed => render_hints(scene, layout, buffer),
    }
}

/// The command at a place.
pub(crate) fn hit_test(scene: &RenderContext<'_>, layout: &Layout, at: Position) -> Option<HitTarget> {
    let is_shown = scene.app.input_line() == InputLine::Closed && at.y == layout.command_bar.y;
    let mut places = key_hints(scene, layout).into_iter().filter(|_| is_shown);
    places
        .find(|place| (place.x..place.end).contains(&at.x))
        .map(|place| HitTarget::Command(place.binding.command))
}

fn render_input(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    let RenderContext { palette, view, .. } = *scene;
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
        add(&format!("  {} ", scene.texts.get(Text::Possible)), palette.dim());
        for completion in completions {
            add(&format!("{completion} "), palette.dim());
        }
    }
}

/// A hint: from one column to another.
struct KeyHint {
    x: u16,
    end: u16,
    binding: &'static Binding,
}

fn render_hints(scene: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    let area = layout.command_bar;
    for KeyHint { x, end, binding } in key_hints(scene, layout) {
        let used = text::put(buffer, x, area.y, end - x, binding.label, scene.palette.accent());
        text::put(buffer, x + used + 1, area.y, end - x, scene.texts.get(binding.text), scene.palette.dim());
    }
}

/// As many hints as fit, the most useful first. In the smallest window the status has the row to itself but for its end.
fn key_hints(scene: &RenderContext<'_>, layout: &Layout) -> Vec<KeyHint> {
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
    let shared = (area.y == layout.status.y).then(|| status::width(scene, layout.status) + 2);
    let mut x = area.x + 1 + shared.unwrap_or(0);
    let mut places = Vec::new();
    for command in COMMANDS.into_iter().filter(|&command| scene.app.is_available(command)) {
        let Some(binding) = Binding::for_command(command) else { continue };
        let end = x + text::width(binding.label) + 1 + text::width(scene.texts.get(binding.text));
        if end > area.right() {
            break;
        }
        places.push(KeyHint { x, end, binding });
        x = end + 2;
    }
    places
}
