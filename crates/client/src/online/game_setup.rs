//! Conversion of the new-game form to a game setup of the protocol.

use game::Ruleset;
use protocol::{FenText, GameSetup, OnlineTimeControl, RatingMode, StartPosition, Visibility};

use crate::GameForm;

impl GameForm {
    /// The setup described by the form: casual and public. `None` if the form is invalid or exceeds the
    /// server's time limits.
    ///
    /// ```
    /// use client::GameForm;
    /// let setup = GameForm::default().game_setup();
    /// assert_eq!(setup.map(|setup| setup.start), Some(protocol::StartPosition::Standard));
    /// ```
    #[must_use]
    pub fn game_setup(&self) -> Option<GameSetup> {
        let local_game = self.start_game(0).ok()?;
        let start = match self.ruleset {
            Ruleset::Standard => StartPosition::Standard,
            Ruleset::Chess960 => StartPosition::Chess960 { number: self.chess960_number.trim().parse().ok() },
            Ruleset::FromPosition => StartPosition::FromPosition {
                fen: FenText::try_from(local_game.game().start().to_string()).ok()?,
            },
            Ruleset::KingCapture => StartPosition::KingCapture { first: self.first.into() },
        };
        let control = OnlineTimeControl::new(*local_game.clock().control()).ok()?;
        Some(GameSetup { start, control, stakes: RatingMode::default(), visibility: Visibility::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_becomes_a_game_setup() {
        let check = |form: GameForm, expected: Option<StartPosition>| {
            assert_eq!(form.game_setup().map(|terms| terms.start), expected, "{form:?}");
        };
        let of = |ruleset| GameForm { ruleset, ..GameForm::default() };
        check(of(Ruleset::Chess960), Some(StartPosition::Chess960 { number: None }));
        let numbered = GameForm { chess960_number: "518".to_owned(), ..of(Ruleset::Chess960) };
        check(numbered, Some(StartPosition::Chess960 { number: Some(518) }));
        check(GameForm { chess960_number: "960".to_owned(), ..of(Ruleset::Chess960) }, None);
        check(of(Ruleset::KingCapture), Some(StartPosition::KingCapture { first: protocol::Seat::Black }));
        check(GameForm { fen: "rubbish".to_owned(), ..of(Ruleset::FromPosition) }, None);
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let expected = StartPosition::FromPosition { fen: FenText::try_from(fen.to_owned()).unwrap() };
        check(GameForm { fen: fen.to_owned(), ..of(Ruleset::FromPosition) }, Some(expected));
    }
}
