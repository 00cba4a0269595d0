//! The tools: moving, the pieces of both sides, and removing. A piece can also be dragged from here to the board.

use client::EditorMessageKey;
use client::editor::{Editor, EditorCommand, Tool};
use leptos::prelude::*;
use rules::{Color, Role};
use web_sys::PointerEvent;

use super::EditorContext;
use super::drag::{Held, square_at};
use crate::boxed::{fragment, handler, text};
use crate::icon::icon;
use crate::piece;

/// Pieces of a side, the king first.
const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The tools.
#[component]
pub(super) fn Palette() -> impl IntoView {
    let context = EditorContext::from_context();
    let pieces = |color: Color| fragment(ROLES.map(|role| piece_button(context, role, color)));
    view! {
        <div class="palette" role="group" aria-label=context.translate(EditorMessageKey::Tools)>
            {tool_button(context, Tool::Move, "swap", EditorMessageKey::Move)}
            <div class="palette-pieces">
                <div class="palette-side">{pieces(Color::White)}</div>
                <div class="palette-side">{pieces(Color::Black)}</div>
            </div>
            {tool_button(context, Tool::Erase, "close", EditorMessageKey::Erase)}
        </div>
    }
}

/// True if the tool is chosen, for `aria-pressed`.
fn pressed(context: EditorContext, tool: Tool) -> Signal<String> {
    text(move || context.read(|editor| editor.tool() == tool).to_string())
}

fn tool_button(
    context: EditorContext,
    tool: Tool,
    icon_name: &'static str,
    key: EditorMessageKey,
) -> impl IntoView {
    let label = context.translate(key);
    view! {
        <button
            type="button"
            class="tool"
            aria-label=label
            title=label
            aria-pressed=pressed(context, tool)
            on:click=handler(move |_| context.apply(EditorCommand::Choose(tool)))
        >
            {icon(icon_name)}
        </button>
    }
}

/// A piece: a click chooses it, a drag puts one on the board.
fn piece_button(context: EditorContext, role: Role, color: Color) -> AnyView {
    let piece = role.of(color);
    let (tool, drag) = (Tool::Put(piece), context.drag);
    let label = text(move || context.app.locale().piece(piece));
    let down = move |event: PointerEvent| {
        if event.is_primary() && event.button() == 0 {
            drag.begin(&event);
        }
    };
    let up = move |event: PointerEvent| {
        let to = context.read_untracked(|editor| square_at(&event, editor));
        if let (Some(held), Some(square)) = (drag.end(), to) {
            context.apply(EditorCommand::Put(held.piece, square));
        }
    };
    // A click chooses the piece; a second one the tool that moves pieces.
    let choose = move |_| {
        if drag.take_was_drag() {
            return;
        }
        let is_chosen = context.read_untracked(Editor::tool) == tool;
        context.apply(EditorCommand::Choose(if is_chosen { Tool::Move } else { tool }));
    };
    view! {
        <button
            type="button"
            class=format!("tool {}", piece::color_class(color))
            data-piece=piece.letter().to_string()
            aria-label=label
            title=label
            aria-pressed=pressed(context, tool)
            on:pointerdown=handler(down)
            on:pointermove=handler(move |event| drag.follow(&event, || Some(Held { piece, from: None })))
            on:pointerup=handler(up)
            on:pointercancel=handler(move |_: PointerEvent| drag.cancel())
            on:click=handler(choose)
        >
            {piece::svg(role)}
        </button>
    }
    .into_any()
}
