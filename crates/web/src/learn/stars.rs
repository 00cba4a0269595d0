//! Stars: those of a finished stage, and those on the squares to go to.

use client::Orientation;
use leptos::prelude::*;
use lessons::Stars;
use rules::Bitboard;

use crate::app::App;
use crate::boxed::text;

/// Outline of a star in a square of 100 units.
const OUTLINE: &str = "M50 12L61 38L89 40L67 58L74 86L50 71L26 86L33 58L11 40L39 38Z";

/// One to three stars out of three, or none yet. Screen readers get their number.
pub(super) fn stage_stars(app: App, stars: Option<Stars>) -> AnyView {
    let count = stars.map_or(0, Stars::count);
    let label = text(move || app.locale().stage_stars(count));
    let drawing: String =
        (0..3u8).map(|index| star(index, if index < count { "won" } else { "open" })).collect();
    view! {
        <span class="learn-stars">
            <svg viewBox="0 0 300 100" aria-hidden="true" inner_html=drawing></svg>
            <span class="unseen">{label}</span>
        </span>
    }
    .into_any()
}

/// Stars on squares; a square is 100 units wide. A square with a piece has a small one in its corner.
pub(super) fn targets_svg(orientation: Orientation, squares: Bitboard, occupied: Bitboard) -> String {
    let place = |square| {
        let cell = orientation.cell(square);
        let (x, y) = (i32::from(cell.column) * 100, i32::from(cell.row) * 100);
        let place = match occupied.has(square) {
            true => format!("translate({} {y}) scale(.45)", x + 57),
            false => format!("translate({x} {y})"),
        };
        format!("<g transform=\"{place}\"><path d=\"{OUTLINE}\"/></g>")
    };
    squares.into_iter().map(place).collect()
}

fn star(index: u8, class: &str) -> String {
    let x = u32::from(index) * 100;
    format!("<path class=\"{class}\" transform=\"translate({x} 0)\" d=\"{OUTLINE}\"/>")
}
