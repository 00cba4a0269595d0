//! Snapshots for clients.

use game::{Millis, Timestamp};
use protocol::{
    BySeat, ClockTimes, GameResult, GameState, OfferKind, PendingOffer, Seat, SeatPresence as Shown,
};
use rules::Color;

use super::{ActiveGame, Presence};

impl ActiveGame {
    /// Full state, with the clocks at `now`.
    pub(crate) fn state(&self, now: Timestamp) -> GameState {
        GameState {
            number: self.next_number.previous(),
            about: self.about.clone(),
            opened: self.opened.into(),
            seats: BySeat { white: self.seats.white.clone(), black: self.seats.black.clone() },
            moves: self.played.clone(),
            clocks: self.clocks(now),
            first_move_by: self.first_move_by().map(Into::into),
            offers: self.offers(),
            result: self.game.outcome().map(GameResult),
            ratings: self.ratings,
            rematch: self.rematch,
        }
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
