//! One game as the server knows it, without a socket, a clock on the wall or a disk.
//!
//! Everything that lasts is a [`Record`] in the game's log. [`Live::decide`] looks at what somebody wants and says which
//! records come of it, or why none do; it changes nothing. [`Live::apply`] takes a record in and gives the event that
//! everybody may see. The same log always gives the same game: a node can forget a game at any moment and read it again.
//!
//! What does not last is beside it: who is connected ([`Attendance`]) and what is said (`tables`).

mod record;
mod apply;
mod decide;
mod players;
mod computer;
mod deadline;
mod view;
mod restore;
mod open;
mod pgn;

mod attendance;
mod lag;
mod grace;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use game::{Clock, Game, Timestamp};
use protocol::{About, ActId, Both, Event, GameId, Played, Player, PlayerId, Rating, Seat};
use rules::ByColor;

pub(crate) use attendance::Attendance;
pub(crate) use computer::{DrawOffer, Question, Reply, is_computer, plays};
pub(crate) use decide::{Command, Wish};
pub(crate) use grace::RETURN;
pub(crate) use lag::Quota;
pub(crate) use open::{Opening, draw_seat, open};
pub(crate) use record::{Doer, Fact, Record};
pub(crate) use restore::{entry, restore};

/// So many events are at hand for those who come back; whoever missed more gets the state.
const KEPT_EVENTS: usize = 32;

/// So many acts of both players are remembered, in case one is sent again.
const KEPT_ACTS: usize = 32;

/// A game in memory.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    id: GameId,
    about: About,
    opened: Timestamp,
    seats: ByColor<Option<Player>>,
    game: Game,
    clock: Clock,
    quotas: ByColor<Quota>,
    /// The quotas before each of the moves played, in case they are taken back.
    quotas_before: Vec<ByColor<Quota>>,
    played: Vec<Played>,
    /// Moves ever made; those taken back count.
    made: u32,
    /// The number of the next record.
    next: u32,
    /// When the present turn began.
    turn_since: Timestamp,
    /// Until when, at most, the clock stands still for the side to move, which has not come back since the server was away.
    held_until: Option<Timestamp>,
    /// The number of moves after which each side last gave the other time.
    gifts: ByColor<Option<u32>>,
    rematch_offer: Option<Seat>,
    /// Who has offered a rematch, whatever became of it.
    rematch_offered: ByColor<bool>,
    rematch: Option<GameId>,
    ratings: Option<Both<Rating>>,
    events: VecDeque<Event>,
    done: VecDeque<(Doer, u32)>,
}

impl Live {
    /// What is played.
    pub(crate) fn about(&self) -> &About {
        &self.about
    }

    /// The game itself.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number that the next record will have.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// Moves ever made; those taken back count, so that no number comes twice.
    pub(crate) fn made(&self) -> u32 {
        self.made
    }

    /// When the last move was made, or the game began.
    pub(crate) fn turn_since(&self) -> Timestamp {
        self.turn_since
    }

    /// Who sits where.
    pub(crate) fn seats(&self) -> &ByColor<Option<Player>> {
        &self.seats
    }

    /// The seat of somebody.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let sits = |seat: Seat| {
            let sitter = self.seats[seat.into()].as_ref();
            sitter.is_some_and(|sitter| sitter.id == Some(player))
        };
        Seat::ALL.into_iter().find(|&seat| sits(seat))
    }

    /// Whether both seats are taken.
    pub(crate) fn has_begun(&self) -> bool {
        self.seats.white.is_some() && self.seats.black.is_some()
    }

    /// Whether two people are playing.
    pub(crate) fn is_on(&self) -> bool {
        self.has_begun() && self.game.outcome().is_none()
    }

    /// What came of an act that was done before.
    pub(crate) fn done(&self, seat: Seat, id: ActId) -> Option<u32> {
        self.done.iter().rev().find(|(doer, _)| *doer == Doer { seat, id }).map(|&(_, number)| number)
    }

    /// The events after one, if they are still at hand.
    pub(crate) fn events_since(&self, number: u32) -> Option<Vec<Event>> {
        let first = number.checked_add(1)?;
        let oldest = self.events.front()?.number;
        let known = first >= oldest && first <= self.next;
        known.then(|| self.events.iter().filter(|event| event.number >= first).cloned().collect())
    }
}
