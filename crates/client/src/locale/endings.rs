//! The status line, results and endings.

use game::{Ending, Outcome, Status};
use rules::Color;

use super::Locale;

impl Locale {
    /// The status line: the side to move and check, or the result and its reason.
    ///
    /// ```
    /// # use client::{Language, Locale};
    /// # use game::{Ending, Outcome, Status};
    /// # use rules::{Color, Square};
    /// let english = Locale::new(Language::English);
    /// let check = Status::Check { turn: Color::White, king: Square::E1 };
    /// assert_eq!(english.status(&check), "WHITE'S TURN | CHECK");
    /// let resigned = Outcome::new(Some(Color::Black), Ending::Resignation).unwrap();
    /// assert_eq!(english.status(&Status::Over(resigned)), "BLACK WINS! | RESIGNATION");
    /// ```
    ///
    /// In King capture the result has no reason, as in the original game.
    #[must_use]
    pub fn status(self, status: &Status) -> String {
        let line = match *status {
            Status::Turn(Color::White) => "status.white.turn",
            Status::Turn(Color::Black) => "status.black.turn",
            Status::Check { turn: Color::White, .. } => "status.white.check",
            Status::Check { turn: Color::Black, .. } => "status.black.check",
            Status::Checkmate { turn: Color::White, .. } => "status.white.checkmate",
            Status::Checkmate { turn: Color::Black, .. } => "status.black.checkmate",
            Status::Over(outcome) if outcome.ending() == Ending::KingCaptured => {
                return self.result(outcome).to_owned();
            }
            Status::Over(outcome) => {
                let (result, reason) = (self.result(outcome), self.text(reason_key(outcome.ending())));
                return self.fill("status.over", &[("result", &result), ("reason", &reason)]);
            }
        };
        self.text(line).to_owned()
    }

    /// The result: "BLACK WINS!", "DRAW".
    #[must_use]
    pub fn result(self, outcome: Outcome) -> &'static str {
        self.text(match outcome.winner() {
            Some(Color::White) => "status.white.wins",
            Some(Color::Black) => "status.black.wins",
            None if outcome.is_draw() => "status.draw",
            None => "status.no-result",
        })
    }

    /// One sentence about the end of the game.
    #[must_use]
    pub fn ending(self, outcome: Outcome) -> String {
        let key = ending_key(outcome.ending());
        match outcome.winner() {
            Some(winner) => {
                let (winner, loser) = (self.color(winner), self.color(!winner));
                self.fill(key, &[("winner", &winner), ("loser", &loser)])
            }
            None => self.text(key).to_owned(),
        }
    }
}

/// The key of the short reason in the status line.
fn reason_key(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "reason.checkmate",
        Ending::Resignation => "reason.resignation",
        Ending::Timeout => "reason.timeout",
        Ending::Abandoned => "reason.abandoned",
        Ending::KingCaptured => "reason.king-captured",
        Ending::Stalemate => "reason.stalemate",
        Ending::Threefold => "reason.threefold",
        Ending::Fifty => "reason.fifty",
        Ending::Fivefold => "reason.fivefold",
        Ending::SeventyFive => "reason.seventyfive",
        Ending::Insufficient => "reason.insufficient",
        Ending::Dead => "reason.dead",
        Ending::Agreement => "reason.agreement",
        Ending::TimeoutInsufficient => "reason.timeout-insufficient",
        Ending::ResignationInsufficient => "reason.resignation-insufficient",
        Ending::AbandonedDraw => "reason.abandoned-draw",
        Ending::Aborted => "reason.aborted",
    }
}

/// The key of the sentence.
fn ending_key(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "ending.checkmate",
        Ending::Resignation => "ending.resignation",
        Ending::Timeout => "ending.timeout",
        Ending::Abandoned => "ending.abandoned",
        Ending::KingCaptured => "ending.king-captured",
        Ending::Stalemate => "ending.stalemate",
        Ending::Threefold => "ending.threefold",
        Ending::Fifty => "ending.fifty",
        Ending::Fivefold => "ending.fivefold",
        Ending::SeventyFive => "ending.seventyfive",
        Ending::Insufficient => "ending.insufficient",
        Ending::Dead => "ending.dead",
        Ending::Agreement => "ending.agreement",
        Ending::TimeoutInsufficient => "ending.timeout-insufficient",
        Ending::ResignationInsufficient => "ending.resignation-insufficient",
        Ending::AbandonedDraw => "ending.abandoned-draw",
        Ending::Aborted => "ending.aborted",
    }
}
