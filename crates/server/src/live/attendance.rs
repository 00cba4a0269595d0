//! Who is connected to a game. Nothing of this lasts.

use std::collections::HashMap;

use game::{Millis, TimeControl, Timestamp};
use protocol::{PlayerId, Seat};
use rules::ByColor;

use super::grace;
use crate::visitor::ConnectionId;

/// Who is at the board.
#[derive(Clone, Debug)]
pub(crate) struct Attendance {
    players: ByColor<Chair>,
    /// Those without a seat.
    watchers: HashMap<PlayerId, Vec<Window>>,
}

/// A player's place.
#[derive(Clone, Debug)]
struct Chair {
    windows: Vec<Window>,
    /// Since when there is none; it says nothing while there is one.
    away_since: Timestamp,
    /// Until when somebody who could not come before is not missed; nothing for one who has come.
    expected_until: Option<Timestamp>,
}

/// A browser window or a device. One that comes twice is there once, and one that never came cannot go.
#[derive(Clone, Copy, Debug)]
struct Window {
    connection: ConnectionId,
    /// The round trip as last measured.
    round_trip: Option<Millis>,
}

impl Attendance {
    /// Nobody is here yet; from now on one may be missed.
    pub(crate) fn new(now: Timestamp) -> Attendance {
        let chair = || Chair { windows: Vec::new(), away_since: now, expected_until: None };
        Attendance { players: ByColor { white: chair(), black: chair() }, watchers: HashMap::new() }
    }

    /// A connection comes, or says once more that it is here. Gives whether that is news.
    pub(crate) fn come(&mut self, connection: ConnectionId, who: PlayerId, seat: Option<Seat>) -> bool {
        let place = match seat {
            Some(seat) => {
                let chair = &mut self.players[seat.into()];
                chair.expected_until = None;
                &mut chair.windows
            }
            None => self.watchers.entry(who).or_default(),
        };
        let is_new = !place.iter().any(|window| window.connection == connection);
        if is_new {
            place.push(Window { connection, round_trip: None });
        }
        is_new
    }

    /// A connection goes.
    pub(crate) fn go(&mut self, connection: ConnectionId, who: PlayerId, now: Timestamp) {
        for chair in [&mut self.players.white, &mut self.players.black] {
            let before = chair.windows.len();
            chair.windows.retain(|window| window.connection != connection);
            if before > 0 && chair.windows.is_empty() {
                chair.away_since = now;
            }
        }
        if let Some(windows) = self.watchers.get_mut(&who) {
            windows.retain(|window| window.connection != connection);
            if windows.is_empty() {
                self.watchers.remove(&who);
            }
        }
    }

    /// One who was watching has sat down, or is only now missed there.
    pub(crate) fn sit(&mut self, who: PlayerId, seat: Seat, now: Timestamp) {
        let windows = self.watchers.remove(&who).unwrap_or_default();
        self.players[seat.into()] = Chair { windows, away_since: now, expected_until: None };
    }

    /// A player has done something: whoever is missed is missed from then on.
    pub(crate) fn seen(&mut self, seat: Seat, now: Timestamp) {
        let chair = &mut self.players[seat.into()];
        chair.away_since = chair.away_since.max(now);
    }

    /// Nobody could come before: whoever is missed is missed from this moment on.
    pub(crate) fn expect_from(&mut self, moment: Timestamp) {
        for seat in Seat::ALL {
            self.seen(seat, moment);
            self.players[seat.into()].expected_until = Some(moment);
        }
    }

    /// How long messages take to one of a player's windows, there and back.
    pub(crate) fn measure(&mut self, connection: ConnectionId, seat: Seat, round_trip: Millis) {
        let windows = &mut self.players[seat.into()].windows;
        if let Some(window) = windows.iter_mut().find(|window| window.connection == connection) {
            window.round_trip = Some(round_trip);
        }
    }

    /// The round trip of a player as far as it is known: to the farthest window, for a move may come from any.
    pub(crate) fn round_trip(&self, seat: Seat) -> Millis {
        let windows = &self.players[seat.into()].windows;
        windows.iter().filter_map(|window| window.round_trip).max().unwrap_or_default()
    }

    /// Whether a player is connected.
    pub(crate) fn is_here(&self, seat: Seat) -> bool {
        !self.players[seat.into()].windows.is_empty()
    }

    /// Since when a player is not connected, if so.
    pub(crate) fn away_since(&self, seat: Seat) -> Option<Timestamp> {
        let chair = &self.players[seat.into()];
        chair.windows.is_empty().then_some(chair.away_since)
    }

    /// Until when a player who is not connected, and could not be before, is not missed.
    pub(crate) fn expected_until(&self, seat: Seat, now: Timestamp) -> Option<Timestamp> {
        self.players[seat.into()].expected_until.filter(|&until| now < until && !self.is_here(seat))
    }

    /// Whether nobody is connected.
    pub(crate) fn is_empty(&self) -> bool {
        self.watchers.is_empty() && Seat::ALL.iter().all(|&seat| !self.is_here(seat))
    }

    /// How many watch, however many windows each has.
    pub(crate) fn watchers(&self) -> u32 {
        self.watchers.len() as u32
    }

    /// From when on the other player may claim the game; never for one who is here.
    pub(crate) fn claim_from(&self, seat: Seat, control: &TimeControl) -> Option<Timestamp> {
        Some(self.away_since(seat)? + grace::absence(control)?)
    }
}

#[cfg(test)]
mod tests {
    use game::{Allowance, Bonus};

    use super::*;

    const ANN: PlayerId = PlayerId::from_bits(1);
    const BEA: PlayerId = PlayerId::from_bits(2);

    const PHONE: ConnectionId = ConnectionId(1);
    const LAPTOP: ConnectionId = ConnectionId(2);
    const OTHER: ConnectionId = ConnectionId(3);

    #[test]
    fn grace_begins_when_the_last_connection_goes() {
        let control = TimeControl::same(Allowance::new(Millis::minutes(1), Bonus::None).unwrap());
        let mut attendance = Attendance::new(Timestamp(0));
        let seat = Some(Seat::White);
        attendance.come(PHONE, ANN, seat);
        attendance.come(LAPTOP, ANN, seat);
        attendance.go(PHONE, ANN, Timestamp(1_000));
        assert_eq!(attendance.claim_from(Seat::White, &control), None, "another window is open");
        attendance.go(LAPTOP, ANN, Timestamp(2_000));
        assert_eq!(attendance.claim_from(Seat::White, &control), Some(Timestamp(17_000)));
        attendance.come(PHONE, ANN, seat);
        assert_eq!(attendance.claim_from(Seat::White, &control), None);
    }

    #[test]
    fn a_window_counts_once_however_often_it_comes_and_goes() {
        let mut attendance = Attendance::new(Timestamp(0));
        for _ in 0..3 {
            attendance.come(PHONE, ANN, Some(Seat::White));
            attendance.come(OTHER, BEA, None);
        }
        attendance.come(LAPTOP, ANN, Some(Seat::White));
        for _ in 0..3 {
            attendance.go(PHONE, ANN, Timestamp(1));
        }
        assert!(attendance.is_here(Seat::White), "the laptop never went");
        assert_eq!(attendance.watchers(), 1);
        attendance.go(OTHER, BEA, Timestamp(1));
        attendance.go(LAPTOP, ANN, Timestamp(1));
        assert!(attendance.is_empty());
    }

    #[test]
    fn a_move_is_waited_for_from_the_farthest_window() {
        let mut attendance = Attendance::new(Timestamp(0));
        attendance.measure(PHONE, Seat::White, Millis(900));
        assert_eq!(attendance.round_trip(Seat::White), Millis(0), "nobody is there");
        for (connection, round_trip) in [(PHONE, 400), (LAPTOP, 20)] {
            attendance.come(connection, ANN, Some(Seat::White));
            attendance.measure(connection, Seat::White, Millis(round_trip));
        }
        assert_eq!(attendance.round_trip(Seat::White), Millis(400));
        attendance.go(PHONE, ANN, Timestamp(1));
        assert_eq!(attendance.round_trip(Seat::White), Millis(20));
    }

    #[test]
    fn a_watcher_who_sits_down_watches_no_more() {
        let mut attendance = Attendance::new(Timestamp(0));
        for (connection, who) in [(OTHER, ANN), (PHONE, BEA), (LAPTOP, BEA)] {
            attendance.come(connection, who, None);
        }
        assert_eq!(attendance.watchers(), 2);
        attendance.sit(BEA, Seat::Black, Timestamp(0));
        assert_eq!((attendance.watchers(), attendance.is_here(Seat::Black)), (1, true));
        attendance.go(PHONE, BEA, Timestamp(1));
        assert!(attendance.is_here(Seat::Black), "the other window");
        attendance.go(OTHER, ANN, Timestamp(1));
        attendance.go(LAPTOP, BEA, Timestamp(1));
        assert!(attendance.is_empty());
    }
}
