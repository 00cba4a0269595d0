//! Identity of pieces over a game. Animations need to know that the rook on d1 is the one that started on a1.

use rules::{Piece, Square};

use crate::Game;

/// A piece tracked from the start of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TrackedPiece {
    /// Square at the start of the game; identifies the piece.
    pub origin: Square,
    /// Role and color, after promotion the new role.
    pub piece: Piece,
    /// Current square, or the last one if the piece was captured.
    pub square: Square,
    /// False if the piece was captured.
    pub is_on_board: bool,
    /// Number of moves; castling counts for the rook as well.
    pub moves: usize,
    /// Move number of its last move.
    pub last_move_number: Option<usize>,
}

impl Game {
    /// All pieces from the start of the game, ordered by origin, as they are now.
    #[must_use]
    pub fn tracked_pieces(&self) -> Vec<TrackedPiece> {
        self.tracked_pieces_at(self.plies())
    }

    /// All pieces from the start of the game, as they were after `plies` plies.
    ///
    /// ```
    /// use hanpan_game::Game;
    /// use hanpan_game::rules::Square;
    /// let mut game = Game::standard();
    /// for text in ["e4", "d5", "exd5"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let pieces = game.tracked_pieces_at(3);
    /// let taker = pieces.iter().find(|piece| piece.origin == Square::E2).unwrap();
    /// assert_eq!((taker.square, taker.moves, taker.last_move_number), (Square::D5, 2, Some(2)));
    /// let taken = pieces.iter().find(|piece| piece.origin == Square::D7).unwrap();
    /// assert!(!taken.is_on_board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tracked_pieces_at(&self, plies: usize) -> Vec<TrackedPiece> {
        let start = self.start();
        let mut pieces: Vec<TrackedPiece> = start
            .board
            .iter()
            .map(|(home, piece)| TrackedPiece {
                origin: home,
                piece,
                square: home,
                is_on_board: true,
                moves: 0,
                last_move_number: None,
            })
            .collect();
        for (ply, m) in self.moves().take(plies).enumerate() {
            let move_number = ply / 2 + 1;
            if let Some(taken) = m.capture_square().and_then(|square| piece_on_mut(&mut pieces, square)) {
                taken.is_on_board = false;
            }
            // In Chess960 the king may land on the rook's square: find both before either moves.
            let rook = m.castling_rook().and_then(|(from, to)| Some((index_of_piece_on(&pieces, from)?, to)));
            let king_or_piece = index_of_piece_on(&pieces, m.from()).map(|index| (index, m.to()));
            for (index, to) in rook.into_iter().chain(king_or_piece) {
                let piece = &mut pieces[index];
                *piece = TrackedPiece {
                    square: to,
                    moves: piece.moves + 1,
                    last_move_number: Some(move_number),
                    ..*piece
                };
            }
            if let Some((role, piece)) = m.promotion().zip(piece_on_mut(&mut pieces, m.to())) {
                piece.piece.role = role;
            }
        }
        pieces
    }
}

fn index_of_piece_on(pieces: &[TrackedPiece], square: Square) -> Option<usize> {
    pieces.iter().position(|piece| piece.is_on_board && piece.square == square)
}

fn piece_on_mut(pieces: &mut [TrackedPiece], square: Square) -> Option<&mut TrackedPiece> {
    pieces.iter_mut().find(|piece| piece.is_on_board && piece.square == square)
}

#[cfg(test)]
mod tests {
    use rules::{Board, Color, Role, Setup};

    use super::*;
    use crate::Ruleset;

    /// After every ply the remaining pieces are exactly those on the board.
    fn check(mut game: Game, moves: &str) -> Vec<TrackedPiece> {
        for text in moves.split_whitespace() {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        for plies in 0..=game.plies() {
            let mut board = Board::empty();
            for piece in game.tracked_pieces_at(plies).iter().filter(|piece| piece.is_on_board) {
                board.set(piece.square, piece.piece);
            }
            assert_eq!(Some(board), game.setup_at(plies).map(|setup| setup.board), "{moves} at {plies}");
        }
        game.tracked_pieces()
    }

    #[test]
    fn castling_en_passant_and_promotion_are_tracked() {
        let pieces = check(Game::standard(), "e4 Nf6 e5 d5 exd6 e6 Nf3 Bxd6 Bc4 O-O O-O");
        let rook = pieces.iter().find(|piece| piece.origin == Square::H1).copied();
        assert_eq!(
            rook.map(|rook| (rook.square, rook.moves, rook.last_move_number)),
            Some((Square::F1, 1, Some(6)))
        );
        assert_eq!(pieces.iter().filter(|piece| !piece.is_on_board).count(), 2);

        let setup: Setup = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        let pieces = check(Game::new(Ruleset::FromPosition, &setup).unwrap(), "axb8=R Kg7");
        let pawn = pieces.iter().find(|piece| piece.origin == Square::A7).copied();
        assert_eq!(pawn.map(|pawn| pawn.piece), Some(Role::Rook.of(Color::White)));
    }

    #[test]
    fn chess960_castling_that_swaps_king_and_rook_is_tracked() {
        let setup: Setup = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1".parse().unwrap();
        let pieces = check(Game::new(Ruleset::Chess960, &setup).unwrap(), "f1g1 Ke7");
        assert_eq!(
            pieces.iter().map(|piece| piece.square).take(2).collect::<Vec<_>>(),
            [Square::G1, Square::F1]
        );
    }
}
