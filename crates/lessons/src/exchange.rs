//! Material, and captures that win some.

use rules::{Board, Color, Move, Role};

use crate::Scene;

/// The value of a piece in pawns. A king has none: it is never captured.
pub(crate) const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// Material of a side minus that of the other, in pawns.
pub(crate) fn balance(board: &Board, side: Color) -> i32 {
    board
        .iter()
        .map(|(_, piece)| if piece.color == side { value(piece.role) } else { -value(piece.role) })
        .sum()
}

/// The capture that wins most for the side to move, with its gain: the captured piece, minus the capturing one if it can be
/// captured back. `None` if no capture wins anything.
pub(crate) fn best_capture(scene: &Scene) -> Option<(Move, i32)> {
    let captures = scene.moves().into_iter().filter(|m| m.is_capture()).map(|m| (m, gain(scene, m)));
    captures.filter(|(_, gain)| *gain > 0).max_by_key(|(_, gain)| *gain)
}

/// Material gain of a capture if the best answer is to capture back, or to do nothing.
fn gain(scene: &Scene, m: Move) -> i32 {
    let captured = m.capture().map_or(0, value);
    let after = scene.after(m);
    let is_recaptured = after.moves().into_iter().any(|answer| answer.to() == m.to() && answer.is_capture());
    captured - if is_recaptured { value(m.role()) } else { 0 }
}
