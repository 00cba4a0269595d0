//! The board: 64 squares that can be read and pointed at, the men above them, and whatever is drawn over both.

mod bubble;
mod cell;
mod fingers;
mod men;
mod overlay;
mod promotion;

use client::{BoardView, Direction, Event, ManView, Orientation, Promotion, Shape, Slip, SquareView, View};
use leptos::html::Div;
use leptos::prelude::*;
use rules::{Move, Square};
use web_sys::KeyboardEvent;

use crate::app::App;
use crate::lazy::lazy;

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
pub(crate) fn Board() -> impl IntoView {
    let app = App::here();
    let drawn = app.watch(Drawn::new);
    let moves = app.watch(moves_here);
    let board: NodeRef<Div> = NodeRef::new();
    let fingers = fingers::Fingers::new(app, board);
    let cell = move |row, column| view! { <cell::Cell row column drawn moves /> };
    let row = move |row: u8| {
        view! { <div role="row" class="row">{(0..8).map(|column| cell(row, column)).collect_view()}</div> }
    };
    view! {
        <div
            class="board"
            class:grabs=lazy(move || drawn.with(|drawn| drawn.held.is_some()))
            node_ref=board
            on:pointerdown=move |event| fingers.down(&event)
            on:pointermove=move |event| fingers.moved(&event)
            on:pointerup=move |event| fingers.up(&event)
            on:pointercancel=move |event| fingers.cancel(&event)
            on:pointerleave=move |event| fingers.leave(&event)
            on:contextmenu=|event| event.prevent_default()
            on:wheel=move |event| fingers.wheel(&event)
        >
            <div
                class="grid"
                role="grid"
                aria-label=app.say(client::Phrase::Board)
                on:keydown=move |event| key(app, &event)
            >
                {(0..8).map(row).collect_view()}
            </div>
            <men::Men drawn lifted=fingers.lifted />
            <overlay::Overlay drawn sketch=fingers.sketch />
            <bubble::Bubble drawn />
            <promotion::Chooser drawn />
        </div>
    }
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
