//! Which squares each man can ever reach, whoever is to move and however long it takes; and whether a mate fits
//! into that.
//!
//! The analysis starts from "nothing moves" and grows: a man goes wherever his way may at some time be free, takes
//! whatever may at some time be in his range, and a pawn that gets through may be anywhere. The Laws are bent only in
//! favour of movement (turns, checks and pins are ignored), so what is out of reach here is out of reach in every
//! game. Only two things stop a man: a *fixed* one, which can neither move nor be taken, and, for a king, a square
//! that a fixed enemy guards.

use rules::{Bitboard, ByColor, Color, Piece, Position, Role, Square, attacks};

/// Whether no series of legal moves from here ends in a mate by this side, as far as a look at the structure can
/// tell. The position itself is not mate. Castling and en passant are not looked at: with either still possible the
/// answer is no.
pub(super) fn cannot_mate(position: &Position, by: Color) -> bool {
    if position.castling_rights().any() || position.legal_en_passant().is_some() {
        return false;
    }
    let mut blockade = Blockade::new(position);
    while blockade.grow() {
        // What has room now will have it when everything is known.
        if blockade.has_room_for_mate(by) {
            return false;
        }
    }
    true
}

/// A piece or pawn with all squares it may ever stand on.
#[derive(Clone, Copy)]
struct PieceReach {
    piece: Piece,
    origin: Square,
    reach: Bitboard,
    /// The squares it may attack from there.
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

    /// What it attacks from all its squares when only the fixed men are in the way.
    fn range_past(&self, fixed: Bitboard) -> Bitboard {
        if self.can_promote {
            return Bitboard::FULL;
        }
        let from = |square| attacks::piece(self.piece, square, fixed);
        self.reach.into_iter().fold(Bitboard::EMPTY, |range, square| range | from(square))
    }
}

/// What is known of one side.
#[derive(Clone, Copy)]
struct SideReach {
    /// Where its men stand, the king apart.
    origins: Bitboard,
    /// Where they may ever stand, the king apart.
    reach: Bitboard,
    /// What its fixed men attack for ever: next to them and a knight's jump away, however full the board.
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

    /// Adds what the men can do given what they could do so far; whether that was anything.
    fn grow(&mut self) -> bool {
        let fixed: Bitboard = self.pieces.iter().filter(|man| man.is_fixed()).map(|man| man.origin).collect();
        let camps = ByColor::new_with(|color| self.side_reach(color));
        let mut takes = ByColor::<Bitboard>::default();
        let mut grown = false;
        for man in &mut self.pieces {
            let range = man.range_past(fixed);
            let targets = targets(man, range, fixed, &camps[!man.piece.color]);
            takes[man.piece.color] |= if man.is_king() { targets } else { range };
            grown |= man.range != range || !man.reach.contains(targets);
            man.range = range;
            man.reach |= targets;
            let last_rank = Bitboard::rank(man.piece.color.promotion_rank());
            man.can_promote |= man.piece.role == Role::Pawn && (man.reach & last_rank).any();
        }
        for man in self.pieces.iter_mut().filter(|man| !man.is_king() && !man.can_be_captured) {
            man.can_be_captured = (man.reach & takes[!man.piece.color]).any();
            grown |= man.can_be_captured;
        }
        grown
    }

    fn side_reach(&self, color: Color) -> SideReach {
        let mut camp =
            SideReach { origins: Bitboard::EMPTY, reach: Bitboard::EMPTY, guarded: Bitboard::EMPTY };
        for man in self.pieces.iter().filter(|man| man.piece.color == color) {
            if !man.is_king() {
                camp.origins |= man.origin.bitboard();
                camp.reach |= man.reach;
            }
            if man.is_fixed() {
                camp.guarded |= attacks::piece(man.piece, man.origin, Bitboard::FULL);
            }
        }
        camp
    }

    /// Whether on some square the enemy king could be in check while each square around him is attacked or taken by
    /// one of his own, and somebody could have moved to bring that about.
    ///
    /// Lines do not go through a king that is fixed. That does no harm: the squares around him are guarded or taken
    /// by fixed men, or he would not be.
    fn has_room_for_mate(&self, by: Color) -> bool {
        let mut can_move = false;
        let [mut haunts, mut checks, mut shut] = [Bitboard::EMPTY; 3];
        for man in &self.pieces {
            match (man.piece.color == by, man.is_king()) {
                (true, true) => shut |= man.range,
                (true, false) => checks |= man.range,
                (false, true) => haunts = man.reach,
                (false, false) => shut |= man.reach,
            }
            can_move |= man.piece.color == by && man.can_move();
        }
        shut |= checks;
        can_move && (haunts & checks).into_iter().any(|square| shut.contains(attacks::king(square)))
    }
}

/// The squares a man can go to from those he can be on.
fn targets(man: &PieceReach, range: Bitboard, fixed: Bitboard, enemy: &SideReach) -> Bitboard {
    // A fixed enemy in range is about to be one that can be taken; only his king is not.
    let open = !fixed | enemy.origins;
    match man.piece.role {
        Role::King => range.without(enemy.guarded) & open,
        Role::Pawn if !man.can_promote => range & enemy.reach | pushes(man.piece.color, man.reach, fixed),
        _ => range & open,
    }
}

/// Where pawns can be pushed past everything but the fixed men.
fn pushes(color: Color, pawns: Bitboard, fixed: Bitboard) -> Bitboard {
    let up = if color == Color::White { 1 } else { -1 };
    let step = |from: Square| from.offset(0, up).filter(|&to| !fixed.has(to));
    let single = pawns.into_iter().filter_map(step);
    let at_home = pawns & Bitboard::rank(color.pawn_rank());
    let double = at_home.into_iter().filter_map(|from| step(from).and_then(step));
    single.chain(double).collect()
}
