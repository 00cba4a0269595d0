//! Snapshots for clients.

use game::{Millis, Timestamp};
use protocol::{
    BySeat, ClockTimes, EventNumber, GameEvent, GameEventKind, GameResult, GameState, MoveRecord, OfferKind,
    PendingOffer, Seat, SeatPresence as Shown, Visibility,
};
use rules::Color;

use super::{ActiveGame, Presence};

/// Moves whose times are in the full state, the latest ones; earlier moves come without times. Ten times the longest
/// games people play, and a game of any length that the rules allow still fits the write buffer.
const MAX_TIMED_MOVES: usize = 1_000;

impl ActiveGame {
    /// Full state for a player or a watcher. Watchers of a private game see no link to the players' other games.
    pub(crate) fn state_for(&self, viewer: Option<Seat>, now: Timestamp) -> GameState {
        let mut state = self.state(now);
        if self.hides_links_from(viewer) {
            (state.rematch, state.about.rematch_of) = (None, None);
        }
        state
    }

    /// Events after `since` for a player or a watcher; `None` if they are not kept any more or tell something that the
    /// viewer may not know.
    pub(crate) fn events_for(&self, viewer: Option<Seat>, since: EventNumber) -> Option<Vec<GameEvent>> {
        let events = self.events_since(since)?;
        (!self.hides_links_from(viewer) || !events.iter().any(links_to_rematch)).then_some(events)
    }

    /// Returns true if the events are not the same for players and watchers.
    pub(crate) fn depends_on_viewer(&self, events: &[GameEvent]) -> bool {
        self.hides_links_from(None) && events.iter().any(links_to_rematch)
    }

    /// The link to a private game does not admit to the rematch, or back to the game before.
    fn hides_links_from(&self, viewer: Option<Seat>) -> bool {
        viewer.is_none() && self.about.visibility == Visibility::Private
    }

    /// Full state, with the clocks at `now`.
    pub(crate) fn state(&self, now: Timestamp) -> GameState {
        GameState {
            number: self.next_number.previous(),
            about: self.about.clone(),
            opened: self.opened.into(),
            seats: BySeat { white: self.seats.white.clone(), black: self.seats.black.clone() },
            moves: self.listed_moves(),
            clocks: self.clocks(now),
            first_move_by: self.first_move_by().map(Into::into),
            offers: self.offers(),
            result: self.game.outcome().map(GameResult),
            ratings: self.ratings,
            rematch: self.rematch,
        }
    }

    fn listed_moves(&self) -> Vec<MoveRecord> {
        let untimed = self.played.len().saturating_sub(MAX_TIMED_MOVES);
        let (early, late) = self.played.split_at(untimed);
        let early =
            early.iter().map(|played| MoveRecord { uci: played.uci, spent: None, lag: None, left: None });
        early.chain(late.iter().cloned()).collect()
    }

    /// Both clocks at `now`; `None` without a clock.
    pub(crate) fn clocks(&self, now: Timestamp) -> Option<ClockTimes> {
        let running = self.clock.turn().filter(|_| self.clock.is_running());
        let delay = self.clock.delay_left(now);
        Some(ClockTimes {
            white: self.clock.left(Color::White, now)?.into(),
            black: self.clock.left(Color::Black, now)?.into(),
            running: running.map(Seat::from),
            delay: (running.is_some() && delay > Millis::ZERO).then(|| delay.into()),
        })
    }

    /// Presence of both players, and from when the game can be claimed.
    pub(crate) fn player_presence(&self, presence: &Presence) -> BySeat<Shown> {
        BySeat::new_with(|seat| {
            if presence.is_connected(seat) || self.is_computer(seat) {
                Shown::Here
            } else {
                Shown::Away { claim: self.claim_from(seat, presence).map(Into::into) }
            }
        })
    }

    fn offers(&self) -> Vec<PendingOffer> {
        let pending = |offer| self.game.pending(offer).map(Seat::from);
        let all = [
            (OfferKind::Draw, pending(game::Offer::Draw)),
            (OfferKind::Takeback, pending(game::Offer::Takeback)),
            (OfferKind::Rematch, self.rematch_offer),
        ];
        all.into_iter().filter_map(|(offer, seat)| Some(PendingOffer { seat: seat?, offer })).collect()
    }
}

fn links_to_rematch(event: &GameEvent) -> bool {
    matches!(event.kind, GameEventKind::Rematched { .. })
}
