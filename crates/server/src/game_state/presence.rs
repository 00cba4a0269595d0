//! Who is connected to a game. Nothing of this lasts.

use std::collections::HashMap;

use game::{Millis, TimeControl, Timestamp};
use protocol::{PlayerId, Seat};
use rules::ByColor;

use super::grace;
use crate::identity::ConnectionId;

/// Who is at the board.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    players: ByColor<PlayerPresence>,
    /// Those without a seat.
    watchers: HashMap<PlayerId, Vec<ConnectionEntry>>,
}

/// A player's place.
#[derive(Clone, Debug)]
struct PlayerPresence {
    connections: Vec<ConnectionEntry>,
    /// Since when there is none; it says nothing while there is one.
    away_since: Timestamp,
    /// Until when somebody who could not come before is not missed; nothing for one who has come.
    excused_until: Option<Timestamp>,
}

/// A browser window or a device. One that comes twice is there once, and one that never came cannot go.
#[derive(Clone, Copy, Debug)]
struct ConnectionEntry {
    connection: ConnectionId,
    /// The round trip as last measured.
    round_trip: Option<Millis>,
}

impl Presence {
    /// Nobody is here yet; from now on one may be missed.
    pub(crate) fn new(now: Timestamp) -> Presence {
        let chair = || PlayerPresence { connections: Vec::new(), away_since: now, excused_until: None };
        Presence { players: ByColor { white: chair(), black: chair() }, watchers: HashMap::new() }
    }

    /// A connection comes, or says once more that it is here. Gives whether that is news.
    pub(crate) fn connect(&mut self, connection: ConnectionId, who: PlayerId, seat: Option<Seat>) -> bool {
        let place = match seat {
            Some(seat) => {
                let chair = &mut self.players[seat.into()];
                chair.excused_until = None;
                &mut chair.connections
            }
            None => self.watchers.entry(who).or_default(),
        };
        let is_new = !place.iter().any(|window| window.connection == connection);
        if is_new {
            place.push(ConnectionEntry { connection, round_trip: None });
        }
        is_new
    }

    /// A connection goes.
    pub(crate) fn disconnect(&mut self, connection: ConnectionId, who: PlayerId, now: Timestamp) {
        for chair in [&mut self.players.white, &mut self.players.black] {
            let before = chair.connections.len();
            chair.connections.retain(|window| window.connection != connection);
            if before > 0 && chair.connections.is_empty() {
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
    pub(crate) fn take_seat(&mut self, who: PlayerId, seat: Seat, now: Timestamp) {
        let windows = self.watchers.remove(&who).unwrap_or_default();
        self.players[seat.into()] =
            PlayerPresence { connections: windows, away_since: now, excused_until: None };
    }

    /// A player has done something: whoever is missed is missed from then on.
    pub(crate) fn mark_active(&mut self, seat: Seat, now: Timestamp) {
        let chair = &mut self.players[seat.into()];
        chair.away_since = chair.away_since.max(now);
    }

    /// Nobody could come before: whoever is missed is missed from this moment on.
    pub(crate) fn excuse_until(&mut self, moment: Timestamp) {
        for seat in Seat::ALL {
            self.mark_active(seat, moment);
            self.players[seat.into()].excused_until = Some(moment);
        }
    }

    /// How long messages take to one of a player's windows, there and back.
    pub(crate) fn set_round_trip(&mut self, connection: ConnectionId, seat: Seat, round_trip: Millis) {
        let windows = &mut self.players[seat.into()].connections;
        if let Some(window) = windows.iter_mut().find(|window| window.connection == connection) {
            window.round_trip = Some(round_trip);
        }
    }

    /// The round trip of a player as far as it is known: to the farthest window, for a move may come from any.
    pub(crate) fn round_trip(&self, seat: Seat) -> Millis {
        let windows = &self.players[seat.into()].connections;
        windows.iter().filter_map(|window| window.round_trip).max().unwrap_or_default()
    }

    /// Whether a player is connected.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        !self.players[seat.into()].connections.is_empty()
    }

    /// Since when a player is not connected, if so.
    pub(crate) fn away_since(&self, seat: Seat) -> Option<Timestamp> {
        let chair = &self.players[seat.into()];
        chair.connections.is_empty().then_some(chair.away_since)
    }

    /// Until when a player who is not connected, and could not be before, is not missed.
    pub(crate) fn excused_until(&self, seat: Seat, now: Timestamp) -> Option<Timestamp> {
        self.players[seat.into()].excused_until.filter(|&until| now < until && !self.is_connected(seat))
    }

    /// Whether nobody is connected.
    pub(crate) fn is_empty(&self) -> bool {
        self.watchers.is_empty() && Seat::ALL.iter().all(|&seat| !self.is_connected(seat))
    }

    /// How many watch, however many windows each has.
    pub(crate) fn watcher_count(&self) -> u32 {
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
        let mut attendance = Presence::new(Timestamp(0));
        let seat = Some(Seat::White);
        attendance.connect(PHONE, ANN, seat);
        attendance.connect(LAPTOP, ANN, seat);
        attendance.disconnect(PHONE, ANN, Timestamp(1_000));
        assert_eq!(attendance.claim_from(Seat::White, &control), None, "another window is open");
        attendance.disconnect(LAPTOP, ANN, Timestamp(2_000));
        assert_eq!(attendance.claim_from(Seat::White, &control), Some(Timestamp(17_000)));
        attendance.connect(PHONE, ANN, seat);
        assert_eq!(attendance.claim_from(Seat::White, &control), None);
    }

    #[test]
    fn a_window_counts_once_however_often_it_comes_and_goes() {
        let mut attendance = Presence::new(Timestamp(0));
        for _ in 0..3 {
            attendance.connect(PHONE, ANN, Some(Seat::White));
            attendance.connect(OTHER, BEA, None);
        }
        attendance.connect(LAPTOP, ANN, Some(Seat::White));
        for _ in 0..3 {
            attendance.disconnect(PHONE, ANN, Timestamp(1));
        }
        assert!(attendance.is_connected(Seat::White), "the laptop never went");
        assert_eq!(attendance.watcher_count(), 1);
        attendance.disconnect(OTHER, BEA, Timestamp(1));
        attendance.disconnect(LAPTOP, ANN, Timestamp(1));
        assert!(attendance.is_empty());
    }

    #[test]
    fn a_move_is_waited_for_from_the_farthest_window() {
        let mut attendance = Presence::new(Timestamp(0));
        attendance.set_round_trip(PHONE, Seat::White, Millis(900));
        assert_eq!(attendance.round_trip(Seat::White), Millis(0), "nobody is there");
        for (connection, round_trip) in [(PHONE, 400), (LAPTOP, 20)] {
            attendance.connect(connection, ANN, Some(Seat::White));
            attendance.set_round_trip(connection, Seat::White, Millis(round_trip));
        }
        assert_eq!(attendance.round_trip(Seat::White), Millis(400));
        attendance.disconnect(PHONE, ANN, Timestamp(1));
        assert_eq!(attendance.round_trip(Seat::White), Millis(20));
    }

    #[test]
    fn a_watcher_who_sits_down_watches_no_more() {
        let mut attendance = Presence::new(Timestamp(0));
        for (connection, who) in [(OTHER, ANN), (PHONE, BEA), (LAPTOP, BEA)] {
            attendance.connect(connection, who, None);
        }
        assert_eq!(attendance.watcher_count(), 2);
        attendance.take_seat(BEA, Seat::Black, Timestamp(0));
        assert_eq!((attendance.watcher_count(), attendance.is_connected(Seat::Black)), (1, true));
        attendance.disconnect(PHONE, BEA, Timestamp(1));
        assert!(attendance.is_connected(Seat::Black), "the other window");
        attendance.disconnect(OTHER, ANN, Timestamp(1));
        attendance.disconnect(LAPTOP, BEA, Timestamp(1));
        assert!(attendance.is_empty());
    }
}
