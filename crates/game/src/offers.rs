//! What one player proposes to the other.

use rules::{ByColor, Color};

use crate::{Ending, Game, GameError, Outcome};

/// Something the other player has to agree to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offer {
    /// To call the game a draw.
    Draw,
    /// To take back the proposer's last move, and the answer to it if there is one.
    Takeback,
}

impl Offer {
    /// All kinds of offer.
    pub const ALL: [Offer; 2] = [Offer::Draw, Offer::Takeback];
}

/// The offers on the table and those made before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    draw: Proposals,
    takeback: Proposals,
}

/// The offers of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Proposals {
    pending: Option<Color>,
    /// How many plies had been played when a side last offered.
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

    /// A side has moved: it has thereby refused what the other side offered.
    pub(crate) fn moved(&mut self, by: Color) {
        for offer in Offer::ALL {
            let proposals = self.of_mut(offer);
            proposals.pending = proposals.pending.filter(|&proposer| proposer == by);
        }
        // Once one has moved on there is another last move, and another request.
        self.takeback.pending = None;
    }
}

impl Game {
    /// The side whose offer of this kind waits for an answer.
    #[must_use]
    pub fn pending(&self, offer: Offer) -> Option<Color> {
        self.offers.of(offer).pending
    }

    /// Whether a side may make this offer now: the game is on, there is something to offer, and each side has moved once
    /// since it last did. One who is asked the same may always answer by asking: that accepts.
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

    /// A side makes an offer. If the other side has made the same one, both want it and it is accepted.
    ///
    /// # Errors
    /// If the game is over or the side [may not offer](Game::may_offer) this now.
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
    /// If the game is over or there is no such offer.
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

    /// A side refuses the other side's offer. Making a move refuses it as well.
    ///
    /// # Errors
    /// If the game is over or there is no such offer.
    pub fn decline(&mut self, by: Color, offer: Offer) -> Result<(), GameError> {
        self.expect_offer_to(by, offer)?;
        self.offers.of_mut(offer).pending = None;
        Ok(())
    }

    /// How many plies bring a side back to its last move; `None` if it has not moved.
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
