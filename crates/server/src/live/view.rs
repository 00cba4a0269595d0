//! What clients are shown of a game.

use game::{Millis, Offer as GameOffer, Timestamp};
use protocol::{Attendance as Shown, Both, Clocks, GameResult, GameState, Offer, Offered, Seat};
use rules::Color;

use super::{Attendance, Live};

impl Live {
    /// The game as a whole, its clocks at this moment.
    pub(crate) fn state(&self, now: Timestamp) -> GameState {
        GameState {
            number: self.next.saturating_sub(1),
            about: self.about.clone(),
            opened: self.opened.into(),
            seats: Both { white: self.seats.white.clone(), black: self.seats.black.clone() },
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
    pub(crate) fn clocks(&self, now: Timestamp) -> Option<Clocks> {
        let running = self.clock.turn().filter(|_| self.clock.is_running());
        let delay = self.clock.delay_left(now);
        Some(Clocks {
            white: self.clock.left(Color::White, now)?.into(),
            black: self.clock.left(Color::Black, now)?.into(),
            running: running.map(Seat::from),
            delay: (running.is_some() && delay > Millis::ZERO).then(|| delay.into()),
        })
    }

    /// Who is there of those who play, and from when on the game can be claimed against whoever is not.
    pub(crate) fn presence(&self, attendance: &Attendance) -> Both<Shown> {
        Both::new_with(|seat| {
            if attendance.is_here(seat) || self.is_computer(seat) {
                Shown::Here
            } else {
                Shown::Away { claim: self.claim_from(seat, attendance).map(Into::into) }
            }
        })
    }

    fn offers(&self) -> Vec<Offered> {
        let pending = |offer| self.game.pending(offer).map(Seat::from);
        let all = [
            (Offer::Draw, pending(GameOffer::Draw)),
            (Offer::Takeback, pending(GameOffer::Takeback)),
            (Offer::Rematch, self.rematch_offer),
        ];
        all.into_iter().filter_map(|(offer, seat)| Some(Offered { seat: seat?, offer })).collect()
    }
}
