//! Moves backwards: the positions of the same table from which a placement is reached.

use rules::{Color, Rank, Role, Square, attacks};

use crate::placement::{Men, Placement, forward};

/// Visits the placements from which a move leads to `placement`, also some that are no positions.
pub(crate) fn for_each_predecessor(men: &Men, placement: &Placement, visit: &mut impl FnMut(Placement)) {
    let mover = !placement.turn;
    let occupied = men.occupied(placement);
    let mut undo = |slot: usize, from: Square| {
        let mut earlier = *placement;
        earlier.squares[slot] = from;
        earlier.turn = mover;
        earlier.en_passant = false;
        visit(earlier);
        earlier.en_passant = true;
        if men.can_be_en_passant(&earlier) {
            visit(earlier);
        }
    };
    if placement.en_passant {
        // Only the double step leads here.
        if let Some(slot) = men.double_stepped(placement)
            && let Some(from) = placement.squares[slot].offset(0, -2 * forward(mover))
        {
            undo(slot, from);
        }
        return;
    }
    for (slot, piece) in men.pieces().iter().enumerate().filter(|(_, piece)| piece.color == mover) {
        let to = placement.squares[slot];
        if piece.role == Role::Pawn {
            steps_back(men, placement, slot, &mut undo);
        } else {
            for from in attacks::piece(*piece, to, occupied).without(occupied) {
                undo(slot, from);
            }
        }
    }
}

/// The squares from which a pawn may have come without capturing.
fn steps_back(men: &Men, placement: &Placement, slot: usize, undo: &mut impl FnMut(usize, Square)) {
    let (color, to): (Color, Square) = (!placement.turn, placement.squares[slot]);
    let occupied = men.occupied(placement);
    let is_free = |square: &Square| !occupied.has(*square) && color.relative(*square).rank() != Rank::First;
    let Some(from) = to.offset(0, -forward(color)).filter(is_free) else { return };
    undo(slot, from);
    if color.relative(to).rank() == Rank::Fourth
        && let Some(from) = from.offset(0, -forward(color)).filter(is_free)
    {
        // A double step beside an enemy pawn leads to the placement with en passant.
        let with_en_passant = Placement { en_passant: true, ..*placement };
        if !men.can_be_en_passant(&with_en_passant) {
            undo(slot, from);
        }
    }
}
