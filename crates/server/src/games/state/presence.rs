//! Presence: the connections to a game. Not durable.

use std::collections::{HashMap, HashSet};

use game::{Millis, TimeControl, Timestamp};
use protocol::{EventNumber, PlayerId, Seat};
use rules::ByColor;

use super::grace;
use crate::socket::ConnectionId;
use crate::store::{NodePresence, SidePresence};

/// Longer than any lag compensation, clock skew and write together.
const REMOTE_FLAG_MARGIN: Millis = Millis::seconds(3);

/// Connected players and watchers.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    players: ByColor<PlayerPresence>,
    /// Connections without a seat, by player.
    watchers: HashMap<PlayerId, Vec<ConnectionEntry>>,
    /// Connections on other nodes.
    remote: ByColor<RemoteSide>,
    remote_watchers: u32,
    /// Connections that show the game on the small board of the lobby: neither players nor watchers.
    previews: HashSet<ConnectionId>,
    /// Delay with which the side to move was told of its turn, because a write took long, and the number of the event that
    /// began the turn.
    turn_delay: (EventNumber, Millis),
}

/// Presence of one side on other nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RemoteSide {
    pub(crate) is_connected: bool,
    /// Time of the last disconnect from one of them, or of its death.
    pub(crate) last_seen: Option<Timestamp>,
}

/// Presence of one side.
#[derive(Clone, Debug)]
struct PlayerPresence {
    connections: Vec<ConnectionEntry>,
    /// Begin of the first of the connections; `None` if there has been none.
    connected_since: Option<Timestamp>,
    /// Time of the last disconnect; meaningless while connected.
    away_since: Timestamp,
    /// End of the grace time after an outage; `None` once the player has connected.
    excused_until: Option<Timestamp>,
    /// True after a move that could not be stored, until the player acts again.
    must_retry: bool,
}

/// One connection. Connecting twice counts once, and disconnecting an unknown one is a no-op.
#[derive(Clone, Copy, Debug)]
struct ConnectionEntry {
    connection: ConnectionId,
    /// Last measured round trip.
    round_trip: Option<Millis>,
}

impl PlayerPresence {
    fn new(connections: Vec<ConnectionEntry>, now: Timestamp) -> PlayerPresence {
        let connected_since = (!connections.is_empty()).then_some(now);
        PlayerPresence {
            connections,
            connected_since,
            away_since: now,
            excused_until: None,
            must_retry: false,
        }
    }
}

impl Presence {
    /// Starts without connections; absence counts from `now`.
    pub(crate) fn new(now: Timestamp) -> Presence {
        let side = || PlayerPresence::new(Vec::new(), now);
        let players = ByColor { white: side(), black: side() };
        Presence {
            players,
            watchers: HashMap::new(),
            remote: ByColor::default(),
            remote_watchers: 0,
            previews: HashSet::new(),
            turn_delay: Default::default(),
        }
    }

    /// Adds a connection; returns true if it is new.
    pub(crate) fn connect(
        &mut self,
        connection: ConnectionId,
        who: PlayerId,
        seat: Option<Seat>,
        now: Timestamp,
    ) -> bool {
        self.previews.remove(&connection);
        let connections = match seat {
            Some(seat) => {
                let side = &mut self.players[seat.into()];
                side.excused_until = None;
                if side.connections.is_empty() {
                    side.connected_since = Some(now);
                }
                &mut side.connections
            }
            None => self.watchers.entry(who).or_default(),
        };
        let is_new = !connections.iter().any(|entry| entry.connection == connection);
        if is_new {
            connections.push(ConnectionEntry { connection, round_trip: None });
        }
        is_new
    }

    /// Adds a connection that is not counted.
    pub(crate) fn connect_preview(&mut self, connection: ConnectionId) {
        self.previews.insert(connection);
    }

    /// Removes a connection.
    pub(crate) fn disconnect(&mut self, connection: ConnectionId, who: PlayerId, now: Timestamp) {
        self.previews.remove(&connection);
        for side in [&mut self.players.white, &mut self.players.black] {
            let before = side.connections.len();
            side.connections.retain(|entry| entry.connection != connection);
            if before > 0 && side.connections.is_empty() {
                side.away_since = now;
            }
        }
        if let Some(connections) = self.watchers.get_mut(&who) {
            connections.retain(|entry| entry.connection != connection);
            if connections.is_empty() {
                self.watchers.remove(&who);
            }
        }
    }

    /// Moves a watcher's connections to a seat; absence counts from `now`.
    pub(crate) fn take_seat(&mut self, who: PlayerId, seat: Seat, now: Timestamp) {
        let connections = self.watchers.remove(&who).unwrap_or_default();
        self.players[seat.into()] = PlayerPresence::new(connections, now);
    }

    /// Restarts the absence time: the player has just acted.
    pub(crate) fn mark_active(&mut self, seat: Seat, now: Timestamp) {
        let side = &mut self.players[seat.into()];
        side.away_since = side.away_since.max(now);
        side.must_retry = false;
    }

    /// A move of this side could not be stored and will be sent again.
    pub(crate) fn expect_retry(&mut self, seat: Seat) {
        self.players[seat.into()].must_retry = true;
    }

    /// No move is expected to be sent again any more.
    pub(crate) fn forget_retries(&mut self) {
        for seat in Seat::ALL {
            self.players[seat.into()].must_retry = false;
        }
    }

    /// Returns true if the player is connected and has no move to send again.
    pub(crate) fn is_ready(&self, seat: Seat) -> bool {
        self.is_connected(seat) && !self.players[seat.into()].must_retry
    }

    /// Excuses both sides until `moment`: absence counts from then on.
    pub(crate) fn excuse_until(&mut self, moment: Timestamp) {
        for seat in Seat::ALL {
            let side = &mut self.players[seat.into()];
            side.away_since = side.away_since.max(moment);
            side.excused_until = Some(moment);
        }
    }

    /// Sets the round trip of a player's connection.
    pub(crate) fn set_round_trip(&mut self, connection: ConnectionId, seat: Seat, round_trip: Millis) {
        let connections = &mut self.players[seat.into()].connections;
        if let Some(entry) = connections.iter_mut().find(|entry| entry.connection == connection) {
            entry.round_trip = Some(round_trip);
        }
    }

    /// The largest round trip among a player's connections, since a move may come from any.
    pub(crate) fn round_trip(&self, seat: Seat) -> Millis {
        let connections = &self.players[seat.into()].connections;
        connections.iter().filter_map(|entry| entry.round_trip).max().unwrap_or_default()
    }

    /// Time that a move sent by a connection with this round trip has been on its way: half of it, and half of the
    /// shortest round trip of the player's connections, by which the player has learned of the turn.
    pub(crate) fn travel_time(&self, seat: Seat, sender: Millis) -> Millis {
        let connections = self.players[seat.into()].connections.iter();
        let shortest = connections.filter_map(|entry| entry.round_trip).fold(sender, Millis::min);
        Millis(sender.0.midpoint(shortest.0))
    }

    /// Sets the delay with which the side to move was told of its turn, which began with event `turn`.
    pub(crate) fn set_turn_delay(&mut self, turn: EventNumber, delay: Millis) {
        self.turn_delay = (turn, delay);
    }

    /// Delay with which the side to move was told of the turn that began with event `turn`; zero if it is not known.
    pub(crate) fn turn_delay(&self, turn: EventNumber) -> Millis {
        let (delayed, delay) = self.turn_delay;
        if delayed == turn { delay } else { Millis::ZERO }
    }

    /// Returns true if the player is connected, to whatever node.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        self.is_local(seat) || self.remote[seat.into()].is_connected
    }

    /// Returns true if the player is connected to this node.
    pub(crate) fn is_local(&self, seat: Seat) -> bool {
        !self.players[seat.into()].connections.is_empty()
    }

    /// Returns true if the player is connected to another node.
    pub(crate) fn is_remote(&self, seat: Seat) -> bool {
        self.remote[seat.into()].is_connected
    }

    /// Notes that the player was connected to a node that has died.
    pub(crate) fn note_seen(&mut self, seat: Seat, at: Timestamp) {
        let side = &mut self.players[seat.into()];
        side.connected_since = side.connected_since.or(Some(at));
        side.away_since = side.away_since.max(at);
    }

    /// Time by which this node calls a flag later: the node to which the player is connected knows what is on its way.
    pub(crate) fn flag_margin(&self, seat: Seat) -> Millis {
        if self.is_remote(seat) && !self.is_local(seat) { REMOTE_FLAG_MARGIN } else { Millis::ZERO }
    }

    /// Begin of the player's connection to this node, while it lasts.
    pub(crate) fn connected_since(&self, seat: Seat) -> Option<Timestamp> {
        self.players[seat.into()].connected_since.filter(|_| self.is_local(seat))
    }

    /// Start of the player's absence, if absent.
    pub(crate) fn away_since(&self, seat: Seat) -> Option<Timestamp> {
        let (side, remote) = (&self.players[seat.into()], self.remote[seat.into()]);
        let since = remote.last_seen.map_or(side.away_since, |seen| seen.max(side.away_since));
        (!self.is_connected(seat)).then_some(since)
    }

    /// Sets the presence on other nodes.
    pub(crate) fn set_remote(&mut self, players: ByColor<RemoteSide>, watchers: u32) {
        self.remote = players;
        self.remote_watchers = watchers;
    }

    /// Presence on this node, for the others.
    pub(crate) fn to_shared(&self) -> NodePresence {
        let side = |side: &PlayerPresence| match side.connected_since {
            None => SidePresence::Unseen,
            Some(_) if side.connections.is_empty() => SidePresence::Away { since: side.away_since },
            Some(_) => SidePresence::Connected,
        };
        let players = ByColor { white: side(&self.players.white), black: side(&self.players.black) };
        NodePresence { players, watchers: self.watchers.len() as u32 }
    }

    /// End of the grace time after an outage, while it lasts and the player is absent.
    pub(crate) fn excused_until(&self, seat: Seat, now: Timestamp) -> Option<Timestamp> {
        self.players[seat.into()].excused_until.filter(|&until| now < until && !self.is_connected(seat))
    }

    /// Returns true without any connection to this node.
    pub(crate) fn is_empty(&self) -> bool {
        self.previews.is_empty()
            && self.watchers.is_empty()
            && Seat::ALL.iter().all(|&seat| !self.is_local(seat))
    }

    /// Number of distinct watchers on each node.
    pub(crate) fn watcher_count(&self) -> u32 {
        self.watchers.len() as u32 + self.remote_watchers
    }

    /// Time from which the opponent may claim the game; `None` while the player is connected.
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
    fn absence_starts_with_the_last_disconnect() {
        let control = TimeControl::same(Allowance::new(Millis::minutes(1), Bonus::None).unwrap());
        let mut presence = Presence::new(Timestamp(0));
        let seat = Some(Seat::White);
        presence.connect(PHONE, ANN, seat, Timestamp(0));
        presence.connect(LAPTOP, ANN, seat, Timestamp(0));
        presence.disconnect(PHONE, ANN, Timestamp(1_000));
        assert_eq!(presence.claim_from(Seat::White, &control), None, "another connection remains");
        presence.disconnect(LAPTOP, ANN, Timestamp(2_000));
        assert_eq!(presence.claim_from(Seat::White, &control), Some(Timestamp(17_000)));
        presence.connect(PHONE, ANN, seat, Timestamp(0));
        assert_eq!(presence.claim_from(Seat::White, &control), None);
    }

    #[test]
    fn connecting_and_disconnecting_are_idempotent() {
        let mut presence = Presence::new(Timestamp(0));
        for _ in 0..3 {
            presence.connect(PHONE, ANN, Some(Seat::White), Timestamp(0));
            presence.connect(OTHER, BEA, None, Timestamp(0));
        }
        presence.connect(LAPTOP, ANN, Some(Seat::White), Timestamp(0));
        for _ in 0..3 {
            presence.disconnect(PHONE, ANN, Timestamp(1));
        }
        assert!(presence.is_connected(Seat::White), "the laptop is still connected");
        assert_eq!(presence.watcher_count(), 1);
        presence.disconnect(OTHER, BEA, Timestamp(1));
        presence.disconnect(LAPTOP, ANN, Timestamp(1));
        assert!(presence.is_empty());
    }

    #[test]
    fn previews_are_counted_neither_as_watchers_nor_as_players() {
        let mut presence = Presence::new(Timestamp(0));
        presence.connect_preview(PHONE);
        presence.connect_preview(OTHER);
        assert_eq!((presence.watcher_count(), presence.is_connected(Seat::White)), (0, false));
        assert!(!presence.is_empty(), "they still need the game");
        presence.connect(PHONE, ANN, Some(Seat::White), Timestamp(0));
        presence.connect(OTHER, BEA, None, Timestamp(0));
        assert_eq!((presence.watcher_count(), presence.is_connected(Seat::White)), (1, true));
        presence.disconnect(PHONE, ANN, Timestamp(1));
        presence.disconnect(OTHER, BEA, Timestamp(1));
        presence.connect_preview(LAPTOP);
        presence.disconnect(LAPTOP, ANN, Timestamp(2));
        assert!(presence.is_empty());
    }

    #[test]
    fn the_largest_round_trip_counts() {
        let mut presence = Presence::new(Timestamp(0));
        presence.set_round_trip(PHONE, Seat::White, Millis(900));
        assert_eq!(presence.round_trip(Seat::White), Millis(0), "no connection yet");
        for (connection, round_trip) in [(PHONE, 400), (LAPTOP, 20)] {
            presence.connect(connection, ANN, Some(Seat::White), Timestamp(0));
            presence.set_round_trip(connection, Seat::White, Millis(round_trip));
        }
        assert_eq!(presence.round_trip(Seat::White), Millis(400));
        presence.disconnect(PHONE, ANN, Timestamp(1));
        assert_eq!(presence.round_trip(Seat::White), Millis(20));
    }

    #[test]
    fn taking_a_seat_ends_watching() {
        let mut presence = Presence::new(Timestamp(0));
        for (connection, who) in [(OTHER, ANN), (PHONE, BEA), (LAPTOP, BEA)] {
            presence.connect(connection, who, None, Timestamp(0));
        }
        assert_eq!(presence.watcher_count(), 2);
        presence.take_seat(BEA, Seat::Black, Timestamp(0));
        assert_eq!((presence.watcher_count(), presence.is_connected(Seat::Black)), (1, true));
        presence.disconnect(PHONE, BEA, Timestamp(1));
        assert!(presence.is_connected(Seat::Black), "the other connection remains");
        presence.disconnect(OTHER, ANN, Timestamp(1));
        presence.disconnect(LAPTOP, BEA, Timestamp(1));
        assert!(presence.is_empty());
    }
}
