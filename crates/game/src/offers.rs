//! Draw offers and takeback requests.

use rules::{ByColor, Color};

use crate::{Ending, Game, GameError, Outcome};

/// An offer that the opponent may accept or decline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offer {
    /// Draw offer.
    Draw,
    /// Request to take back the last move of the proposer, and the reply to it.
    Takeback,
}

impl Offer {
    /// All kinds of offers.
    pub const ALL: [Offer; 2] = [Offer::Draw, Offer::Takeback];
}

/// Pending offers and the time of the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    draw: Proposals,
    takeback: Proposals,
}

/// The offers of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Proposals {
    pending: Option<Color>,
    /// Ply at which each side made its last offer.
    last: ByColor<Option<usize>>,
}

impl Offers {
    fn of(&self, offer: Offer) -> &Proposals {
        match offer {
            Offer::Draw => &self.draw,
            Offer::Takeback => &self.takeback,
        }
    }

    fn of_mut(&mut self, offer: Offer) -> &mut Proposals {
        match offer {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
        }
    }

    /// A side has moved and thereby declined the offers of the other side.
    pub(crate) fn moved(&mut self, by: Color) {
        for offer in Offer::ALL {
            let proposals = self.of_mut(offer);
            proposals.pending = proposals.pending.filter(|&proposer| proposer == by);
        }
        // After any move the request would mean another move.
        self.takeback.pending = None;
    }
}

impl Game {
    /// The side whose offer of this kind is pending.
    #[must_use]
    pub fn pending(&self, offer: Offer) -> Option<Color> {
        self.offers.of(offer).pending
    }

    /// Returns true if a side can make this offer: the game is going on, the offer is possible, and both
    /// sides have moved since its last offer of the kind. It may always answer the same offer of the
    /// opponent, which accepts it.
    #[must_use]
    pub fn may_offer(&self, by: Color, offer: Offer) -> bool {
        let proposals = self.offers.of(offer);
        let has_moved_since = proposals.last[by].is_none_or(|last| self.plies() >= last + 2);
        let is_possible = match offer {
            Offer::Draw => self.plies() > 0,
            Offer::Takeback => self.plies_to_take_back(by).is_some(),
        };
        self.outcome().is_none()
            && (proposals.pending == Some(!by)
                || proposals.pending.is_none() && has_moved_since && is_possible)
    }

    /// A side makes an offer. If the same offer of the other side is pending, it is accepted.
    ///
    /// # Errors
    /// The game is over or the side [cannot make this offer](Game::may_offer) now.
    pub fn offer(&mut self, by: Color, offer: Offer) -> Result<(), GameError> {
        self.check_ongoing()?;
        if !self.may_offer(by, offer) {
            return Err(GameError::CannotOffer(offer));
        }
        if self.pending(offer) == Some(!by) {
            return self.accept(by, offer);
        }
        let plies = self.plies();
        let proposals = self.offers.of_mut(offer);
        proposals.pending = Some(by);
        proposals.last[by] = Some(plies);
        Ok(())
    }

    /// A side accepts the other side's offer.
    ///
    /// # Errors
    /// The game is over or there is no such offer.
    pub fn accept(&mut self, by: Color, offer: Offer) -> Result<(), GameError> {
        self.expect_offer_to(by, offer)?;
        match offer {
            Offer::Draw => self.end(Outcome::without_winner(Ending::Agreement)),
            Offer::Takeback => {
                let plies = self.plies_to_take_back(!by).ok_or(GameError::NothingToTakeBack)?;
                self.take_back(plies)
            }
        }
    }

    /// A side declines the other side's offer. Playing a move declines it as well.
    ///
    /// # Errors
    /// The game is over or there is no such offer.
    pub fn decline(&mut self, by: Color, offer: Offer) -> Result<(), GameError> {
        self.expect_offer_to(by, offer)?;
        self.offers.of_mut(offer).pending = None;
        Ok(())
    }

    /// Number of plies to take back up to the last move of a side; `None` if it has not moved.
    #[must_use]
    pub fn plies_to_take_back(&self, by: Color) -> Option<usize> {
        let plies = if self.turn() == by { 2 } else { 1 };
        (plies <= self.plies()).then_some(plies)
    }

    fn expect_offer_to(&self, by: Color, offer: Offer) -> Result<(), GameError> {
        self.check_ongoing()?;
        if self.pending(offer) == Some(!by) { Ok(()) } else { Err(GameError::NoOffer(offer)) }
    }
}
