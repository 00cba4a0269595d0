//! The board: 64 squares that can be read and pointed at, the men above them, and whatever is drawn over both.

mod bubble;
mod cell;
mod fingers;
mod men;
mod overlay;
mod promotion;
mod space;

use client::{BoardView, Direction, Event, ManView, Orientation, Promotion, Shape, Slip, SquareView, View};
use leptos::prelude::*;
use rules::{Move, Square};
use web_sys::KeyboardEvent;

use crate::app::App;
use crate::lazy::{Kept, doing, later, lazy, row};
use crate::world;

/// What is drawn, taken out of the view so that it can be compared with what was drawn before.
#[derive(Clone, PartialEq)]
struct Drawn {
    orientation: Orientation,
    squares: [SquareView; 64],
    men: Vec<ManView>,
    shapes: Vec<Shape>,
    promotion: Option<Promotion>,
    held: Option<Square>,
    slip: Option<Slip>,
    explanation: Option<Slip>,
    cursor: Square,
}

impl Drawn {
    fn new(view: View<'_>) -> Drawn {
        let BoardView { orientation, squares, men, shapes, promotion, held, .. } = view.board();
        Drawn {
            orientation,
            squares,
            men,
            shapes: shapes.to_vec(),
            promotion,
            held: held.map(|(from, _)| from),
            slip: view.slip(),
            explanation: view.explanation(),
            cursor: view.cursor(),
        }
    }
}

/// The board with everything on it.
#[component]
pub fn Board(
    /// Arrows that nobody here has drawn, beneath those that somebody has.
    #[prop(default = None)]
    hints: Option<Kept<Vec<Shape>>>,
) -> impl IntoView {
    let app = App::here();
    let drawn = app.watch(Drawn::new);
    let moves = app.watch(moves_here);
    let fingers = fingers::Fingers::new(app);
    let coordinates = Kept::new(move || coordinates(drawn.read().orientation));
    let cell = move |row, column| view! { <cell::Cell row column drawn moves /> };
    let rank = move |number: u8| {
        view! { <div role="row" class="row">{row((0..8).map(|column| cell(number, column)))}</div> }
    };
    view! {
        <div
            class="board"
            class:grabs=lazy(move || drawn.read().held.is_some())
            on:pointerdown=doing(move |event| fingers.down(&event))
            on:pointermove=doing(move |event| fingers.moved(&event))
            on:pointerup=doing(move |event| fingers.up(&event))
            on:pointercancel=doing(move |event| fingers.cancel(&event))
            on:pointerleave=doing(move |event| fingers.leave(&event))
            on:contextmenu=|event| event.prevent_default()
            on:wheel=doing(move |event| world::wheel::turn(app, &event))
        >
            {space::glass(app, hints)}
            <div
                class="grid"
                role="grid"
                aria-label=app.say(client::Phrase::Board)
                on:keydown=move |event| key(app, &event)
            >
                {row((0..8).map(rank))}
            </div>
            <div class="coordinates" aria-hidden="true" inner_html=coordinates.signal()></div>
            {later(move || view! { <men::Men drawn lifted=fingers.lifted /> }.into_any())}
            {later(move || view! {
                <overlay::Overlay drawn sketch=fingers.sketch hints />
                <bubble::Bubble drawn />
                <promotion::Chooser drawn />
            }.into_any())}
        </div>
    }
}

/// The names of the ranks beside the first squares and of the files beneath the last. They stand beside the grid, not in
/// it: those who listen hear them with every square.
fn coordinates(lying: Orientation) -> String {
    let mut html = String::new();
    for (index, square) in lying.squares().enumerate() {
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

/// The moves that can be made now, for the labels of the squares.
fn moves_here(view: View<'_>) -> Vec<Move> {
    if view.board().movable.is_empty() { Vec::new() } else { view.table().game().legal_moves().to_vec() }
}

/// The keys while the focus is on the board.
fn key(app: App, event: &KeyboardEvent) {
    let meant = match event.key().as_str() {
        "ArrowUp" => Event::Steer(Direction::Up),
        "ArrowDown" => Event::Steer(Direction::Down),
        "ArrowLeft" => Event::Steer(Direction::Left),
        "ArrowRight" => Event::Steer(Direction::Right),
        "Enter" | " " => Event::Enter,
        "Escape" => Event::Escape,
        _ => return,
    };
    event.prevent_default();
    app.send(meant);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_and_file_has_its_name_once() {
        let check = |bottom: rules::Color, first: &str, last: &str| {
            let html = coordinates(Orientation::of(bottom));
            assert_eq!(html.matches("<span").count(), 16, "{html}");
            assert!(html.contains(first) && html.ends_with(last), "{html}");
        };
        check(rules::Color::White, "of-rank light y0\">8<", "of-file light x7\">h</span>");
        check(rules::Color::Black, "of-rank light y0\">1<", "of-file light x7\">a</span>");
    }
}
