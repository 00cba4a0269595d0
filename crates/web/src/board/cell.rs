//! A cell of the board: its square, its marks and its accessible label.

use client::{Event, SquareLabel};
use leptos::prelude::*;
use rules::{Move, Square};

use super::BoardSnapshot;
use crate::app::App;
use crate::boxed::{BoxedMemo, handler, text};

/// A cell at a fixed place of the screen. The orientation decides which square it shows.
#[component]
pub(super) fn Cell(
    row: u8,
    column: u8,
    snapshot: BoxedMemo<BoardSnapshot>,
    moves: BoxedMemo<Vec<Move>>,
) -> impl IntoView {
    let app = App::from_context();
    let index = usize::from(row) * 8 + usize::from(column);
    let square_view = BoxedMemo::new(move || {
        let snapshot = snapshot.read();
        snapshot.squares[snapshot.orientation.squares().nth(index).unwrap_or(Square::A1) as usize]
    });
    let is_cursor = BoxedMemo::new(move || snapshot.read().cursor == square_view.get().square);
    let class = text(move || {
        let mut class =
            String::from(if (row + column).is_multiple_of(2) { "square light" } else { "square dark" });
        for mark in square_view.get().marks.iter() {
            class.push(' ');
            class.push_str(mark.name());
        }
        class
    });
    let label = text(move || {
        let square = square_view.get().square;
        let from_here: Vec<Move> = moves.read().iter().filter(|m| m.from() == square).copied().collect();
        app.locale().square_label(&SquareLabel::new(&square_view.get(), &from_here))
    });
    view! {
        <div
            role="gridcell"
            class=class
            aria-label=label
            aria-selected=text(move || square_view.get().marks.has(client::Mark::Selected).to_string())
            data-square=text(move || square_view.get().square.to_string())
            tabindex=text(move || if is_cursor.get() { "0" } else { "-1" }.to_owned())
            on:focus=handler(move |_| app.send(Event::FocusSquare(Some(square_view.read_untracked().square))))
        ></div>
    }
}
