//! The pieces as SVG: one symbol per role, coloured by the class of the parent element.

use leptos::prelude::*;
use rules::{Color, Piece, Role};

const SVGS: [(Role, &str); 6] = [
    (Role::Pawn, include_str!("../art/pieces/pawn.svg")),
    (Role::Knight, include_str!("../art/pieces/knight.svg")),
    (Role::Bishop, include_str!("../art/pieces/bishop.svg")),
    (Role::Rook, include_str!("../art/pieces/rook.svg")),
    (Role::Queen, include_str!("../art/pieces/queen.svg")),
    (Role::King, include_str!("../art/pieces/king.svg")),
];

/// All symbols, to be inserted into the page once.
pub fn symbols() -> String {
    let symbol = |(role, drawing): (Role, &str)| {
        let inner = drawing.split_once('>').map_or("", |(_, rest)| rest);
        let inner = inner.trim_end().trim_end_matches("</svg>");
        let id = role.lower_char();
        format!("<symbol id=\"piece-{id}\" viewBox=\"0 0 100 100\">{inner}</symbol>")
    };
    SVGS.into_iter().map(symbol).collect()
}

/// An SVG that uses the symbol of a role.
pub fn svg(role: Role) -> impl IntoView {
    view! { <svg class="drawing" viewBox="0 0 100 100" aria-hidden="true"><use href=href(role) /></svg> }
}

/// A piece in its colour.
pub fn colored_svg(piece: Piece) -> impl IntoView {
    view! { <span class=color_class(piece.color)>{svg(piece.role)}</span> }
}

/// Reference to the symbol of a role.
pub fn href(role: Role) -> String {
    format!("#piece-{}", role.lower_char())
}

/// CSS class that sets the colours of a piece.
pub const fn color_class(color: Color) -> &'static str {
    match color {
        Color::White => "piece-white",
        Color::Black => "piece-black",
    }
}
