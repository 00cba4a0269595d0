//! Legal moves of a placement.

use std::ops::ControlFlow;

use rules::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

use crate::Material;
use crate::placement::{BLACK_KING, FIRST_MAN, Men, Placement, WHITE_KING, forward};

/// The position after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Successor {
    /// A position of the same table.
    Same(Placement),
    /// A position of another table, after a capture or promotion.
    Other(Arrangement),
}

/// Men on squares, in no canonical order or colors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrangement {
    pub(crate) kings: [Square; 2],
    pub(crate) men: [(Piece, Square); 2],
    pub(crate) count: usize,
    pub(crate) turn: Color,
    /// As in [`Placement`].
    pub(crate) en_passant: bool,
}

impl Arrangement {
    /// The table and the placement in it; `None` with too many men.
    pub(crate) fn canonical(&self) -> Option<(Material, Placement)> {
        let [first, second] = self.men;
        let canonical = Material::canonical(&[first.0, second.0][..self.count.min(2)])?;
        let men = if canonical.is_swapped { [second.1, first.1] } else { [first.1, second.1] };
        let mut placement = Placement {
            squares: [self.kings[0], self.kings[1], men[0], men[1]],
            turn: self.turn,
            en_passant: self.en_passant,
        };
        if canonical.is_flipped {
            placement.squares.swap(WHITE_KING, BLACK_KING);
            placement.squares = placement.squares.map(Square::flip_rank);
            placement.turn = !placement.turn;
        }
        Some((canonical.material, placement))
    }
}

type Visit<'a> = dyn FnMut(Successor) -> ControlFlow<()> + 'a;

/// Moves to visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// All legal moves.
    All,
    /// Captures and promotions: they lead to other tables.
    Conversions,
}

/// Visits the position after each legal move until the visitor breaks.
pub(crate) fn for_each_successor(
    men: &Men,
    placement: &Placement,
    kind: Kind,
    visit: &mut impl FnMut(Successor) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let moves = Moves { men, placement, occupied: men.occupied(placement), kind };
    for (slot, piece) in men.pieces().iter().enumerate().filter(|(_, piece)| piece.color == placement.turn) {
        match piece.role {
            Role::Pawn => moves.pawn(slot, visit)?,
            _ => {
                let targets = attacks::piece(*piece, placement.squares[slot], moves.occupied);
                let targets = match kind {
                    Kind::All => targets.without(moves.of(placement.turn)),
                    Kind::Conversions => targets & moves.of(!placement.turn),
                };
                for to in targets {
                    moves.step(slot, to, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

struct Moves<'a> {
    men: &'a Men,
    placement: &'a Placement,
    occupied: Bitboard,
    kind: Kind,
}

impl Moves<'_> {
    fn of(&self, color: Color) -> Bitboard {
        let men = self.men.pieces().iter().zip(self.placement.squares);
        men.filter(|(piece, _)| piece.color == color)
            .fold(Bitboard::EMPTY, |set, (_, square)| set | square.bitboard())
    }

    /// Moves a man to a square; a man of the opponent there is captured.
    fn step(&self, slot: usize, to: Square, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let captured = if self.occupied.has(to) { self.men.slot_at(self.placement, to) } else { None };
        let Some(next) = self.after(slot, to, captured) else { return ControlFlow::Continue(()) };
        visit(match captured {
            None => Successor::Same(next),
            Some(captured) => Successor::Other(self.arrangement(&next, Some(captured), None)),
        })
    }

    fn pawn(&self, slot: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let (color, from) = (self.placement.turn, self.placement.squares[slot]);
        let forward = forward(color);
        let is_free = |square: &Square| !self.occupied.has(*square);
        if let Some(to) = from.offset(0, forward).filter(is_free) {
            if self.kind == Kind::All || to.rank() == color.promotion_rank() {
                self.advance(slot, to, visit)?;
            }
            if self.kind == Kind::All
                && let Some(to) = to.offset(0, forward).filter(is_free)
                && color.relative(from).rank() == Rank::Second
                && let Some(mut next) = self.after(slot, to, None)
            {
                next.en_passant = true;
                next.en_passant = self.men.can_be_en_passant(&next);
                visit(Successor::Same(next))?;
            }
        }
        for to in attacks::pawn(color, from) & self.of(!color) {
            self.advance(slot, to, visit)?;
        }
        if self.placement.en_passant
            && let Some(captured) = self.men.double_stepped(self.placement)
            && let Some(to) = self.placement.squares[captured].offset(0, forward)
            && attacks::pawn(color, from).has(to)
            && let Some(next) = self.after(slot, to, Some(captured))
        {
            visit(Successor::Other(self.arrangement(&next, Some(captured), None)))?;
        }
        ControlFlow::Continue(())
    }

    /// A step or capture of a pawn, with its promotions.
    fn advance(&self, slot: usize, to: Square, visit: &mut Visit<'_>) -> ControlFlow<()> {
        if to.rank() != self.placement.turn.promotion_rank() {
            return self.step(slot, to, visit);
        }
        let captured = if self.occupied.has(to) { self.men.slot_at(self.placement, to) } else { None };
        let Some(next) = self.after(slot, to, captured) else { return ControlFlow::Continue(()) };
        for role in Role::PROMOTIONS {
            visit(Successor::Other(self.arrangement(&next, captured, Some((slot, role)))))?;
        }
        ControlFlow::Continue(())
    }

    /// The placement after a move; `None` if it captures a king or leaves the own one attacked.
    fn after(&self, slot: usize, to: Square, captured: Option<usize>) -> Option<Placement> {
        if matches!(captured, Some(WHITE_KING | BLACK_KING)) {
            return None;
        }
        let mut next = *self.placement;
        next.squares[slot] = to;
        next.turn = !next.turn;
        next.en_passant = false;
        (!self.men.is_attacked(&next, self.placement.turn, captured)).then_some(next)
    }

    fn arrangement(
        &self,
        next: &Placement,
        captured: Option<usize>,
        promoted: Option<(usize, Role)>,
    ) -> Arrangement {
        let mut men = [(Role::King.of(Color::White), Square::A1); 2];
        let mut count = 0;
        let others = self.men.pieces().iter().zip(next.squares).enumerate().skip(FIRST_MAN);
        for (slot, (piece, square)) in others.filter(|(slot, _)| captured != Some(*slot)) {
            let role = promoted.filter(|(pawn, _)| *pawn == slot).map_or(piece.role, |(_, role)| role);
            men[count] = (role.of(piece.color), square);
            count += 1;
        }
        let kings = [next.squares[WHITE_KING], next.squares[BLACK_KING]];
        Arrangement { kings, men, count, turn: next.turn, en_passant: false }
    }
}
