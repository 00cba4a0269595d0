//! One more game of the same two. It counts as any other does, for them and for the network of the one before.

use protocol::{ActionError, OfferKind, PlayerAction};

use super::actor::GameActor;
use crate::computer::Reservation;
use crate::game_state::{GameBuilder, Record, RecordKind};
use crate::games_per_network::OpponentKind;
use crate::identity::Identity;

impl GameActor {
    /// Whether there is room for one more game of the two, should this lead to it; if it is one with the computer, a seat
    /// there, to be kept until the game is written down.
    pub(super) async fn reserve_rematch(
        &self,
        visitor: &Identity,
        act: &PlayerAction,
    ) -> Result<Option<Reservation>, ActionError> {
        let (PlayerAction::Offer { offer: OfferKind::Rematch }
        | PlayerAction::Accept { offer: OfferKind::Rematch }) = act
        else {
            return Ok(None);
        };
        let Some(live) = self.state.as_ref() else { return Err(ActionError::Storage) };
        if live.seat_of(visitor.id).is_none() {
            return Ok(None); // and will be told so
        }
        let (node, computer) = (&self.node, live.computer_seat());
        let opponent = if computer.is_some() { OpponentKind::Computer } else { OpponentKind::Person };
        if let Some(from) = node.games_per_network.network_of_game(self.id) {
            node.games_per_network.check(from, opponent)?;
        }
        match computer.map(|seat| live.seats()[seat.other().into()].as_ref().and_then(|person| person.id)) {
            None => node.check_game_limit(visitor.id).await.map(|()| None),
            Some(Some(person)) => {
                node.reserve_computer(GameBuilder::rematch_id(self.id), person).await.map(Some)
            }
            // Whoever has deleted the account cannot play again.
            Some(None) => Ok(None),
        }
    }

    /// The next game of the two is there before the old one says where.
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
            (Some(next), Some(live)) => {
                let from = self.node.games_per_network.network_of_game(self.id);
                self.node.create_game(GameBuilder::rematch(next, live), from, seat).await
            }
            _ => Ok(()),
        }
    }
}
