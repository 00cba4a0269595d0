//! Outcomes, and the bytes that the tables store.

use std::fmt;

/// Distance to mate in half-moves.
pub type Plies = u8;

/// Outcome of a position with best play of both sides, for the side to move. Better outcomes are greater.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move gives mate after this many half-moves, an odd number.
    Win(Plies),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated after this many half-moves, an even number; 0 if it is mate already.
    Loss(Plies),
}

impl Outcome {
    /// The outcome for the other side, one half-move earlier: the value of the move that led here.
    #[must_use]
    pub const fn before_move(self) -> Outcome {
        match self {
            Outcome::Win(plies) => Outcome::Loss(plies.saturating_add(1)),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(plies) => Outcome::Win(plies.saturating_add(1)),
        }
    }

    /// Distance to mate in moves of the winning side; `None` for a draw.
    #[must_use]
    pub const fn moves_to_mate(self) -> Option<u8> {
        match self {
            Outcome::Win(plies) => Some(plies / 2 + 1),
            Outcome::Draw => None,
            Outcome::Loss(plies) => Some(plies / 2),
        }
    }

    /// Rank among outcomes: a quick win is the best, a quick loss the worst.
    const fn rank(self) -> i16 {
        match self {
            Outcome::Win(plies) => 512 - plies as i16,
            Outcome::Draw => 0,
            Outcome::Loss(plies) => plies as i16 - 512,
        }
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// `win in 3`, `draw`, `loss in 2`, counted in moves.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.moves_to_mate()) {
            (Outcome::Win(_), Some(moves)) => write!(f, "win in {moves}"),
            (Outcome::Loss(_), Some(moves)) => write!(f, "loss in {moves}"),
            _ => f.write_str("draw"),
        }
    }
}

/// An entry of a table: 0 for a draw, [`Entry::UNUSED`] for no position, otherwise the distance to mate plus one. Wins are
/// even, losses odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry(pub(crate) u8);

impl Entry {
    /// A draw, or not known yet.
    pub(crate) const DRAW: Entry = Entry(0);
    /// An index that stands for no legal position.
    pub(crate) const UNUSED: Entry = Entry(u8::MAX);

    pub(crate) const fn of(outcome: Outcome) -> Entry {
        match outcome {
            Outcome::Draw => Entry::DRAW,
            Outcome::Win(plies) | Outcome::Loss(plies) => Entry(plies + 1),
        }
    }

    pub(crate) const fn outcome(self) -> Option<Outcome> {
        match self {
            Entry::UNUSED => None,
            Entry::DRAW => Some(Outcome::Draw),
            Entry(byte) if byte.is_multiple_of(2) => Some(Outcome::Win(byte - 1)),
            Entry(byte) => Some(Outcome::Loss(byte - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_outcomes_round_trip() {
        for outcome in [Outcome::Draw, Outcome::Loss(0), Outcome::Win(1), Outcome::Loss(84), Outcome::Win(85)]
        {
            assert_eq!(Entry::of(outcome).outcome(), Some(outcome));
        }
        assert_eq!(Entry::UNUSED.outcome(), None);
    }

    #[test]
    fn quick_wins_and_slow_losses_are_better() {
        let sorted = [Outcome::Loss(0), Outcome::Loss(8), Outcome::Draw, Outcome::Win(9), Outcome::Win(1)];
        assert!(sorted.is_sorted());
    }

    #[test]
    fn distances_are_told_in_moves() {
        let check = |outcome: Outcome, text: &str| assert_eq!(outcome.to_string(), text);
        check(Outcome::Win(1), "win in 1");
        check(Outcome::Win(3), "win in 2");
        check(Outcome::Loss(0), "loss in 0");
        check(Outcome::Loss(2), "loss in 1");
        check(Outcome::Draw, "draw");
    }
}
