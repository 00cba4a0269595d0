//! From pawns to chances, and from chances to grades.
//!
//! What counts is how much of the expected result a move throws away. Between people a pawn is worth about a tenth of a
//! point when the game is even, and hardly anything when it is decided.

use game::pgn::Verdict;
use rules::{Color, Position};

/// What White can expect, from 0 for a loss to 1 for a win.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Chance(f64);

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
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
const SLOPE: f64 = 270.0;

impl Chance {
    /// Nobody is ahead.
    pub const EVEN: Chance = Chance(0.5);

    /// What a verdict promises.
    #[must_use]
    pub fn of(verdict: Verdict) -> Chance {
        Chance(match verdict {
            Verdict::Centipawns(centipawns) => 1.0 / (1.0 + (-f64::from(centipawns) / SLOPE).exp()),
            Verdict::Mate(moves) if moves > 0 => 1.0,
            Verdict::Mate(_) => 0.0,
        })
    }

    /// How the game has ended, if it has: mated or with no move.
    pub(super) fn at_end(position: &Position) -> Option<Chance> {
        match position.turn() {
            Color::White if position.is_checkmate() => Some(Chance(0.0)),
            Color::Black if position.is_checkmate() => Some(Chance(1.0)),
            _ => position.is_stalemate().then_some(Chance::EVEN),
        }
    }

    /// White's share, from 0 to 1.
    #[must_use]
    pub fn white(self) -> f64 {
        self.0
    }

    /// What a side can expect.
    #[must_use]
    pub fn of_side(self, color: Color) -> f64 {
        match color {
            Color::White => self.0,
            Color::Black => 1.0 - self.0,
        }
    }

    /// How much less a side can expect then; nothing if it is more.
    #[must_use]
    pub fn lost(self, then: Chance, color: Color) -> f64 {
        (self.of_side(color) - then.of_side(color)).max(0.0)
    }
}

impl Grade {
    /// The grades that are worth a mark, the worst first.
    pub const MARKED: [Grade; 3] = [Grade::Blunder, Grade::Mistake, Grade::Inaccuracy];

    /// The grade of a move that costs so much of a point.
    #[must_use]
    pub fn of(loss: f64) -> Grade {
        match loss {
            ..0.05 => Grade::Good,
            ..0.10 => Grade::Inaccuracy,
            ..0.15 => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }

    /// The sign behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Grade::Good => "",
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }

    /// A name for painters; never shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// How fast the accuracy of a move falls: one that costs a tenth of a point is two thirds accurate.
const SEVERITY: f64 = 4.0;

/// How well moves that cost so much were played, out of 100: the mean of each one's accuracy.
pub(super) fn accuracy(losses: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for loss in losses {
        sum += 100.0 * (-SEVERITY * loss).exp();
        count += 1.0;
    }
    (count > 0.0).then_some(sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ahead_can_expect_more() {
        let check = |verdict, percent: f64| {
            assert!((Chance::of(verdict).white() * 100.0 - percent).abs() < 0.6, "{verdict:?}");
        };
        check(Verdict::Centipawns(0), 50.0);
        check(Verdict::Centipawns(100), 59.0);
        check(Verdict::Centipawns(-100), 41.0);
        check(Verdict::Centipawns(270), 73.0);
        check(Verdict::Centipawns(900), 96.6);
        check(Verdict::Mate(3), 100.0);
        check(Verdict::Mate(-1), 0.0);
    }

    #[test]
    fn what_is_lost_is_counted_for_the_side_that_moved() {
        let (even, ahead) = (Chance::EVEN, Chance::of(Verdict::Centipawns(300)));
        assert!(even.lost(ahead, Color::Black) > 0.2);
        assert_eq!(even.lost(ahead, Color::White).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn grades() {
        let check = |before: i32, after: i32, grade: Grade| {
            let [before, after] = [before, after].map(|pawns| Chance::of(Verdict::Centipawns(pawns)));
            assert_eq!(Grade::of(before.lost(after, Color::White)), grade);
        };
        check(0, -30, Grade::Good);
        check(0, -70, Grade::Inaccuracy);
        check(0, -120, Grade::Mistake);
        check(0, -300, Grade::Blunder);
        check(1500, 900, Grade::Good);
        check(-900, -1500, Grade::Good);
    }

    #[test]
    fn accuracy_is_a_mean() {
        assert_eq!(accuracy([].into_iter()), None);
        assert_eq!(accuracy([0.0, 0.0].into_iter()), Some(100.0));
        let half = accuracy([0.0, 1.0].into_iter()).unwrap();
        assert!((50.0..51.0).contains(&half), "{half}");
    }
}
