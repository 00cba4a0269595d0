//! Offers, claims, confirmations, and why an action is refused.

use game::{Claim, GameError, Offer};
use rules::Color;

use super::{Locale, MessageKey};
use crate::{Confirmation, Problem};

impl Locale {
    /// Label of the button that claims a draw.
    #[must_use]
    pub fn claim(self, claim: Claim) -> &'static str {
        self.text(match claim {
            Claim::Threefold => "claim.threefold",
            Claim::Fifty => "claim.fifty",
        })
    }

    /// Label of the button that claims a draw with the next move, which is announced and not played.
    #[must_use]
    pub fn claim_with_move(self, claim: Claim) -> &'static str {
        self.text(match claim {
            Claim::Threefold => "claim.threefold.with-move",
            Claim::Fifty => "claim.fifty.with-move",
        })
    }

    /// An offer by a side.
    #[must_use]
    pub fn offer(self, by: Color, offer: Offer) -> String {
        let key = match offer {
            Offer::Draw => "offer.draw",
            Offer::Takeback => "offer.takeback",
        };
        self.fill(key, &[("color", &self.color(by))])
    }

    /// A declined offer.
    #[must_use]
    pub fn declined(self, by: Color, offer: Offer) -> String {
        let key = match offer {
            Offer::Draw => "offer.draw.declined",
            Offer::Takeback => "offer.takeback.declined",
        };
        self.fill(key, &[("color", &self.color(by))])
    }

    /// A question that asks for confirmation.
    #[must_use]
    pub fn question(self, question: Confirmation) -> String {
        match question {
            Confirmation::Resign(color) => self.fill("ask.resign", &[("color", &self.color(color))]),
            Confirmation::Abort => self.text("ask.call-off").to_owned(),
            Confirmation::Move(color, m) => {
                self.fill("ask.move", &[("move", &self.announce_move(color, m, None))])
            }
            Confirmation::ReplaceGame => self.message(MessageKey::AskNewGame).to_owned(),
        }
    }

    /// Explains a problem.
    #[must_use]
    pub fn problem(self, problem: &Problem) -> String {
        match problem {
            Problem::RulesetNotStudied => self.club_text("analysis.no-study").to_owned(),
            Problem::RejectedByServer(refusal) => self.server_refusal(*refusal).to_owned(),
            Problem::NotConnected => self.club_text("online.unconnected").to_owned(),
            local => self.local_problem(local),
        }
    }

    /// Explains a problem of a game on one device, from the catalogue `base` only; empty for any other.
    #[must_use]
    pub fn local_problem(self, problem: &Problem) -> String {
        match problem {
            Problem::TypedMove(error) => self.read_move_error(error),
            Problem::NoPremove => self.text("typed.no-such-move").to_owned(),
            Problem::NotYourTurn => self.text("act.not-now").to_owned(),
            Problem::GameRule(error) => self.game_error(error),
            Problem::Fen(error) => self.fen_error(error),
            Problem::Pgn(error) => self.pgn_error(error),
            Problem::EmptyText => self.message(MessageKey::NothingToOpen).to_owned(),
            Problem::OnlyFirstGame => self.text("share.only-first").to_owned(),
            Problem::SaveFile(error) => self.fill("home.saved-broken", &[("line", &error.line)]),
            Problem::InvalidRemoteAction(_) => self.text("act.told").to_owned(),
            Problem::RulesetNotStudied | Problem::RejectedByServer(_) | Problem::NotConnected => {
                String::new()
            }
        }
    }

    /// Explains why an action is not possible now.
    #[must_use]
    pub fn game_error(self, error: &GameError) -> String {
        let key = match *error {
            GameError::GameOver(outcome) => return self.game_over(outcome),
            GameError::Illegal(_) => "act.illegal",
            GameError::InvalidClaim(Claim::Threefold) => "act.wrong-claim.threefold",
            GameError::InvalidClaim(Claim::Fifty) => "act.wrong-claim.fifty",
            GameError::CannotOffer(Offer::Draw) => "act.may-not-offer.draw",
            GameError::CannotOffer(Offer::Takeback) => "act.may-not-offer.takeback",
            GameError::NoOffer(Offer::Draw) => "act.no-offer.draw",
            GameError::NoOffer(Offer::Takeback) => "act.no-offer.takeback",
            GameError::NothingToTakeBack => "act.nothing-to-take-back",
            GameError::TooLateToAbort => "act.too-late-to-abort",
            GameError::NotDecidedByBoard(_) => "act.not-on-the-board",
        };
        self.text(key).to_owned()
    }
}
