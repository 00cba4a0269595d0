//! Outcomes of games.

use std::fmt;

use rules::Color;

/// Winner and ending of a game.
///
/// Winner and ending are consistent: a stalemate has no winner, a checkmate has one.
///
/// ```
/// use hanpan_game::{Ending, Outcome};
/// use hanpan_game::rules::Color;
/// let outcome = Outcome::new(Some(Color::Black), Ending::Resignation).unwrap();
/// assert_eq!((outcome.result(), outcome.ending().name()), ("0-1", "resignation"));
/// assert_eq!(Outcome::new(Some(Color::White), Ending::Stalemate), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    winner: Option<Color>,
    ending: Ending,
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// Checkmate (Article 5.1.1).
    Checkmate,
    /// The opponent resigned (5.1.2).
    Resignation,
    /// The opponent's time ran out (6.9).
    Timeout,
    /// The opponent abandoned the game.
    Abandoned,
    /// The king was captured (King capture ruleset only).
    KingCaptured,
    /// Stalemate (5.2.1).
    Stalemate,
    /// A player claimed threefold repetition (9.2).
    Threefold,
    /// A player claimed the fifty-move rule (9.3).
    Fifty,
    /// Fivefold repetition (9.6.1).
    Fivefold,
    /// Seventy-five-move rule (9.6.2).
    SeventyFive,
    /// Insufficient material, the simplest dead position.
    Insufficient,
    /// Dead position: no series of legal moves leads to checkmate (5.2.2).
    Dead,
    /// Draw by agreement (5.2.3).
    Agreement,
    /// Time ran out, but no series of legal moves lets the opponent checkmate (6.9).
    TimeoutInsufficient,
    /// A player resigned, but no series of legal moves lets the opponent checkmate (5.1.2).
    ResignationInsufficient,
    /// A player abandoned the game, and the opponent called it a draw or could not have won.
    AbandonedDraw,
    /// Aborted before both sides had moved.
    Aborted,
}

impl Outcome {
    /// An outcome, if winner and ending are consistent.
    #[must_use]
    pub const fn new(winner: Option<Color>, ending: Ending) -> Option<Outcome> {
        if winner.is_some() == ending.has_winner() { Some(Outcome { winner, ending }) } else { None }
    }

    /// For endings with a winner.
    pub(crate) fn win(winner: Color, ending: Ending) -> Outcome {
        debug_assert!(ending.has_winner());
        Outcome { winner: Some(winner), ending }
    }

    /// For endings without a winner.
    pub(crate) fn without_winner(ending: Ending) -> Outcome {
        debug_assert!(!ending.has_winner());
        Outcome { winner: None, ending }
    }

    /// The winner, if any.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        self.winner
    }

    /// The ending.
    #[must_use]
    pub const fn ending(self) -> Ending {
        self.ending
    }

    /// Returns true for a draw; an aborted game is not a draw.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        self.winner.is_none() && !matches!(self.ending, Ending::Aborted)
    }

    /// The result in PGN: `1-0`, `0-1`, `1/2-1/2`, and `*` for an aborted game.
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

/// The result in PGN.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.result())
    }
}

impl Ending {
    /// All endings: those with a winner, the draws, the abort.
    pub const ALL: [Ending; 17] = [
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
        Ending::ResignationInsufficient,
        Ending::AbandonedDraw,
        Ending::Aborted,
    ];

    /// Returns true for endings with a winner.
    #[must_use]
    pub const fn has_winner(self) -> bool {
        self as u8 <= Ending::KingCaptured as u8
    }

    /// Returns true for endings that follow from the moves alone, without an action of a player or arbiter.
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
            | Ending::ResignationInsufficient
            | Ending::AbandonedDraw
            | Ending::Aborted => false,
        }
    }

    /// Stable identifier for programs; never shown to players and never changed.
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
            Ending::ResignationInsufficient => "resignation-insufficient",
            Ending::AbandonedDraw => "abandoned-draw",
            Ending::Aborted => "aborted",
        }
    }

    /// Parses a [`name`](Ending::name).
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
        check(None, Ending::ResignationInsufficient, "1/2-1/2");
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
