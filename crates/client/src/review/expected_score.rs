//! From pawns to chances, and from chances to grades.
//!
//! What counts is how much of the expected result a move throws away. Between people a pawn is worth about a tenth of a
//! point when the game is even, and hardly anything when it is decided.

use game::pgn::EvalScore;
use rules::{Color, Position};

/// What White can expect, from 0 for a loss to 1 for a win.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct ExpectedScore(f64);

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveGrade {
    /// Nothing to say.
    Good,
    /// It cost a little: from a twentieth of a point.
    Inaccuracy,
    /// It cost much: from a tenth.
    Mistake,
    /// It cost the game or half of it: from three twentieths.
    Blunder,
}

/// So many hundredths of a pawn make a chance of 73 %.
const CENTIPAWN_SCALE: f64 = 270.0;

impl ExpectedScore {
    /// Nobody is ahead.
    pub const EVEN: ExpectedScore = ExpectedScore(0.5);

    /// What a verdict promises.
    #[must_use]
    pub fn of(verdict: EvalScore) -> ExpectedScore {
        ExpectedScore(match verdict {
            EvalScore::Centipawns(centipawns) => {
                1.0 / (1.0 + (-f64::from(centipawns) / CENTIPAWN_SCALE).exp())
            }
            EvalScore::Mate(moves) if moves > 0 => 1.0,
            EvalScore::Mate(_) => 0.0,
        })
    }

    /// How the game has ended, if it has: mated or with no move.
    pub(super) fn of_terminal(position: &Position) -> Option<ExpectedScore> {
        match position.turn() {
            Color::White if position.is_checkmate() => Some(ExpectedScore(0.0)),
            Color::Black if position.is_checkmate() => Some(ExpectedScore(1.0)),
            _ => position.is_stalemate().then_some(ExpectedScore::EVEN),
        }
    }

    /// White's share, from 0 to 1.
    #[must_use]
    pub fn white(self) -> f64 {
        self.0
    }

    /// What a side can expect.
    #[must_use]
    pub fn for_side(self, color: Color) -> f64 {
        match color {
            Color::White => self.0,
            Color::Black => 1.0 - self.0,
        }
    }

    /// How much less a side can expect then; nothing if it is more.
    #[must_use]
    pub fn loss_to(self, then: ExpectedScore, color: Color) -> f64 {
        (self.for_side(color) - then.for_side(color)).max(0.0)
    }
}

impl MoveGrade {
    /// The grades that are worth a mark, the worst first.
    pub const MARKED: [MoveGrade; 3] = [MoveGrade::Blunder, MoveGrade::Mistake, MoveGrade::Inaccuracy];

    /// The grade of a move that costs so much of a point.
    #[must_use]
    pub fn of(loss: f64) -> MoveGrade {
        match loss {
            ..0.05 => MoveGrade::Good,
            ..0.10 => MoveGrade::Inaccuracy,
            ..0.15 => MoveGrade::Mistake,
            _ => MoveGrade::Blunder,
        }
    }

    /// The sign behind a move.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            MoveGrade::Good => "",
            MoveGrade::Inaccuracy => "?!",
            MoveGrade::Mistake => "?",
            MoveGrade::Blunder => "??",
        }
    }

    /// A name for painters; never shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MoveGrade::Good => "good",
            MoveGrade::Inaccuracy => "inaccuracy",
            MoveGrade::Mistake => "mistake",
            MoveGrade::Blunder => "blunder",
        }
    }
}

/// How fast the accuracy of a move falls: one that costs a tenth of a point is two thirds accurate.
const ACCURACY_DECAY: f64 = 4.0;

/// How well moves that cost so much were played, out of 100: the mean of each one's accuracy.
pub(super) fn accuracy(losses: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for loss in losses {
        sum += 100.0 * (-ACCURACY_DECAY * loss).exp();
        count += 1.0;
    }
    (count > 0.0).then_some(sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_map_to_expected_results() {
        let check = |verdict, percent: f64| {
            assert!((ExpectedScore::of(verdict).white() * 100.0 - percent).abs() < 0.6, "{verdict:?}");
        };
        check(EvalScore::Centipawns(0), 50.0);
        check(EvalScore::Centipawns(100), 59.0);
        check(EvalScore::Centipawns(-100), 41.0);
        check(EvalScore::Centipawns(270), 73.0);
        check(EvalScore::Centipawns(900), 96.6);
        check(EvalScore::Mate(3), 100.0);
        check(EvalScore::Mate(-1), 0.0);
    }

    #[test]
    fn loss_is_from_the_movers_view() {
        let (even, ahead) = (ExpectedScore::EVEN, ExpectedScore::of(EvalScore::Centipawns(300)));
        assert!(even.loss_to(ahead, Color::Black) > 0.2);
        assert_eq!(even.loss_to(ahead, Color::White).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn moves_are_graded_by_expected_score_lost() {
        let check = |before: i32, after: i32, grade: MoveGrade| {
            let [before, after] =
                [before, after].map(|pawns| ExpectedScore::of(EvalScore::Centipawns(pawns)));
            assert_eq!(MoveGrade::of(before.loss_to(after, Color::White)), grade);
        };
        check(0, -30, MoveGrade::Good);
        check(0, -70, MoveGrade::Inaccuracy);
        check(0, -120, MoveGrade::Mistake);
        check(0, -300, MoveGrade::Blunder);
        check(1500, 900, MoveGrade::Good);
        check(-900, -1500, MoveGrade::Good);
    }

    #[test]
    fn accuracy_is_the_mean_over_moves() {
        assert_eq!(accuracy([].into_iter()), None);
        assert_eq!(accuracy([0.0, 0.0].into_iter()), Some(100.0));
        let half = accuracy([0.0, 1.0].into_iter()).unwrap();
        assert!((50.0..51.0).contains(&half), "{half}");
    }
}
