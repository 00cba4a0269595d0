//! Moves given by origin and target, and their legal destinations.

use rules::{Bitboard, IllegalMoveReason, Move, Role, Square};

use crate::variant_position::VariantPosition;
use crate::{Game, king_capture};

impl Game {
    /// Returns the move between two squares under the rules of this game.
    ///
    /// A king castles by moving to its castling target, if that is not an ordinary king move, or onto its
    /// rook. A pawn that reaches the last rank without a promotion gives
    /// [`IllegalMoveReason::PromotionMissing`].
    ///
    /// # Errors
    /// Returns the reason why the move is illegal on the board. The outcome of the game is not checked.
    pub fn explain(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalMoveReason> {
        match self.state() {
            VariantPosition::Standard(position) => position.explain(from, to, promotion),
            VariantPosition::KingCapture(setup) => king_capture::explain(setup, from, to, promotion),
        }
    }

    /// Legal destinations of the piece on a square, for castling both the king's target and the rook's
    /// square; empty once the game is over.
    #[must_use]
    pub fn destinations(&self, from: Square) -> Bitboard {
        self.moves_from(from).into_iter().fold(Bitboard::EMPTY, |all, m| all | move_destinations(m))
    }
}

/// Squares on which a user may drop the piece to make this move.
pub(crate) fn move_destinations(m: Move) -> Bitboard {
    match m.castling_rook() {
        None => m.to().bitboard(),
        Some((rook, _)) if m.from().distance(m.to()) >= 2 => m.to().bitboard() | rook.bitboard(),
        Some((rook, _)) => rook.bitboard(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Color, Position};

    /// Every destination gives a move, and every other square gives a reason.
    #[test]
    fn destinations_agree_with_explain() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "5k2/8/8/8/8/8/8/1R3K1R w HB - 0 1",
            "4k3/8/8/8/8/8/8/1R4KR w HB - 0 1",
            "4k3/P6p/8/8/1pPp4/8/7P/R3K2R b KQ c3 0 1",
            "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        ];
        let mut games: Vec<Game> =
            fens.iter().map(|fen| Game::from_position(Position::from_fen(fen).unwrap())).collect();
        for fen in fens {
            let setup = fen.parse().unwrap();
            games.extend(Game::new(crate::Ruleset::KingCapture, &setup));
        }
        games.push(Game::king_capture(Color::Black));
        for game in games {
            for from in Bitboard::FULL {
                for to in Bitboard::FULL {
                    let meant = game.explain(from, to, None);
                    let is_move = !matches!(meant, Err(reason) if !is_promotion_missing(reason));
                    assert_eq!(
                        game.destinations(from).has(to),
                        is_move,
                        "{from}{to} {meant:?} {}",
                        game.setup()
                    );
                    if let Ok(m) = meant {
                        assert!(game.legal_moves().contains(&m));
                    }
                }
            }
        }
    }

    fn is_promotion_missing(reason: IllegalMoveReason) -> bool {
        matches!(reason, IllegalMoveReason::PromotionMissing { .. })
    }
}
