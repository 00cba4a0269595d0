//! The last row: the move that is typed with what it can become, or else the keys that help most.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use super::{Scene, Target, status, text};
use crate::app::{Binding, Command, Line};
use crate::texts::Text;

pub(crate) fn render(scene: &Scene<'_>, layout: &Layout, buffer: &mut Buffer) {
    match scene.app.line() {
        Line::Open => typed(scene, layout.bar, buffer),
        Line::Closed => hints(scene, layout, buffer),
    }
}

/// The command at a place.
pub(crate) fn target(scene: &Scene<'_>, layout: &Layout, at: Position) -> Option<Target> {
    let is_shown = scene.app.line() == Line::Closed && at.y == layout.bar.y;
    let mut places = places(scene, layout).into_iter().filter(|_| is_shown);
    places
        .find(|place| (place.x..place.end).contains(&at.x))
        .map(|place| Target::Command(place.binding.command))
}

fn typed(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let Scene { palette, view, .. } = *scene;
    text::fill(buffer, area.x, area.y, area.width, " ", palette.text());
    let mut x = area.x + 1;
    let right = area.right();
    let mut add = |text: &str, style: Style| {
        x += text::put(buffer, x, area.y, right.saturating_sub(x), text, style);
    };
    add(": ", palette.accent());
    add(view.typed(), palette.strong());
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
struct Place {
    x: u16,
    end: u16,
    binding: &'static Binding,
}

fn hints(scene: &Scene<'_>, layout: &Layout, buffer: &mut Buffer) {
    let area = layout.bar;
    for Place { x, end, binding } in places(scene, layout) {
        let used = text::put(buffer, x, area.y, end - x, binding.shown, scene.palette.accent());
        text::put(buffer, x + used + 1, area.y, end - x, scene.texts.get(binding.text), scene.palette.dim());
    }
}

/// As many hints as fit, the most useful first. In the smallest window the status has the row to itself but for its end.
fn places(scene: &Scene<'_>, layout: &Layout) -> Vec<Place> {
    const COMMANDS: [Command; 12] = [
        Command::Help,
        Command::Quit,
        Command::Restart,
        Command::Menu,
        Command::Rematch,
        Command::Type,
        Command::TakeBack,
        Command::Draw,
        Command::Resign,
        Command::Turn,
        Command::Save,
        Command::New,
    ];
    let area = layout.bar;
    let shared = (area.y == layout.status.y).then(|| status::width(scene, layout.status) + 2);
    let mut x = area.x + 1 + shared.unwrap_or(0);
    let mut places = Vec::new();
    for command in COMMANDS.into_iter().filter(|&command| scene.app.can(command)) {
        let Some(binding) = Binding::to(command) else { continue };
        let end = x + text::width(binding.shown) + 1 + text::width(scene.texts.get(binding.text));
        if end > area.right() {
            break;
        }
        places.push(Place { x, end, binding });
        x = end + 2;
    }
    places
}
