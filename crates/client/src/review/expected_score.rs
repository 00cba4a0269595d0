//! Expected score of an evaluation, and grades by the expected score lost.
//!
//! In an even game a pawn is worth about a tenth of a point; in a decided game almost nothing.

use game::pgn::{EvalScore, Nag};
use rules::{Color, Position};

/// White's expected score: 0 for a loss, 1 for a win.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct ExpectedScore(f64);

/// Grade of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveGrade {
    /// A sacrifice that wins.
    Brilliant,
    /// The only move that wins.
    Great,
    /// Less than 0.05 lost.
    Good,
    /// 0.05 to 0.10 lost.
    Inaccuracy,
    /// 0.10 to 0.15 lost.
    Mistake,
    /// 0.15 or more lost.
    Blunder,
}

/// Centipawns that correspond to an expected score of 73 %.
const CENTIPAWN_SCALE: f64 = 270.0;

impl ExpectedScore {
    /// An even position.
    pub const EVEN: ExpectedScore = ExpectedScore(0.5);

    /// Expected score of an evaluation.
    #[must_use]
    pub fn of(evaluation: EvalScore) -> ExpectedScore {
        ExpectedScore(match evaluation {
            EvalScore::Centipawns(centipawns) => {
                1.0 / (1.0 + (-f64::from(centipawns) / CENTIPAWN_SCALE).exp())
            }
            EvalScore::Mate(moves) if moves > 0 => 1.0,
            EvalScore::Mate(_) => 0.0,
        })
    }

    /// Score of a finished game: checkmate or stalemate.
    pub(super) fn of_terminal(position: &Position) -> Option<ExpectedScore> {
        match position.turn() {
            Color::White if position.is_checkmate() => Some(ExpectedScore(0.0)),
            Color::Black if position.is_checkmate() => Some(ExpectedScore(1.0)),
            _ => position.is_stalemate().then_some(ExpectedScore::EVEN),
        }
    }

    /// White's expected score.
    #[must_use]
    pub fn white(self) -> f64 {
        self.0
    }

    /// Expected score of a side.
    #[must_use]
    pub fn for_side(self, color: Color) -> f64 {
        match color {
            Color::White => self.0,
            Color::Black => 1.0 - self.0,
        }
    }

    /// Expected score that a side loses; 0 if it gains.
    #[must_use]
    pub fn loss_to(self, then: ExpectedScore, color: Color) -> f64 {
        (self.for_side(color) - then.for_side(color)).max(0.0)
    }
}

impl MoveGrade {
    /// Grades that are marked, best first.
    pub const MARKED: [MoveGrade; 5] = [
        MoveGrade::Brilliant,
        MoveGrade::Great,
        MoveGrade::Inaccuracy,
        MoveGrade::Mistake,
        MoveGrade::Blunder,
    ];

    /// True for an inaccuracy, a mistake and a blunder.
    #[must_use]
    pub const fn is_mistake(self) -> bool {
        matches!(self, MoveGrade::Inaccuracy | MoveGrade::Mistake | MoveGrade::Blunder)
    }

    /// The NAG of a marked move.
    #[must_use]
    pub const fn nag(self) -> Option<Nag> {
        match self {
            MoveGrade::Brilliant => Some(Nag::BRILLIANT),
            MoveGrade::Great => Some(Nag::GOOD),
            MoveGrade::Good => None,
            MoveGrade::Inaccuracy => Some(Nag::DUBIOUS),
            MoveGrade::Mistake => Some(Nag::MISTAKE),
            MoveGrade::Blunder => Some(Nag::BLUNDER),
        }
    }

    /// The grade for an expected score lost.
    #[must_use]
    pub fn of(loss: f64) -> MoveGrade {
        match loss {
            ..0.05 => MoveGrade::Good,
            ..0.10 => MoveGrade::Inaccuracy,
            ..0.15 => MoveGrade::Mistake,
            _ => MoveGrade::Blunder,
        }
    }

    /// PGN suffix of the move.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self.nag() {
            Some(nag) => match nag.suffix() {
                Some(suffix) => suffix,
                None => "",
            },
            None => "",
        }
    }

    /// Name for style sheets and tests; not shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MoveGrade::Brilliant => "brilliant",
            MoveGrade::Great => "great",
            MoveGrade::Good => "good",
            MoveGrade::Inaccuracy => "inaccuracy",
            MoveGrade::Mistake => "mistake",
            MoveGrade::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_map_to_expected_results() {
        let check = |evaluation, percent: f64| {
            assert!((ExpectedScore::of(evaluation).white() * 100.0 - percent).abs() < 0.6, "{evaluation:?}");
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
}
