//! Rematches. They count like any other game, for the network of the previous one.

use protocol::{ActionError, OfferKind, PlayerAction, PlayerKind};

use super::actor::GameActor;
use crate::accounts::Identity;
use crate::computer::Reservation;
use crate::games::state::{ActiveGame, GameBuilder, Record, RecordKind};
use crate::limits::OpponentKind;

impl GameActor {
    /// Checks the game limits for a rematch; returns a reservation if the opponent is the computer.
    pub(super) async fn reserve_rematch(
        &self,
        identity: &Identity,
        action: &PlayerAction,
    ) -> Result<Option<Reservation>, ActionError> {
        let (PlayerAction::Offer { offer: OfferKind::Rematch }
        | PlayerAction::Accept { offer: OfferKind::Rematch }) = action
        else {
            return Ok(None);
        };
        let Some(active) = self.state.as_ref() else { return Err(ActionError::Storage) };
        if active.seat_of(identity.id).is_none() {
            return Ok(None); // and will be told so
        }
        let (node, computer) = (&self.node, active.computer_seat());
        if computer.is_none() && !self.has_both_players(active).await? {
            return Err(ActionError::MayNotOffer { offer: OfferKind::Rematch });
        }
        let opponent = if computer.is_some() { OpponentKind::Computer } else { OpponentKind::Person };
        if let Some(from) = node.games_per_network.network_of_game(self.id) {
            node.games_per_network.check(from, opponent)?;
        }
        match computer.map(|seat| active.seats()[seat.other().into()].as_ref().and_then(|person| person.id)) {
            None => node.check_game_limit(identity.id, identity.is_bot).await.map(|()| None),
            Some(Some(person)) => {
                let game = GameBuilder::rematch_id(self.id, &node.secret);
                node.reserve_computer(game, person, identity.is_bot).await.map(Some)
            }
            // The opponent has deleted the account.
            Some(None) => Ok(None),
        }
    }

    /// Returns false if one of the players has deleted the account, perhaps on another node.
    async fn has_both_players(&self, active: &ActiveGame) -> Result<bool, ActionError> {
        let seats = active.seats();
        for seated in [&seats.white, &seats.black].into_iter().flatten() {
            let Some(player) = seated.id else { return Ok(false) };
            if seated.standing != PlayerKind::Account {
                continue;
            }
            let account = self.node.store.account(player).await.map_err(|error| {
                tracing::error!(%error, "reading an account failed");
                ActionError::Storage
            })?;
            if account.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Stores the next game before the old one links to it.
    pub(super) async fn create_rematch(
        &self,
        records: &[Record],
        seat: Option<Reservation>,
    ) -> Result<(), ActionError> {
        let next = records.iter().find_map(|record| match record.kind {
            RecordKind::Rematched { game } => Some(game),
            _ => None,
        });
        match (next, self.state.as_ref()) {
            (Some(next), Some(active)) => {
                let from = self.node.games_per_network.network_of_game(self.id);
                self.node.create_game(GameBuilder::rematch(next, active), from, seat).await
            }
            _ => Ok(()),
        }
    }
}
