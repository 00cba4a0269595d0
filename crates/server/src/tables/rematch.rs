//! One more game of the same two. It counts as any other does, for them and for the network of the one before.

use protocol::{Act, Offer, Refusal};

use super::task::Task;
use crate::computer::Seat;
use crate::live::{Fact, Opening, Record};
use crate::origins::Opponent;
use crate::visitor::Visitor;

impl Task {
    /// Whether there is room for one more game of the two, should this lead to it; if it is one with the computer, a seat
    /// there, to be kept until the game is written down.
    pub(super) async fn room_for_rematch(
        &self,
        visitor: &Visitor,
        act: &Act,
    ) -> Result<Option<Seat>, Refusal> {
        let (Act::Offer { offer: Offer::Rematch } | Act::Accept { offer: Offer::Rematch }) = act else {
            return Ok(None);
        };
        let Some(live) = self.live.as_ref() else { return Err(Refusal::Storage) };
        if live.seat_of(visitor.id).is_none() {
            return Ok(None); // and will be told so
        }
        let (node, computer) = (&self.node, live.computer());
        let opponent = if computer.is_some() { Opponent::Computer } else { Opponent::Person };
        if let Some(from) = node.origins.of(self.id) {
            node.origins.has_room(from, opponent)?;
        }
        match computer.map(|seat| live.seats()[seat.other().into()].as_ref().and_then(|person| person.id)) {
            None => node.has_room(visitor.id).await.map(|()| None),
            Some(Some(person)) => node.computer_seat(Opening::rematch_id(self.id), person).await.map(Some),
            // Whoever has deleted the account cannot play again.
            Some(None) => Ok(None),
        }
    }

    /// The next game of the two is there before the old one says where.
    pub(super) async fn open_rematch(&self, records: &[Record], seat: Option<Seat>) -> Result<(), Refusal> {
        let next = records.iter().find_map(|record| match record.fact {
            Fact::Rematched { game } => Some(game),
            _ => None,
        });
        match (next, self.live.as_ref()) {
            (Some(next), Some(live)) => {
                let from = self.node.origins.of(self.id);
                self.node.create(Opening::rematch(next, live), from, seat).await
            }
            _ => Ok(()),
        }
    }
}
