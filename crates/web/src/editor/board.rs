//! The board of the editor: focusable squares, pieces above them, pointer and keys.

use client::editor::{Editor, EditorCommand, Tool, fault_squares};
use client::{Direction, EditorMarks, EditorMessageKey, Orientation};
use leptos::prelude::*;
use rules::{Bitboard, Board, Piece, Square};
use web_sys::{KeyboardEvent, PointerEvent};

use super::EditorContext;
use super::drag::{Held, square_at};
use crate::board::coordinates;
use crate::boxed::{BoxedMemo, derived, fragment, handler, show, text};
use crate::piece;
use crate::platform;

/// The parts of the editor that the board draws.
#[derive(Clone, PartialEq)]
struct BoardSnapshot {
    board: Board,
    orientation: Orientation,
    picked: Option<Square>,
    cursor: Square,
    faulty: Bitboard,
}

impl BoardSnapshot {
    fn new(editor: &Editor) -> BoardSnapshot {
        let setup = editor.setup();
        let faulty = editor.faults().iter().map(|fault| fault_squares(setup, fault));
        BoardSnapshot {
            board: setup.board,
            orientation: editor.orientation(),
            picked: editor.picked(),
            cursor: editor.cursor(),
            faulty: faulty.fold(Bitboard::EMPTY, |all, some| all | some),
        }
    }
}

/// The board.
#[component]
pub(super) fn EditorBoard() -> impl IntoView {
    let context = EditorContext::from_context();
    let snapshot = context.memo(BoardSnapshot::new);
    let held = context.drag.held;
    let rank = move |row: u8| {
        view! { <div role="row" class="row">{fragment((0..8).map(|column| cell(context, snapshot, row, column)))}</div> }
    };
    let coordinates = text(move || coordinates(snapshot.read().orientation));
    view! {
        <div
            class="board"
            class:grabs=derived(move || held.get().is_some())
            on:pointerdown=handler(move |event| down(context, &event))
            on:pointermove=handler(move |event| moved(context, &event))
            on:pointerup=handler(move |event| up(context, &event))
            on:pointercancel=handler(move |_: PointerEvent| context.drag.cancel())
            on:contextmenu=|event| event.prevent_default()
        >
            <div
                class="grid"
                role="grid"
                aria-label=context.translate(EditorMessageKey::Board)
                on:keydown=move |event| handle_key(context, &event)
            >
                {fragment((0..8).map(rank))}
            </div>
            <div class="coordinates" aria-hidden="true" inner_html=coordinates></div>
            <div class="men" aria-hidden="true">{show(move || Some(pieces(&snapshot.read(), held.get())))}</div>
        </div>
    }
}

/// The square at a place of the screen.
fn cell(context: EditorContext, snapshot: BoxedMemo<BoardSnapshot>, row: u8, column: u8) -> AnyView {
    let index = usize::from(row) * 8 + usize::from(column);
    let square =
        BoxedMemo::new(move || snapshot.read().orientation.squares().nth(index).unwrap_or(Square::A1));
    let marks = BoxedMemo::new(move || {
        let (snapshot, square) = (snapshot.read(), square.get());
        EditorMarks { is_picked: snapshot.picked == Some(square), is_faulty: snapshot.faulty.has(square) }
    });
    let class = text(move || {
        let mut class =
            String::from(if (row + column).is_multiple_of(2) { "square light" } else { "square dark" });
        class.push_str(if marks.get().is_picked { " selected" } else { "" });
        class.push_str(if marks.get().is_faulty { " faulty" } else { "" });
        class
    });
    let label = text(move || {
        let square = square.get();
        context.app.locale().editor_square(square, snapshot.read().board.piece_at(square), marks.get())
    });
    view! {
        <div
            role="gridcell"
            class=class
            aria-label=label
            aria-selected=text(move || marks.get().is_picked.to_string())
            data-square=text(move || square.get().to_string())
            tabindex=text(move || if snapshot.read().cursor == square.get() { "0" } else { "-1" }.to_owned())
            on:focus=handler(move |_| context.apply(EditorCommand::SetCursor(*square.read_untracked())))
        ></div>
    }
    .into_any()
}

/// All pieces, and the one that follows the pointer.
fn pieces(snapshot: &BoardSnapshot, held: Option<Held>) -> AnyView {
    let from = held.and_then(|held| held.from);
    let placed = snapshot.board.iter().filter(|(square, _)| Some(*square) != from).map(|(square, piece)| {
        let cell = snapshot.orientation.cell(square);
        man(piece, &format!("man {} x{} y{}", piece::color_class(piece.color), cell.column, cell.row))
    });
    let held =
        held.map(|held| man(held.piece, &format!("man held {}", piece::color_class(held.piece.color))));
    fragment(placed.chain(held).collect::<Vec<_>>())
}

fn man(piece: Piece, class: &str) -> AnyView {
    view! {
        <div class=class.to_owned()>
            <svg class="drawing" viewBox="0 0 100 100"><use href=piece::href(piece.role) /></svg>
        </div>
    }
    .into_any()
}

fn down(context: EditorContext, event: &PointerEvent) {
    let Some(square) = context.read_untracked(|editor| square_at(event, editor)) else { return };
    if !event.is_primary() {
        return;
    }
    let tool = context.read_untracked(Editor::tool);
    match (event.button(), tool) {
        (0, _) => {
            // Prevents the browser from moving the focus and starting a text selection.
            event.prevent_default();
            context.drag.begin(event);
            context.pressed.set_value(Some(square));
            if tool != Tool::Move {
                context.apply(EditorCommand::Use(square));
            }
        }
        (2, Tool::Put(piece)) => context.apply(EditorCommand::Put(piece.role.of(!piece.color), square)),
        (2, _) => context.apply(EditorCommand::Remove(square)),
        _ => {}
    }
}

fn moved(context: EditorContext, event: &PointerEvent) {
    if !event.is_primary() || !context.drag.is_pressed() {
        return;
    }
    let pressed = context.pressed.get_value();
    match context.read_untracked(Editor::tool) {
        Tool::Move => context.drag.follow(event, || {
            let from = pressed?;
            let piece = context.read_untracked(|editor| editor.setup().board.piece_at(from))?;
            Some(Held { piece, from: Some(from) })
        }),
        tool => {
            // The tool paints the squares that the pointer passes.
            let Some(square) = context.read_untracked(|editor| square_at(event, editor)) else { return };
            if pressed != Some(square) {
                context.pressed.set_value(Some(square));
                context.apply(match tool {
                    Tool::Put(piece) => EditorCommand::Put(piece, square),
                    Tool::Move | Tool::Erase => EditorCommand::Remove(square),
                });
            }
        }
    }
}

fn up(context: EditorContext, event: &PointerEvent) {
    if !event.is_primary() || !context.drag.is_pressed() {
        return;
    }
    let pressed = context.pressed.get_value();
    let to = context.read_untracked(|editor| square_at(event, editor));
    match (context.drag.end(), pressed) {
        (Some(Held { from: Some(from), .. }), _) => context.apply(EditorCommand::Drag(from, to)),
        (None, Some(square)) if context.read_untracked(Editor::tool) == Tool::Move => {
            context.apply(EditorCommand::Use(square));
        }
        _ => {}
    }
}

/// Handles keys while the board has the focus.
fn handle_key(context: EditorContext, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let cursor = context.read_untracked(Editor::cursor);
    let key = event.key();
    let command = match key.as_str() {
        "ArrowUp" => step(context, Direction::Up),
        "ArrowDown" => step(context, Direction::Down),
        "ArrowLeft" => step(context, Direction::Left),
        "ArrowRight" => step(context, Direction::Right),
        "Enter" | " " => EditorCommand::Use(cursor),
        "Delete" | "Backspace" => EditorCommand::Remove(cursor),
        "Escape" => EditorCommand::PutBack,
        _ => match typed_piece(event) {
            Some(piece) => EditorCommand::Put(piece, cursor),
            None => return,
        },
    };
    event.prevent_default();
    if let EditorCommand::SetCursor(square) = command {
        platform::document::focus_square(square);
    }
    context.apply(command);
}

/// The piece of a letter key, by its FEN letter; where the layout has no Latin letters (Hangul), by the key itself.
fn typed_piece(event: &KeyboardEvent) -> Option<Piece> {
    let key = event.key();
    if let [letter] = key.as_bytes() {
        return Piece::from_letter(*letter);
    }
    let code = event.code();
    let [letter] = code.strip_prefix("Key")?.as_bytes() else { return None };
    let letter = if event.shift_key() { *letter } else { letter.to_ascii_lowercase() };
    // Keys with a name of their own (`Tab`) are ASCII.
    if key.is_ascii() { None } else { Piece::from_letter(letter) }
}

fn step(context: EditorContext, direction: Direction) -> EditorCommand {
    let (cursor, next) = context
        .read_untracked(|editor| (editor.cursor(), editor.orientation().step(editor.cursor(), direction)));
    EditorCommand::SetCursor(next.unwrap_or(cursor))
}
