//! An illegal move attempt and its explanation.

use rules::{Bitboard, IllegalMoveReason, Square};

/// An illegal move attempt, shown until the next action of the user.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RejectedMove {
    /// Origin square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// Reason.
    pub reason: IllegalMoveReason,
    /// Sequence number, so that the user interface animates each rejection once.
    pub number: u32,
}

impl RejectedMove {
    /// Squares of the pieces that make the move illegal.
    #[must_use]
    pub fn offending_squares(&self) -> Bitboard {
        self.reason.squares()
    }

    /// Squares of the explanatory lines.
    #[must_use]
    pub fn line_squares(&self) -> Bitboard {
        self.reason.line()
    }

    /// Explanatory lines, each from an offending piece to the square that it attacks or blocks.
    pub fn lines(&self) -> impl Iterator<Item = (Square, Square)> {
        let end = self.reason.line_end();
        let starts = self.offending_squares().into_iter();
        starts.filter_map(move |from| end.filter(|&end| end != from).map(|end| (from, end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn every_line_ends_at_the_king() {
        let check = |fen: &str, from: &str, to: &str, expected: &[&str]| {
            let position: Position = fen.parse().unwrap();
            let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
            let reason = position.explain(from, to, None).unwrap_err();
            let rejected = RejectedMove { from, to, reason, number: 1 };
            let mut lines: Vec<String> = rejected.lines().map(|(from, to)| format!("{from}{to}")).collect();
            lines.sort();
            assert_eq!(lines, expected, "{fen} {reason:?}");
        };
        // The rooks of a double check are on a diagonal with each other.
        check("4r2k/8/8/8/r3K3/8/8/8 w - - 0 1", "e4", "e5", &["e8e5"]);
        check("4r1k1/8/8/8/r3K3/8/8/7R w - - 0 1", "h1", "h2", &["a4e4", "e8e4"]);
        // Attackers on both sides of the target.
        check("7k/8/8/8/8/8/3K4/r6r w - - 0 1", "d2", "d1", &["a1d1", "h1d1"]);
        // A knight and a rook.
        check("7k/8/8/8/3n4/8/r3K3/8 w - - 0 1", "e2", "f2", &["a2f2"]);
        check("7k/8/8/8/3n4/8/r3K3/8 w - - 0 1", "e2", "f3", &["d4f3"]);
        // A pin.
        check("4r2k/8/8/8/4B3/8/8/4K3 w - - 0 1", "e4", "d5", &["e8e1"]);
        // A blocked slider.
        check("7k/8/8/8/8/P7/8/R3K3 w - - 0 1", "a1", "a5", &["a3a1"]);
    }
}
