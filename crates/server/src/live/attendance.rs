//! Who is connected to a game. Nothing of this lasts.

use std::collections::HashMap;

use game::{Millis, TimeControl, Timestamp};
use protocol::{Attendance as Shown, Both, PlayerId, Seat};
use rules::ByColor;

use super::grace;

/// Who is at the board.
#[derive(Clone, Debug)]
pub(crate) struct Attendance {
    players: ByColor<Chair>,
    /// Those without a seat, with their connections.
    watchers: HashMap<PlayerId, u32>,
}

/// A player's connections.
#[derive(Clone, Copy, Debug)]
struct Chair {
    /// Browser windows and devices.
    connections: u32,
    /// Since when there is none; it says nothing while there is one.
    away_since: Timestamp,
    /// The round trip as last measured.
    round_trip: Option<Millis>,
}

impl Attendance {
    /// Nobody is here yet; from now on one may be missed.
    pub(crate) fn new(now: Timestamp) -> Attendance {
        let chair = Chair { connections: 0, away_since: now, round_trip: None };
        Attendance { players: ByColor { white: chair, black: chair }, watchers: HashMap::new() }
    }

    /// A connection comes.
    pub(crate) fn come(&mut self, who: PlayerId, seat: Option<Seat>) {
        match seat {
            Some(seat) => self.players[seat.into()].connections += 1,
            None => *self.watchers.entry(who).or_default() += 1,
        }
    }

    /// A connection goes.
    pub(crate) fn go(&mut self, who: PlayerId, seat: Option<Seat>, now: Timestamp) {
        match seat {
            Some(seat) => {
                let chair = &mut self.players[seat.into()];
                chair.connections = chair.connections.saturating_sub(1);
                if chair.connections == 0 {
                    chair.away_since = now;
                }
            }
            None => {
                if let Some(connections) = self.watchers.get_mut(&who) {
                    *connections = connections.saturating_sub(1);
                }
                self.watchers.retain(|_, &mut connections| connections > 0);
            }
        }
    }

    /// One who was watching has sat down, or is only now missed there.
    pub(crate) fn sit(&mut self, who: PlayerId, seat: Seat, now: Timestamp) {
        let connections = self.watchers.remove(&who).unwrap_or(0);
        let chair = &mut self.players[seat.into()];
        *chair = Chair { connections, away_since: now, ..*chair };
    }

    /// A player has done something: whoever is missed is missed from then on.
    pub(crate) fn seen(&mut self, seat: Seat, now: Timestamp) {
        let chair = &mut self.players[seat.into()];
        chair.away_since = chair.away_since.max(now);
    }

    /// How long a player's messages take, there and back.
    pub(crate) fn measure(&mut self, seat: Seat, round_trip: Millis) {
        self.players[seat.into()].round_trip = Some(round_trip);
    }

    /// The round trip of a player, as far as it is known.
    pub(crate) fn round_trip(&self, seat: Seat) -> Millis {
        self.players[seat.into()].round_trip.unwrap_or_default()
    }

    /// Whether a player is connected.
    pub(crate) fn is_here(&self, seat: Seat) -> bool {
        self.players[seat.into()].connections > 0
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
        let chair = self.players[seat.into()];
        let grace = grace::absence(control)?;
        (chair.connections == 0).then_some(chair.away_since + grace)
    }

    /// What everybody is told about the players of a game that is on, and from when on it can be claimed.
    pub(crate) fn shown(&self, claim: impl Fn(Seat) -> Option<Timestamp>) -> Both<Shown> {
        Both::new_with(|seat| {
            if self.is_here(seat) { Shown::Here } else { Shown::Away { claim: claim(seat).map(Into::into) } }
        })
    }
}

#[cfg(test)]
mod tests {
    use game::{Allowance, Bonus};
    use protocol::Moment;

    use super::*;

    const ANN: PlayerId = PlayerId::from_bits(1);
    const BEA: PlayerId = PlayerId::from_bits(2);

    #[test]
    fn grace_begins_when_the_last_connection_goes() {
        let control = TimeControl::same(Allowance::new(Millis::minutes(1), Bonus::None).unwrap());
        let mut attendance = Attendance::new(Timestamp(0));
        let seat = Some(Seat::White);
        attendance.come(ANN, seat);
        attendance.come(ANN, seat);
        attendance.go(ANN, seat, Timestamp(1_000));
        assert_eq!(attendance.claim_from(Seat::White, &control), None, "another window is open");
        attendance.go(ANN, seat, Timestamp(2_000));
        assert_eq!(attendance.claim_from(Seat::White, &control), Some(Timestamp(17_000)));
        let shown =
            |attendance: &Attendance| attendance.shown(|seat| attendance.claim_from(seat, &control)).white;
        assert_eq!(shown(&attendance), Shown::Away { claim: Some(Moment(17_000)) });
        attendance.come(ANN, seat);
        assert_eq!(shown(&attendance), Shown::Here);
    }

    #[test]
    fn a_watcher_who_sits_down_watches_no_more() {
        let mut attendance = Attendance::new(Timestamp(0));
        for who in [ANN, BEA, BEA] {
            attendance.come(who, None);
        }
        assert_eq!(attendance.watchers(), 2);
        attendance.sit(BEA, Seat::Black, Timestamp(0));
        assert_eq!((attendance.watchers(), attendance.is_here(Seat::Black)), (1, true));
        attendance.go(BEA, Some(Seat::Black), Timestamp(1));
        assert!(attendance.is_here(Seat::Black), "the other window");
        attendance.go(ANN, None, Timestamp(1));
        attendance.go(BEA, Some(Seat::Black), Timestamp(1));
        assert!(attendance.is_empty());
    }
}
