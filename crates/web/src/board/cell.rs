//! One place of the board: the square that lies there, its marks, and what is said of it.

use client::{Event, SquareLabel};
use leptos::prelude::*;
use rules::{Move, Square};

use super::Drawn;
use crate::app::App;
use crate::lazy::{lazy, memo, text};

/// A square at a fixed place of the screen; which one, depends on how the board lies.
#[component]
pub(super) fn Cell(row: u8, column: u8, drawn: Memo<Drawn>, moves: Memo<Vec<Move>>) -> impl IntoView {
    let app = App::here();
    let index = usize::from(row) * 8 + usize::from(column);
    let seen = memo(move || {
        let drawn = drawn.read();
        drawn.squares[drawn.orientation.squares().nth(index).unwrap_or(Square::A1) as usize]
    });
    let is_cursor = memo(move || drawn.read().cursor == seen.get().square);
    let class = text(move || {
        let mut class =
            String::from(if (row + column).is_multiple_of(2) { "square light" } else { "square dark" });
        for mark in seen.get().marks.iter() {
            class.push(' ');
            class.push_str(mark.name());
        }
        class
    });
    let label = text(move || {
        let square = seen.get().square;
        let from_here: Vec<Move> =
            moves.with(|all| all.iter().filter(|m| m.from() == square).copied().collect());
        app.words().square_label(&SquareLabel::new(&seen.get(), &from_here))
    });
    view! {
        <div
            role="gridcell"
            class=class
            aria-label=label
            aria-selected=text(move || seen.get().marks.has(client::Mark::Selected).to_string())
            data-square=text(move || seen.get().square.to_string())
            tabindex=lazy(move || if is_cursor.get() { "0" } else { "-1" })
            on:focus=move |_| app.send(Event::Focus(Some(seen.get_untracked().square)))
        >
            {(column == 0).then(|| view! {
                <span class="coordinate of-rank" aria-hidden="true">{text(move || seen.get().square.rank().to_string())}</span>
            })}
            {(row == 7).then(|| view! {
                <span class="coordinate of-file" aria-hidden="true">{text(move || seen.get().square.file().to_string())}</span>
            })}
        </div>
    }
}
