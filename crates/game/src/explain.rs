//! From where a piece was and where it is to go, to a move or the reason why there is none.

use rules::{Bitboard, IllegalMoveReason, Move, Role, Square};

use crate::variant_position::VariantPosition;
use crate::{Game, king_capture};

impl Game {
    /// The move that a hand means by going from one square to another, under the rules of this game.
    ///
    /// A king castles by going to where castling takes it, if that is no plain step, or onto its rook. A pawn that
    /// reaches the last rank without a promotion gives [`Refusal::PromotionMissing`].
    ///
    /// # Errors
    /// Says why the board forbids it. Whether a game was ended in another way is not asked here.
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

    /// The squares on which the piece may be put down, castling by both its targets; none once the game is over.
    #[must_use]
    pub fn destinations(&self, from: Square) -> Bitboard {
        self.moves_from(from).into_iter().fold(Bitboard::EMPTY, |all, m| all | move_destinations(m))
    }
}

/// Where the hand may put the piece down to make this move.
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

    /// Two ways to the same answer: every target is a move, and nothing else is.
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
                    let is_move = !matches!(meant, Err(refusal) if !is_promotion_missing(refusal));
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

    fn is_promotion_missing(refusal: IllegalMoveReason) -> bool {
        matches!(refusal, IllegalMoveReason::PromotionMissing { .. })
    }
}
