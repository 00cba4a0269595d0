//! Checking squares of a node: they tell whether a move gives check without making it.

use rules::cpu::Cpu;
use rules::{Bitboard, Move, Position, Role, Square, attacks};

/// Squares from which the side to move attacks the opponent's king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckSquares {
    king: Square,
    /// Checking squares of each role from pawn to queen.
    direct: [Bitboard; 5],
    /// Own pieces that stand alone between an own slider and the king.
    discoverers: Bitboard,
}

impl CheckSquares {
    #[inline]
    pub(crate) fn new<C: Cpu>(position: &Position) -> CheckSquares {
        let (board, side) = (position.board(), position.turn());
        let (king, occupied, own) = (position.king(!side), board.occupied(), board.color(side));
        let [diagonals, straights] = [C::bishop(king, occupied), C::rook(king, occupied)];
        let reached = diagonals | straights;
        // With the own pieces next to the rays removed, the sliders behind them come into sight.
        let thinned = occupied.without(reached & own);
        let queens = board.role(Role::Queen);
        let behind = C::bishop(king, thinned) & (board.role(Role::Bishop) | queens)
            | C::rook(king, thinned) & (board.role(Role::Rook) | queens);
        let mut discoverers = Bitboard::EMPTY;
        for slider in (behind & own).without(reached) {
            discoverers |= attacks::between(king, slider) & own;
        }
        let direct = [attacks::pawn(!side, king), attacks::knight(king), diagonals, straights, reached];
        CheckSquares { king, direct, discoverers }
    }

    /// True if the move gives check.
    #[inline]
    pub(crate) fn gives_check<C: Cpu>(&self, position: &Position, m: Move) -> bool {
        // A second piece moves, appears or disappears: the lines to the king are not those of the tables.
        if m.is_castle() || m.is_en_passant() || m.promotion().is_some() {
            return position.play_unchecked(m).is_check_on::<C>();
        }
        let is_direct = self.direct.get(m.role() as usize - 1).is_some_and(|squares| squares.has(m.to()));
        is_direct || self.discoverers.has(m.from()) && !attacks::line(self.king, m.from()).has(m.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rng::Rng;
    use rules::cpu::Baseline;

    #[test]
    fn gives_check_agrees_with_making_the_move() {
        let mut checks = 0;
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "1k6/1P1P4/8/3N4/8/1R6/8/4K2R w K - 0 1",
        ] {
            for stream in 0..40 {
                let mut rng = Rng::with_stream(1, stream);
                let mut position: Position = fen.parse().unwrap();
                for _ in 0..60 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let squares = CheckSquares::new::<Baseline>(&position);
                    for &m in moves.iter() {
                        let expected = position.play_unchecked(m).is_check();
                        assert_eq!(
                            squares.gives_check::<Baseline>(&position, m),
                            expected,
                            "{position:?} {m:?}"
                        );
                        checks += usize::from(expected);
                    }
                    position = position.play_unchecked(moves[rng.index(moves.len())]);
                }
            }
        }
        assert!(checks > 1000, "{checks}");
    }
}
