//! What clients are shown of a game.

use game::{Millis, Offer as GameOffer, Timestamp};
use protocol::{
    BySeat, ClockTimes, GameResult, GameState, OfferKind, PendingOffer, Seat, SeatPresence as Shown,
};
use rules::Color;

use super::{ActiveGame, Presence};

impl ActiveGame {
    /// The game as a whole, its clocks at this moment.
    pub(crate) fn state(&self, now: Timestamp) -> GameState {
        GameState {
            number: self.next_number.saturating_sub(1),
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

    /// Both clocks at a moment; nothing where time is not counted.
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

    /// Who is there of those who play, and from when on the game can be claimed against whoever is not.
    pub(crate) fn player_presence(&self, attendance: &Presence) -> BySeat<Shown> {
        BySeat::new_with(|seat| {
            if attendance.is_connected(seat) || self.is_computer(seat) {
                Shown::Here
            } else {
                Shown::Away { claim: self.claim_from(seat, attendance).map(Into::into) }
            }
        })
    }

    fn offers(&self) -> Vec<PendingOffer> {
        let pending = |offer| self.game.pending(offer).map(Seat::from);
        let all = [
            (OfferKind::Draw, pending(GameOffer::Draw)),
            (OfferKind::Takeback, pending(GameOffer::Takeback)),
            (OfferKind::Rematch, self.rematch_offer),
        ];
        all.into_iter().filter_map(|(offer, seat)| Some(PendingOffer { seat: seat?, offer })).collect()
    }
}
