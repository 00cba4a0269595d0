//! What players ask of each other and of the game, and why it is refused.

use game::{Claim, GameError, Offer};
use rules::Color;

use super::{Phrase, Words};
use crate::{Problem, Question};

impl Words {
    /// The button that claims a draw.
    #[must_use]
    pub fn claim(self, claim: Claim) -> &'static str {
        self.text(match claim {
            Claim::Threefold => "claim.threefold",
            Claim::Fifty => "claim.fifty",
        })
    }

    /// The button that claims a draw with a move that will be announced and not made.
    #[must_use]
    pub fn claim_with_move(self, claim: Claim) -> &'static str {
        self.text(match claim {
            Claim::Threefold => "claim.threefold.with-move",
            Claim::Fifty => "claim.fifty.with-move",
        })
    }

    /// What a side proposes.
    #[must_use]
    pub fn offer(self, by: Color, offer: Offer) -> String {
        let key = match offer {
            Offer::Draw => "offer.draw",
            Offer::Takeback => "offer.takeback",
        };
        self.fill(key, &[("color", &self.color(by))])
    }

    /// What a side has refused.
    #[must_use]
    pub fn declined(self, by: Color, offer: Offer) -> String {
        let key = match offer {
            Offer::Draw => "offer.draw.declined",
            Offer::Takeback => "offer.takeback.declined",
        };
        self.fill(key, &[("color", &self.color(by))])
    }

    /// A question that needs a second word.
    #[must_use]
    pub fn question(self, question: Question) -> String {
        match question {
            Question::Resign(color) => self.fill("ask.resign", &[("color", &self.color(color))]),
            Question::Abort => self.text("ask.call-off").to_owned(),
            Question::Open => self.phrase(Phrase::AskNewGame).to_owned(),
        }
    }

    /// What did not work, and why.
    #[must_use]
    pub fn problem(self, problem: &Problem) -> String {
        match problem {
            Problem::Typed(error) => self.read_move_error(error),
            Problem::NoPremove => self.text("typed.no-such-move").to_owned(),
            Problem::NotNow => self.text("act.not-now").to_owned(),
            Problem::Refused(error) => self.game_error(error),
            Problem::Fen(error) => self.fen_error(error),
            Problem::Pgn(error) => self.pgn_error(error),
            Problem::Nothing => self.phrase(Phrase::NothingToOpen).to_owned(),
            Problem::OnlyFirst => self.text("share.only-first").to_owned(),
            #[cfg(feature = "study")]
            Problem::NoStudy => self.club_text("analysis.no-study").to_owned(),
            Problem::Saved(error) => self.fill("home.saved-broken", &[("line", &error.line)]),
            Problem::Told(_) => self.text("act.told").to_owned(),
            #[cfg(feature = "online")]
            Problem::Denied(refusal) => self.denied(*refusal).to_owned(),
            #[cfg(feature = "online")]
            Problem::Unconnected => self.club_text("online.unconnected").to_owned(),
        }
    }

    /// Why something cannot be done now.
    #[must_use]
    pub fn game_error(self, error: &GameError) -> String {
        let key = match *error {
            GameError::Over(outcome) => return self.over(outcome),
            GameError::Illegal(_) => "act.illegal",
            GameError::WrongClaim(Claim::Threefold) => "act.wrong-claim.threefold",
            GameError::WrongClaim(Claim::Fifty) => "act.wrong-claim.fifty",
            GameError::MayNotOffer(Offer::Draw) => "act.may-not-offer.draw",
            GameError::MayNotOffer(Offer::Takeback) => "act.may-not-offer.takeback",
            GameError::NoOffer(Offer::Draw) => "act.no-offer.draw",
            GameError::NoOffer(Offer::Takeback) => "act.no-offer.takeback",
            GameError::NothingToTakeBack => "act.nothing-to-take-back",
            GameError::TooLateToAbort => "act.too-late-to-abort",
            GameError::NotOnTheBoard(_) => "act.not-on-the-board",
        };
        self.text(key).to_owned()
    }
}
