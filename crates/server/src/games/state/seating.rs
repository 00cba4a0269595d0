//! Decides seat and rematch actions.

use protocol::{ActionError, GameId, OfferKind, PlayerAction, PlayerKind, RatingMode, Seat};

use super::{ActionKey, ActiveGame, PlayerCommand, Record, RecordKind, computer_can_play};

impl ActiveGame {
    pub(super) fn decide_sit(&self, command: &PlayerCommand) -> Result<Vec<Record>, ActionError> {
        if self.game.outcome().is_some() {
            return Err(ActionError::Over);
        }
        let free = Seat::ALL.into_iter().find(|&seat| self.seats[seat.into()].is_none());
        let seat = free.ok_or(ActionError::Full)?;
        if self.about.stakes == RatingMode::Rated && command.player.standing != PlayerKind::Account {
            return Err(ActionError::AccountNeeded);
        }
        Ok(vec![Record { by: Some(ActionKey { seat, id: command.id }), kind: RecordKind::Seated { seat } }])
    }

    /// A rematch needs an offer by one side, and an offer or acceptance by the other.
    pub(super) fn decide_rematch(
        &self,
        seat: Seat,
        action: &PlayerAction,
        rematch_id: GameId,
    ) -> Result<Vec<RecordKind>, ActionError> {
        let offer = OfferKind::Rematch;
        if self.game.outcome().is_none() {
            return Err(ActionError::NotOver);
        }
        if !self.has_begun() {
            return Err(ActionError::NotBegun);
        }
        if self.rematch.is_some() {
            return Err(ActionError::MayNotOffer { offer });
        }
        // Kept games have no clock.
        if self.computer_seat().is_some() && !computer_can_play(&self.about) {
            return Err(ActionError::NotWithComputer);
        }
        match (self.rematch_offer, action) {
            (Some(by), _) if by != seat => Ok(vec![RecordKind::Rematched { game: rematch_id }]),
            // After a refusal the other side has to offer.
            (None, PlayerAction::Offer { .. }) if !self.rematch_offered[seat.into()] => {
                Ok(vec![RecordKind::Offered { seat, offer }])
            }
            (_, PlayerAction::Offer { .. }) => Err(ActionError::MayNotOffer { offer }),
            _ => Err(ActionError::NoOffer { offer }),
        }
    }
}
