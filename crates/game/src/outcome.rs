//! How a game ended.

use std::fmt;

use rules::Color;

/// Who won and why the game is over.
///
/// Winner and reason always fit together: a stalemate has no winner, a checkmate has one.
///
/// ```
/// use game::{Ending, Outcome};
/// use rules::Color;
/// let outcome = Outcome::new(Some(Color::Black), Ending::Resignation).unwrap();
/// assert_eq!((outcome.result(), outcome.ending().name()), ("0-1", "resignation"));
/// assert_eq!(Outcome::new(Some(Color::White), Ending::Stalemate), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    winner: Option<Color>,
    ending: Ending,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// The king is in check and nothing helps (Article 5.1.1).
    Checkmate,
    /// The opponent resigned (5.1.2).
    Resignation,
    /// The opponent's time ran out (6.9).
    Timeout,
    /// The opponent left and did not come back.
    Abandoned,
    /// The king was taken, which only the King capture ruleset knows.
    KingCaptured,
    /// The side to move is not in check and has no legal move (5.2.1).
    Stalemate,
    /// A player claimed that the position had come up three times (9.2).
    Threefold,
    /// A player claimed fifty moves by each side without a capture or a pawn move (9.3).
    Fifty,
    /// The position came up five times (9.6.1).
    Fivefold,
    /// Seventy-five moves by each side without a capture or a pawn move (9.6.2).
    SeventyFive,
    /// Neither side has the pieces to checkmate: the plain case of a dead position.
    Insufficient,
    /// No series of legal moves leads to checkmate (5.2.2).
    Dead,
    /// The players agreed on a draw (5.2.3).
    Agreement,
    /// Time ran out against a side that no series of legal moves lets checkmate (6.9).
    TimeoutInsufficient,
    /// A player left and did not come back, and the other called it a draw or could not have won.
    AbandonedDraw,
    /// Called off before both sides had moved.
    Aborted,
}

impl Outcome {
    /// An outcome, if winner and reason fit together.
    #[must_use]
    pub const fn new(winner: Option<Color>, ending: Ending) -> Option<Outcome> {
        if winner.is_some() == ending.has_winner() { Some(Outcome { winner, ending }) } else { None }
    }

    /// For endings that have a winner.
    pub(crate) fn win(winner: Color, ending: Ending) -> Outcome {
        debug_assert!(ending.has_winner());
        Outcome { winner: Some(winner), ending }
    }

    /// For endings that have none.
    pub(crate) fn without_winner(ending: Ending) -> Outcome {
        debug_assert!(!ending.has_winner());
        Outcome { winner: None, ending }
    }

    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        self.winner
    }

    /// Why the game is over.
    #[must_use]
    pub const fn ending(self) -> Ending {
        self.ending
    }

    /// Whether the point is shared; an aborted game has no point to share.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        self.winner.is_none() && !matches!(self.ending, Ending::Aborted)
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, and `*` for an aborted game.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match (self.winner, self.ending) {
            (Some(Color::White), _) => "1-0",
            (Some(Color::Black), _) => "0-1",
            (None, Ending::Aborted) => "*",
            (None, _) => "1/2-1/2",
        }
    }
}

/// The result as PGN writes it.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.result())
    }
}

impl Ending {
    /// All endings: first those with a winner, then the draws, then the abort.
    pub const ALL: [Ending; 16] = [
        Ending::Checkmate,
        Ending::Resignation,
        Ending::Timeout,
        Ending::Abandoned,
        Ending::KingCaptured,
        Ending::Stalemate,
        Ending::Threefold,
        Ending::Fifty,
        Ending::Fivefold,
        Ending::SeventyFive,
        Ending::Insufficient,
        Ending::Dead,
        Ending::Agreement,
        Ending::TimeoutInsufficient,
        Ending::AbandonedDraw,
        Ending::Aborted,
    ];

    /// Whether a game that ends so has a winner.
    #[must_use]
    pub const fn has_winner(self) -> bool {
        self as u8 <= Ending::KingCaptured as u8
    }

    /// Whether it comes about by the moves alone: nobody needs to say or decide anything.
    #[must_use]
    pub const fn is_automatic(self) -> bool {
        match self {
            Ending::Checkmate
            | Ending::KingCaptured
            | Ending::Stalemate
            | Ending::Fivefold
            | Ending::SeventyFive
            | Ending::Insufficient
            | Ending::Dead => true,
            Ending::Resignation
            | Ending::Timeout
            | Ending::Abandoned
            | Ending::Threefold
            | Ending::Fifty
            | Ending::Agreement
            | Ending::TimeoutInsufficient
            | Ending::AbandonedDraw
            | Ending::Aborted => false,
        }
    }

    /// The name under which programs know it; never shown to players, never changed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Resignation => "resignation",
            Ending::Timeout => "timeout",
            Ending::Abandoned => "abandoned",
            Ending::KingCaptured => "king-captured",
            Ending::Stalemate => "stalemate",
            Ending::Threefold => "threefold",
            Ending::Fifty => "fifty",
            Ending::Fivefold => "fivefold",
            Ending::SeventyFive => "seventyfive",
            Ending::Insufficient => "insufficient",
            Ending::Dead => "dead",
            Ending::Agreement => "agreement",
            Ending::TimeoutInsufficient => "timeout-insufficient",
            Ending::AbandonedDraw => "abandoned-draw",
            Ending::Aborted => "aborted",
        }
    }

    /// Reads a [`name`](Ending::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.name() == name)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winner_and_ending_are_consistent() {
        for (index, ending) in Ending::ALL.into_iter().enumerate() {
            assert_eq!(ending as usize, index);
            assert_eq!(ending.has_winner(), index < 5, "{ending}");
            assert_eq!(Outcome::new(None, ending).is_some(), index >= 5, "{ending}");
            assert_eq!(Outcome::new(Some(Color::White), ending).is_some(), index < 5, "{ending}");
        }
    }

    #[test]
    fn results() {
        let check = |winner, ending, result| {
            assert_eq!(Outcome::new(winner, ending).map(Outcome::result), Some(result));
        };
        check(Some(Color::White), Ending::Checkmate, "1-0");
        check(Some(Color::Black), Ending::KingCaptured, "0-1");
        check(None, Ending::Dead, "1/2-1/2");
        check(None, Ending::TimeoutInsufficient, "1/2-1/2");
        check(None, Ending::AbandonedDraw, "1/2-1/2");
        check(None, Ending::Aborted, "*");
    }

    #[test]
    fn names_round_trip() {
        for ending in Ending::ALL {
            assert_eq!(Ending::from_name(ending.name()), Some(ending));
        }
        assert_eq!(Ending::from_name("Checkmate"), None);
    }
}
