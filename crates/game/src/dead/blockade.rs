//! Fixpoint analysis of the squares that each piece can ever reach, with any number of moves by either side,
//! and of whether a checkmate is possible within them.
//!
//! The analysis starts with immobile pieces and grows: a piece moves along lines that may become free,
//! captures whatever may come into its range, and a pawn that promotes may go anywhere. Turns, checks and
//! pins are ignored, so the analysis overestimates movement: squares that are unreachable here are
//! unreachable in every game. A piece is stopped only by a *fixed* piece, which can neither move nor be
//! captured, and a king also by squares that a fixed enemy piece guards.

use rules::{Bitboard, ByColor, Color, Piece, Position, Role, Square, attacks};

/// Returns true if the structure proves that no series of legal moves ends in a checkmate by this side. The
/// position itself is not checkmate. Castling and en passant are not analysed: returns false if either is
/// possible.
pub(super) fn cannot_mate(position: &Position, by: Color) -> bool {
    if position.castling_rights().any() || position.legal_en_passant().is_some() {
        return false;
    }
    let mut blockade = Blockade::new(position);
    while blockade.grow() {
        // Reach only grows, so a possible mate stays possible.
        if blockade.has_room_for_mate(by) {
            return false;
        }
    }
    true
}

/// A piece and all squares on which it may ever stand.
#[derive(Clone, Copy)]
struct PieceReach {
    piece: Piece,
    origin: Square,
    reach: Bitboard,
    /// Squares that it may ever attack.
    range: Bitboard,
    can_be_captured: bool,
    can_promote: bool,
}

impl PieceReach {
    fn new(home: Square, piece: Piece) -> PieceReach {
        let (reach, range) = (home.bitboard(), Bitboard::EMPTY);
        PieceReach { piece, origin: home, reach, range, can_be_captured: false, can_promote: false }
    }

    fn is_king(&self) -> bool {
        self.piece.role == Role::King
    }

    fn can_move(&self) -> bool {
        self.reach != self.origin.bitboard()
    }

    fn is_fixed(&self) -> bool {
        !self.can_be_captured && !self.can_move()
    }

    /// Attacks from all reachable squares, blocked only by fixed pieces.
    fn range_past(&self, fixed: Bitboard) -> Bitboard {
        if self.can_promote {
            return Bitboard::FULL;
        }
        let from = |square| attacks::piece(self.piece, square, fixed);
        self.reach.into_iter().fold(Bitboard::EMPTY, |range, square| range | from(square))
    }
}

/// Reach of one side.
#[derive(Clone, Copy)]
struct SideReach {
    /// Current squares of its pieces without the king.
    origins: Bitboard,
    /// Reachable squares of its pieces without the king.
    reach: Bitboard,
    /// Permanent attacks of its fixed pieces: adjacent squares and knight jumps, on a full board.
    guarded: Bitboard,
}

struct Blockade {
    pieces: Vec<PieceReach>,
}

impl Blockade {
    fn new(position: &Position) -> Blockade {
        Blockade {
            pieces: position.board().iter().map(|(home, piece)| PieceReach::new(home, piece)).collect(),
        }
    }

    /// Extends the reach of all pieces by one step; returns true if it has changed.
    fn grow(&mut self) -> bool {
        let fixed: Bitboard =
            self.pieces.iter().filter(|mover| mover.is_fixed()).map(|mover| mover.origin).collect();
        let sides = ByColor::new_with(|color| self.side_reach(color));
        let mut capturable = ByColor::<Bitboard>::default();
        let mut grown = false;
        for mover in &mut self.pieces {
            let range = mover.range_past(fixed);
            let targets = targets(mover, range, fixed, &sides[!mover.piece.color]);
            capturable[mover.piece.color] |= if mover.is_king() { targets } else { range };
            grown |= mover.range != range || !mover.reach.contains(targets);
            mover.range = range;
            mover.reach |= targets;
            let last_rank = Bitboard::rank(mover.piece.color.promotion_rank());
            mover.can_promote |= mover.piece.role == Role::Pawn && (mover.reach & last_rank).any();
        }
        for mover in self.pieces.iter_mut().filter(|mover| !mover.is_king() && !mover.can_be_captured) {
            mover.can_be_captured = (mover.reach & capturable[!mover.piece.color]).any();
            grown |= mover.can_be_captured;
        }
        grown
    }

    fn side_reach(&self, color: Color) -> SideReach {
        let mut side =
            SideReach { origins: Bitboard::EMPTY, reach: Bitboard::EMPTY, guarded: Bitboard::EMPTY };
        for mover in self.pieces.iter().filter(|mover| mover.piece.color == color) {
            if !mover.is_king() {
                side.origins |= mover.origin.bitboard();
                side.reach |= mover.reach;
            }
            if mover.is_fixed() {
                side.guarded |= attacks::piece(mover.piece, mover.origin, Bitboard::FULL);
            }
        }
        side
    }

    /// Returns true if the enemy king could be in check on some square while every square around it is
    /// attacked or occupied by its own pieces, and this side has a piece that can move.
    ///
    /// Attack lines stop at a fixed king. That is correct, because the squares around a fixed king are
    /// guarded or occupied by fixed pieces.
    fn has_room_for_mate(&self, by: Color) -> bool {
        let mut can_move = false;
        let [mut king_reach, mut checks, mut closed] = [Bitboard::EMPTY; 3];
        for mover in &self.pieces {
            match (mover.piece.color == by, mover.is_king()) {
                (true, true) => closed |= mover.range,
                (true, false) => checks |= mover.range,
                (false, true) => king_reach = mover.reach,
                (false, false) => closed |= mover.reach,
            }
            can_move |= mover.piece.color == by && mover.can_move();
        }
        closed |= checks;
        can_move && (king_reach & checks).into_iter().any(|square| closed.contains(attacks::king(square)))
    }
}

/// Squares that a piece can move to from its reachable squares.
fn targets(mover: &PieceReach, range: Bitboard, fixed: Bitboard, enemy: &SideReach) -> Bitboard {
    // A fixed enemy piece in range becomes capturable in this step; only the enemy king does not.
    let open = !fixed | enemy.origins;
    match mover.piece.role {
        Role::King => range.without(enemy.guarded) & open,
        Role::Pawn if !mover.can_promote => {
            range & enemy.reach | pushes(mover.piece.color, mover.reach, fixed)
        }
        _ => range & open,
    }
}

/// Pawn pushes past everything but fixed pieces.
fn pushes(color: Color, pawns: Bitboard, fixed: Bitboard) -> Bitboard {
    let up = if color == Color::White { 1 } else { -1 };
    let step = |from: Square| from.offset(0, up).filter(|&to| !fixed.has(to));
    let single = pawns.into_iter().filter_map(step);
    let at_home = pawns & Bitboard::rank(color.pawn_rank());
    let double = at_home.into_iter().filter_map(|from| step(from).and_then(step));
    single.chain(double).collect()
}
