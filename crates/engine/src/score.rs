//! Scores as shown to users.

use std::fmt;

use crate::search::value::{MATE, MATE_IN_MAX_PLY};

/// Score of a position for the side to move.
///
/// ```
/// use engine::Score;
/// assert_eq!(Score::Mate(-3).to_string(), "mate -3");
/// assert!(Score::Centipawns(25) < Score::Mate(2));
/// assert!(Score::Mate(-1) < Score::Mate(-2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// In centipawns.
    Centipawns(i32),
    /// Mate in this many moves; negative if the side to move is mated, 0 if it is mated already.
    Mate(i32),
}

/// Win, draw and loss probabilities in permille.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// The side to move wins.
    pub win: u16,
    /// The game is drawn.
    pub draw: u16,
    /// The side to move loses.
    pub loss: u16,
}

impl Score {
    pub(crate) fn from_value(value: i32) -> Score {
        if value > MATE_IN_MAX_PLY {
            Score::Mate((MATE - value + 1) / 2)
        } else if value < -MATE_IN_MAX_PLY {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Centipawns(value)
        }
    }

    /// The score for the other side.
    ///
    /// ```
    /// use engine::Score;
    /// assert_eq!(Score::Mate(-2).negated(), Score::Mate(2));
    /// ```
    #[must_use]
    pub fn negated(self) -> Score {
        match self {
            Score::Centipawns(lead) => Score::Centipawns(-lead),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }

    /// Win, draw and loss probabilities of games with this score when the engine plays both sides.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        let centipawns = match self {
            Score::Mate(moves) if moves > 0 => return Wdl { win: 1000, draw: 0, loss: 0 },
            Score::Mate(_) => return Wdl { win: 0, draw: 0, loss: 1000 },
            Score::Centipawns(centipawns) => f64::from(centipawns),
        };
        let share = |lead: f64| (1000.0 / (1.0 + (-(lead - 110.0) / 75.0).exp())).round() as u16;
        let (win, loss) = (share(centipawns), share(-centipawns));
        Wdl { win, draw: 1000_u16.saturating_sub(win + loss), loss }
    }

    /// Key by which scores are ordered.
    fn sort_key(self) -> (i32, i32) {
        match self {
            Score::Mate(moves) if moves > 0 => (1, -moves),
            Score::Mate(moves) => (-1, -moves),
            Score::Centipawns(centipawns) => (0, centipawns),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> std::cmp::Ordering {
        self.sort_key().cmp(&other.sort_key())
    }
}

/// UCI notation: `cp 25`, `mate -3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::mated_in;

    #[test]
    fn mate_scores_count_moves_not_plies() {
        let check = |value: i32, expected: Score| assert_eq!(Score::from_value(value), expected);
        check(MATE - 1, Score::Mate(1));
        check(MATE - 3, Score::Mate(2));
        check(MATE - 4, Score::Mate(2));
        check(mated_in(0), Score::Mate(0));
        check(mated_in(2), Score::Mate(-1));
        check(mated_in(4), Score::Mate(-2));
        check(-17, Score::Centipawns(-17));
    }

    #[test]
    fn scores_order_by_side_to_move() {
        let ascending =
            [Score::Mate(0), Score::Mate(-1), Score::Mate(-9), Score::Centipawns(-900), Score::Centipawns(3)];
        assert!(ascending.is_sorted());
        assert!(Score::Mate(5) < Score::Mate(1));
        assert!(Score::Centipawns(3) < Score::Mate(5));
    }

    #[test]
    fn wdl_sums_to_one_thousand() {
        for centipawns in -3000..3000 {
            let Wdl { win, draw, loss } = Score::Centipawns(centipawns).wdl();
            assert!((win + draw + loss).abs_diff(1000) <= 1, "{centipawns}: {win} {draw} {loss}");
        }
        assert!(Score::Centipawns(300).wdl().win > 800);
        assert!(Score::Centipawns(0).wdl().draw > 500);
    }
}
