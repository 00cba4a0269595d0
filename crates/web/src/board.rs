//! The board: 64 focusable squares, the pieces above them, and the overlays (arrows, explanation, promotion).

mod bubble;
mod cell;
mod pointer;
mod pieces;
mod overlay;
mod promotion;
mod board3d;

use client::{
    BoardView, Direction, Event, Orientation, PieceView, Promotion, RejectedMove, Shape, SquareView, View,
};
use leptos::prelude::*;
use rules::{Move, Square};
use web_sys::KeyboardEvent;

use crate::app::App;
use crate::boxed::{BoxedMemo, defer, derived, fragment, handler};
use crate::platform;

/// The parts of the view that the board draws, comparable so that a memo can skip unchanged states.
#[derive(Clone, PartialEq)]
struct BoardSnapshot {
    orientation: Orientation,
    squares: [SquareView; 64],
    pieces: Vec<PieceView>,
    shapes: Vec<Shape>,
    promotion: Option<Promotion>,
    held: Option<Square>,
    rejected: Option<RejectedMove>,
    explanation: Option<RejectedMove>,
    cursor: Square,
}

impl BoardSnapshot {
    fn new(view: View<'_>) -> BoardSnapshot {
        let BoardView { orientation, squares, pieces, shapes, promotion, dragged: held, .. } = view.board();
        BoardSnapshot {
            orientation,
            squares,
            pieces,
            shapes: shapes.to_vec(),
            promotion,
            held: held.map(|(from, _)| from),
            rejected: view.rejected_move(),
            explanation: view.explanation(),
            cursor: view.cursor(),
        }
    }
}

/// The board with pieces and overlays.
#[component]
pub fn Board(
    /// Arrows of the engine, drawn beneath those of the players.
    #[prop(default = None)]
    hints: Option<BoxedMemo<Vec<Shape>>>,
) -> impl IntoView {
    let app = App::from_context();
    let snapshot = app.memo(BoardSnapshot::new);
    let moves = app.memo(legal_moves);
    let pointer = pointer::PointerHandler::new(app);
    let coordinates = BoxedMemo::new(move || coordinates(snapshot.read().orientation));
    let cell = move |row, column| view! { <cell::Cell row column snapshot moves /> };
    let rank = move |number: u8| {
        view! { <div role="row" class="row">{fragment((0..8).map(|column| cell(number, column)))}</div> }
    };
    view! {
        <div
            class="board"
            class:grabs=derived(move || snapshot.read().held.is_some())
            on:pointerdown=handler(move |event| pointer.down(&event))
            on:pointermove=handler(move |event| pointer.moved(&event))
            on:pointerup=handler(move |event| pointer.up(&event))
            on:pointercancel=handler(move |event| pointer.cancel(&event))
            on:pointerleave=handler(move |event| pointer.leave(&event))
            on:contextmenu=|event| event.prevent_default()
            on:wheel=handler(move |event| platform::wheel::step_through_game(app, &event))
        >
            {board3d::element(app, hints)}
            <div
                class="grid"
                role="grid"
                aria-label=app.translate(client::MessageKey::Board)
                on:keydown=move |event| handle_key(app, &event)
            >
                {fragment((0..8).map(rank))}
            </div>
            <div class="coordinates" aria-hidden="true" inner_html=coordinates.signal()></div>
            {defer(move || view! { <pieces::Pieces snapshot is_dragging=pointer.is_dragging /> }.into_any())}
            {defer(move || view! {
                <overlay::Overlay snapshot draft_shape=pointer.draft_shape hints />
                <bubble::ExplanationBubble snapshot />
                <promotion::PromotionDialog snapshot />
            }.into_any())}
        </div>
    }
}

/// Rank labels in the first column and file labels in the last row. They are outside of the grid because
/// screen readers announce the coordinates with every square.
pub(crate) fn coordinates(orientation: Orientation) -> String {
    let mut html = String::new();
    for (index, square) in orientation.squares().enumerate() {
        let (row, column) = (index / 8, index % 8);
        let shade = if (row + column).is_multiple_of(2) { "light" } else { "dark" };
        if column == 0 {
            html += &format!("<span class=\"coordinate of-rank {shade} y{row}\">{}</span>", square.rank());
        }
        if row == 7 {
            html += &format!("<span class=\"coordinate of-file {shade} x{column}\">{}</span>", square.file());
        }
    }
    html
}

/// The legal moves, for the squares' labels.
fn legal_moves(view: View<'_>) -> Vec<Move> {
    if view.board().movable.is_empty() { Vec::new() } else { view.local_game().game().legal_moves().to_vec() }
}

/// Handles keys while the board has the focus.
fn handle_key(app: App, event: &KeyboardEvent) {
    let mapped = match event.key().as_str() {
        "ArrowUp" => Event::ArrowKey(Direction::Up),
        "ArrowDown" => Event::ArrowKey(Direction::Down),
        "ArrowLeft" => Event::ArrowKey(Direction::Left),
        "ArrowRight" => Event::ArrowKey(Direction::Right),
        "Enter" | " " => Event::Enter,
        "Escape" => Event::Escape,
        _ => return,
    };
    event.prevent_default();
    app.send(mapped);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_and_file_is_labelled_once() {
        let check = |bottom: rules::Color, first: &str, last: &str| {
            let html = coordinates(Orientation::of(bottom));
            assert_eq!(html.matches("<span").count(), 16, "{html}");
            assert!(html.contains(first) && html.ends_with(last), "{html}");
        };
        check(rules::Color::White, "of-rank light y0\">8<", "of-file light x7\">h</span>");
        check(rules::Color::Black, "of-rank light y0\">1<", "of-file light x7\">a</span>");
    }
}
