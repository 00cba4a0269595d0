//! State of one game, independent of sockets, wall clock and disk.
//!
//! Everything durable is a [`Record`] in the game's log. [`ActiveGame::decide`] turns a command into records
//! or an error without changing anything; [`ActiveGame::apply`] applies a record and returns the public
//! event. Replaying a log always yields the same state, so a node may drop a game at any time and load it
//! again.
//!
//! Not durable: who is connected ([`Presence`]) and chat (kept by the game actor).

mod record;
mod apply;
mod decide;
mod dead_position_budget;
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
    ActionId, BySeat, EventNumber, GameEvent, GameId, GameInfo, MoveRecord, PlayerId, PlayerInfo,
    PublicRating, RatingMode, Seat, Visibility,
};
use rules::ByColor;

use crate::config::RatingRules;

pub(crate) use builder::{GameBuilder, assign_seat, start_game};
pub(crate) use computer::{
    DrawOffer, OfferReply, SearchRequest, computer_can_play, computer_can_play_untimed, is_computer,
};
pub(crate) use dead_position_budget::DeadPositionBudget;
pub(crate) use decide::{GameCommand, PlayerCommand};
pub(crate) use grace::RECONNECT_GRACE;
pub(crate) use lag::{LagQuota, UnchargedTime};
pub(crate) use presence::{Presence, RemoteSide};
pub(crate) use record::{ActionKey, Record, RecordKind};
pub(crate) use restore::{RestoreError, extend, restore, restore_archived, to_entry};

/// Events kept for reconnecting clients; a client that missed more gets the full state.
const RECENT_EVENTS: usize = 32;

/// Recent actions kept to recognize retries.
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
    /// Lag quotas before each played move, for takebacks.
    lag_quota_history: Vec<ByColor<LagQuota>>,
    played: Vec<MoveRecord>,
    /// Moves ever made, including those taken back.
    moves_made: u32,
    /// Number of the next record.
    next_number: EventNumber,
    /// Start of the current turn.
    turn_since: Timestamp,
    /// Number of the event that began the turn.
    turn_number: EventNumber,
    /// True if the turn began with the opponent's move, so that a reply takes a round trip.
    began_with_move: bool,
    /// Latest time until which the clock is held for a side to move that has not reconnected after an outage.
    held_until: Option<Timestamp>,
    /// Value of `moves_made` when each side last gave time.
    time_given_at: ByColor<Option<u32>>,
    rematch_offer: Option<Seat>,
    /// Sides that have offered a rematch, whatever the answer.
    rematch_offered: ByColor<bool>,
    rematch: Option<GameId>,
    ratings: Option<BySeat<PublicRating>>,
    events: VecDeque<GameEvent>,
    recent_actions: VecDeque<(ActionKey, EventNumber)>,
}

impl ActiveGame {
    pub(crate) fn about(&self) -> &GameInfo {
        &self.about
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Number of the next record.
    pub(crate) fn next_number(&self) -> EventNumber {
        self.next_number
    }

    /// Moves ever made, including those taken back, so that no ply number is used twice.
    pub(crate) fn moves_made(&self) -> u32 {
        self.moves_made
    }

    /// Time of the last move, or of the start.
    pub(crate) fn turn_since(&self) -> Timestamp {
        self.turn_since
    }

    /// Number of the event that began the turn.
    pub(crate) fn turn_number(&self) -> EventNumber {
        self.turn_number
    }

    pub(crate) fn seats(&self) -> &ByColor<Option<PlayerInfo>> {
        &self.seats
    }

    /// The seat of a player.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let sits = |seat: Seat| {
            let seated = self.seats[seat.into()].as_ref();
            seated.is_some_and(|seated| seated.id == Some(player))
        };
        Seat::ALL.into_iter().find(|&seat| sits(seat))
    }

    /// Returns true if both seats are taken.
    pub(crate) fn has_begun(&self) -> bool {
        self.seats.white.is_some() && self.seats.black.is_some()
    }

    /// Returns true if the game is rated and long enough to count. Private games are not rated.
    pub(crate) fn counts_for_rating(&self, rules: RatingRules) -> bool {
        self.about.stakes == RatingMode::Rated
            && self.about.visibility == Visibility::Public
            && self.game.plies() / 2 >= rules.min_moves as usize
    }

    /// Returns true if both seats are taken and there is no result.
    pub(crate) fn is_in_progress(&self) -> bool {
        self.has_begun() && self.game.outcome().is_none()
    }

    /// The last event number of an action that was already applied.
    pub(crate) fn find_action(&self, seat: Seat, id: ActionId) -> Option<EventNumber> {
        self.recent_actions
            .iter()
            .rev()
            .find(|(key, _)| *key == ActionKey { seat, id })
            .map(|&(_, number)| number)
    }

    /// Events after `number`, if they are still kept.
    pub(crate) fn events_since(&self, number: EventNumber) -> Option<Vec<GameEvent>> {
        let first = number.next();
        let oldest = self.events.front()?.number;
        let known = first >= oldest && first <= self.next_number;
        known.then(|| self.events.iter().filter(|event| event.number >= first).cloned().collect())
    }
}
