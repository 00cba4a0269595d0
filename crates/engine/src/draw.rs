//! Draws that are offered to the computer. Everybody who plays it is answered by the same measure.

use rules::Color;

use crate::{Engine, Limits, Options, Score, Situation, Untimed};

/// How many positions are looked at before a draw is taken or declined: enough to be right, soon enough to be an answer.
pub const DRAW_NODES: u64 = 60_000;

/// Before so many plies, and with so many men on the board, there is still a game to be played.
const EARLY: usize = 20;
const MANY: u32 = 20;

/// Whoever is ahead by more than this plays on.
const AHEAD: Score = Score::Centipawns(10);

/// What is remembered for a judgement, in mebibytes.
const HASH: usize = 2;

/// Whether a side with this score takes a draw, after so many plies and with so many men on the board: not in the opening,
/// and not if it is better.
///
/// ```
/// use engine::{Score, accepts_draw};
/// assert!(accepts_draw(Score::Centipawns(-30), 60, 12));
/// assert!(!accepts_draw(Score::Centipawns(40), 60, 12), "it is better");
/// assert!(!accepts_draw(Score::Centipawns(0), 4, 32), "it is too early");
/// ```
#[must_use]
pub fn accepts_draw(score: Score, plies: usize, men: u32) -> bool {
    let is_opening = plies < EARLY && men > MANY;
    !is_opening && score <= AHEAD
}

/// Whether the computer, on this side, takes a draw here after so many plies. It thinks about that for a moment.
#[must_use]
pub fn takes_draw(situation: &Situation, side: Color, plies: usize) -> bool {
    let position = situation.position();
    let mut engine = Engine::new(Options { hash: HASH, ..Options::default() });
    let score = engine.search(situation, &Limits::nodes(DRAW_NODES), &Untimed, &mut |_| {}).score;
    let score = if position.turn() == side { score } else { score.turned() };
    accepts_draw(score, plies, position.board().occupied().count())
}

#[cfg(test)]
mod tests {
    use rules::Position;

    use super::*;

    #[test]
    fn a_draw_is_taken_by_whoever_is_not_better() {
        let check = |score, plies, men, expected| {
            assert_eq!(accepts_draw(score, plies, men), expected, "{score} after {plies} plies, {men} men");
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
    fn it_is_judged_for_the_side_that_is_asked() {
        let check = |fen: &str, side, expected| {
            let situation = Situation::new(Position::from_fen(fen).unwrap());
            assert_eq!(takes_draw(&situation, side, 60), expected, "{fen} for {side:?}");
        };
        // A rook more, whoever is to move.
        for turn in ["w", "b"] {
            let fen = format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 {turn} - - 0 30");
            check(&fen, Color::White, false);
            check(&fen, Color::Black, true);
        }
    }
}
