//! Answers of the computer to draw offers.

use rules::Color;

use crate::{Engine, Limits, NeverStop, Options, Score, SearchPosition};

/// Nodes searched to answer a draw offer.
pub const DRAW_OFFER_NODES: u64 = 60_000;

/// Before this many plies and with more than this many pieces on the board the game counts as an opening.
const OPENING_PLIES: usize = 20;
const OPENING_PIECES: u32 = 20;

/// Highest score with which a draw is accepted or claimed.
pub(crate) const MAX_DRAW_SCORE: Score = Score::Centipawns(10);

/// Size of the transposition table in MiB.
const HASH_MIB: usize = 2;

/// True if a side with this score accepts a draw after `plies` plies with `pieces` pieces on the board: not
/// in the opening, and not if it is better.
///
/// ```
/// use engine::{Score, is_draw_acceptable};
/// assert!(is_draw_acceptable(Score::Centipawns(-30), 60, 12));
/// assert!(!is_draw_acceptable(Score::Centipawns(40), 60, 12), "it is better");
/// assert!(!is_draw_acceptable(Score::Centipawns(0), 4, 32), "it is too early");
/// ```
#[must_use]
pub fn is_draw_acceptable(score: Score, plies: usize, pieces: u32) -> bool {
    let is_opening = plies < OPENING_PLIES && pieces > OPENING_PIECES;
    !is_opening && score <= MAX_DRAW_SCORE
}

/// True if the computer, playing `side`, accepts a draw offer here. Searches [`DRAW_OFFER_NODES`] nodes.
#[must_use]
pub fn accepts_draw_offer(search_position: &SearchPosition, side: Color, plies: usize) -> bool {
    let position = search_position.position();
    let mut engine = Engine::new(Options { hash: HASH_MIB, ..Options::default() });
    let score =
        engine.search(search_position, &Limits::nodes(DRAW_OFFER_NODES), &NeverStop, &mut |_| {}).score;
    let score = if position.turn() == side { score } else { score.negated() };
    is_draw_acceptable(score, plies, position.board().occupied().count())
}

#[cfg(test)]
mod tests {
    use rules::Position;

    use super::*;

    #[test]
    fn draws_are_accepted_unless_ahead_or_in_the_opening() {
        let check = |score, plies, pieces, expected| {
            assert_eq!(
                is_draw_acceptable(score, plies, pieces),
                expected,
                "{score} after {plies} plies, {pieces} pieces"
            );
        };
        check(Score::Centipawns(0), 60, 12, true);
        check(Score::Centipawns(-300), 60, 12, true);
        check(Score::Mate(-4), 60, 12, true);
        check(Score::Centipawns(40), 60, 12, false);
        check(Score::Mate(3), 60, 12, false);
        check(Score::Centipawns(0), 4, 32, false);
        check(Score::Centipawns(0), 0, 4, true);
    }

    #[test]
    fn the_score_is_taken_for_the_side_asked() {
        let check = |fen: &str, side, expected| {
            let search_position = SearchPosition::new(Position::from_fen(fen).unwrap());
            assert_eq!(accepts_draw_offer(&search_position, side, 60), expected, "{fen} for {side:?}");
        };
        // A rook up, with either side to move.
        for turn in ["w", "b"] {
            let fen = format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 {turn} - - 0 30");
            check(&fen, Color::White, false);
            check(&fen, Color::Black, true);
        }
    }
}
