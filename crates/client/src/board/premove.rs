//! Premoves: moves queued during the opponent's turn. Each is played after an opponent's move
//! (`update/premoves.rs`); the first illegal one clears the queue.

use rules::{Bitboard, Board, Color, Role, Setup, Square, attacks};

/// A queued premove.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Premove {
    /// Origin square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// Promotion piece.
    pub promotion: Option<Role>,
}

impl Premove {
    /// Applies the premove to a board; the opponent's moves are unknown and ignored.
    pub(crate) fn apply_to(self, board: &mut Board) {
        if let Some(piece) = board.remove(self.from) {
            board.set(self.to, self.promotion.unwrap_or(piece.role).of(piece.color));
        }
    }
}

/// Pseudo-targets of a piece on any board that may arise: blockers are ignored, since the opponent may move
/// or capture them, and own pieces may have been captured.
pub(crate) fn premove_targets(setup: &Setup, board: &Board, color: Color, from: Square) -> Bitboard {
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

/// Rooks with which the king has the right to castle, and the king's target squares.
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
            let squares: Vec<String> = premove_targets(&setup, &setup.board, color, from)
                .into_iter()
                .map(|s| s.to_string())
                .collect();
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
