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
mod seating;
mod computer;
mod deadline;
mod view;
mod restore;
mod builder;
mod pgn;

mod presence;
mod lag;
mod grace;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use game::{Clock, Game, Timestamp};
use protocol::{
    ActionId, BySeat, GameEvent, GameId, GameInfo, MoveRecord, PlayerId, PlayerInfo, PublicRating, Seat,
};
use rules::ByColor;

pub(crate) use builder::{GameBuilder, assign_seat, start_game};
pub(crate) use computer::{DrawOffer, OfferReply, SearchRequest, computer_can_play, is_computer};
pub(crate) use decide::{GameCommand, PlayerCommand};
pub(crate) use grace::RECONNECT_GRACE;
pub(crate) use lag::LagQuota;
pub(crate) use presence::Presence;
pub(crate) use record::{ActionKey, Record, RecordKind};
pub(crate) use restore::{restore, to_entry};

/// So many events are at hand for those who come back; whoever missed more gets the state.
const RECENT_EVENTS: usize = 32;

/// So many acts of both players are remembered, in case one is sent again.
const RECENT_ACTIONS: usize = 32;

/// A game in memory.
#[derive(Clone, Debug)]
pub(crate) struct ActiveGame {
    id: GameId,
    about: GameInfo,
    opened: Timestamp,
    seats: ByColor<Option<PlayerInfo>>,
    game: Game,
    clock: Clock,
    lag_quotas: ByColor<LagQuota>,
    /// The quotas before each of the moves played, in case they are taken back.
    lag_quota_history: Vec<ByColor<LagQuota>>,
    played: Vec<MoveRecord>,
    /// Moves ever made; those taken back count.
    moves_made: u32,
    /// The number of the next record.
    next_number: u32,
    /// When the present turn began.
    turn_since: Timestamp,
    /// Until when, at most, the clock stands still for the side to move, which has not come back since the server was away.
    held_until: Option<Timestamp>,
    /// The number of moves after which each side last gave the other time.
    time_given_at: ByColor<Option<u32>>,
    rematch_offer: Option<Seat>,
    /// Who has offered a rematch, whatever became of it.
    rematch_offered: ByColor<bool>,
    rematch: Option<GameId>,
    ratings: Option<BySeat<PublicRating>>,
    events: VecDeque<GameEvent>,
    recent_actions: VecDeque<(ActionKey, u32)>,
}

impl ActiveGame {
    /// What is played.
    pub(crate) fn about(&self) -> &GameInfo {
        &self.about
    }

    /// The game itself.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number that the next record will have.
    pub(crate) fn next_number(&self) -> u32 {
        self.next_number
    }

    /// Moves ever made; those taken back count, so that no number comes twice.
    pub(crate) fn moves_made(&self) -> u32 {
        self.moves_made
    }

    /// When the last move was made, or the game began.
    pub(crate) fn turn_since(&self) -> Timestamp {
        self.turn_since
    }

    /// Who sits where.
    pub(crate) fn seats(&self) -> &ByColor<Option<PlayerInfo>> {
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
    pub(crate) fn is_in_progress(&self) -> bool {
        self.has_begun() && self.game.outcome().is_none()
    }

    /// What came of an act that was done before.
    pub(crate) fn find_action(&self, seat: Seat, id: ActionId) -> Option<u32> {
        self.recent_actions
            .iter()
            .rev()
            .find(|(doer, _)| *doer == ActionKey { seat, id })
            .map(|&(_, number)| number)
    }

    /// The events after one, if they are still at hand.
    pub(crate) fn events_since(&self, number: u32) -> Option<Vec<GameEvent>> {
        let first = number.checked_add(1)?;
        let oldest = self.events.front()?.number;
        let known = first >= oldest && first <= self.next_number;
        known.then(|| self.events.iter().filter(|event| event.number >= first).cloned().collect())
    }
}
