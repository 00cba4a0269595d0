//! Sitting down, and playing once more.

use protocol::{Act, GameId, Offer, Refusal, Seat, Stakes, Standing};

use super::{Doer, Fact, Live, Record, Wish};

impl Live {
    pub(super) fn sit(&self, wish: &Wish) -> Result<Vec<Record>, Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let free = Seat::ALL.into_iter().find(|&seat| self.seats[seat.into()].is_none());
        let seat = free.ok_or(Refusal::Full)?;
        if self.about.stakes == Stakes::Rated && wish.player.standing != Standing::Account {
            return Err(Refusal::AccountNeeded);
        }
        Ok(vec![Record { by: Some(Doer { seat, id: wish.id }), fact: Fact::Seated { seat } }])
    }

    /// One offers, the other agrees by offering or accepting; then there is another game.
    pub(super) fn rematch(&self, seat: Seat, act: &Act, fresh: GameId) -> Result<Vec<Fact>, Refusal> {
        let offer = Offer::Rematch;
        if self.game.outcome().is_none() {
            return Err(Refusal::NotOver);
        }
        if !self.has_begun() {
            return Err(Refusal::NotBegun);
        }
        if self.rematch.is_some() {
            return Err(Refusal::MayNotOffer { offer });
        }
        match (self.rematch_offer, act) {
            (Some(by), _) if by != seat => Ok(vec![Fact::Rematched { game: fresh }]),
            // Whoever was refused waits for the other to ask.
            (None, Act::Offer { .. }) if !self.rematch_offered[seat.into()] => {
                Ok(vec![Fact::Offered { seat, offer }])
            }
            (_, Act::Offer { .. }) => Err(Refusal::MayNotOffer { offer }),
            _ => Err(Refusal::NoOffer { offer }),
        }
    }
}
