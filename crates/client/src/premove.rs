//! Moves that are made before it is one's turn. They wait in a queue and are played one by one, each as the answer to
//! the other side's move; the first that is not legal then drops all the rest.

use rules::{Bitboard, Board, Color, Role, Setup, Square, attacks};

/// A move that waits for its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Premove {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it is to go.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
}

impl Premove {
    /// The board once this has happened, as far as one can tell: nobody knows what the other side will do.
    pub(crate) fn apply_to(self, board: &mut Board) {
        if let Some(piece) = board.remove(self.from) {
            board.set(self.to, self.promotion.unwrap_or(piece.role).of(piece.color));
        }
    }
}

/// Where a piece of that side could go on some board that may come about: the other side may have moved anything away,
/// or have taken what stands there. What can never be is left out.
pub(crate) fn targets(setup: &Setup, board: &Board, color: Color, from: Square) -> Bitboard {
    let Some(piece) = board.piece_at(from).filter(|piece| piece.color == color) else {
        return Bitboard::EMPTY;
    };
    match piece.role {
        Role::Pawn => attacks::pawn(color, from) | pawn_steps(color, from),
        Role::King => attacks::king(from) | castling_targets(setup, color, from),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
            attacks::piece(piece, from, Bitboard::EMPTY)
        }
    }
}

fn pawn_steps(color: Color, from: Square) -> Bitboard {
    let as_white = color.relative(from);
    let steps = if from.rank() == color.pawn_rank() { 1..=2 } else { 1..=1 };
    let ahead = steps.filter_map(|step| as_white.offset(0, step));
    ahead.map(|square| color.relative(square)).collect()
}

/// The rooks with which the king may castle if the way becomes free, and the squares it would reach.
fn castling_targets(setup: &Setup, color: Color, king: Square) -> Bitboard {
    if setup.board.king(color) != Some(king) {
        return Bitboard::EMPTY;
    }
    let rooks = setup.castling_rights & setup.board.pieces(Role::Rook.of(color));
    rooks.into_iter().fold(Bitboard::EMPTY, |all, rook| {
        let side = rules::CastlingSide::of(king, rook);
        let reached = Square::new(side.king_file(), king.rank());
        let by_king = if king.distance(reached) >= 2 { reached.bitboard() } else { Bitboard::EMPTY };
        all | rook.bitboard() | by_king
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn premove_targets_ignore_blockers() {
        let check = |fen: &str, color, from, expected: &str| {
            let setup: Setup = fen.parse().unwrap();
            let squares: Vec<String> =
                targets(&setup, &setup.board, color, from).into_iter().map(|s| s.to_string()).collect();
            assert_eq!(squares.join(" "), expected, "{fen} {from}");
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, Color::Black, Square::E7, "e5 d6 e6 f6");
        check(start, Color::Black, Square::G8, "f6 h6 e7");
        check(start, Color::Black, Square::E8, "d7 e7 f7 a8 c8 d8 f8 g8 h8");
        check(start, Color::White, Square::E7, "");
        check("4k3/8/8/8/8/4p3/8/4K3 w - - 0 1", Color::Black, Square::E3, "d2 e2 f2");
        check("4k3/8/8/8/8/4p3/8/4K3 w - - 0 1", Color::Black, Square::E8, "d7 e7 f7 d8 f8");
    }
}
