//! Whether the computer takes a draw that is offered.

use engine::Score;

/// Before so many plies, and with so many men on the board, there is still a game to be played.
const EARLY: usize = 20;
const MANY: u32 = 20;

/// Whoever is ahead by more than this plays on.
const AHEAD: Score = Score::Centipawns(10);

/// Whether a side with this score takes it: not in the opening, and not if it is better.
pub(super) fn accepts(score: Score, plies: usize, men: u32) -> bool {
    let is_opening = plies < EARLY && men > MANY;
    !is_opening && score <= AHEAD
}

/// What a score for one side is for the other.
pub(super) fn turned(score: Score) -> Score {
    match score {
        Score::Centipawns(lead) => Score::Centipawns(-lead),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_taken_by_whoever_is_not_better() {
        let check = |score, plies, men, expected| {
            assert_eq!(accepts(score, plies, men), expected, "{score} after {plies} plies, {men} men");
        };
        check(Score::Centipawns(0), 60, 12, true);
        check(Score::Centipawns(-300), 60, 12, true);
        check(Score::Mate(-4), 60, 12, true);
        check(Score::Centipawns(40), 60, 12, false);
        check(Score::Mate(3), 60, 12, false);
        check(Score::Centipawns(0), 4, 32, false);
        check(Score::Centipawns(0), 0, 4, true);
        assert_eq!(turned(Score::Mate(-2)), Score::Mate(2));
    }
}
