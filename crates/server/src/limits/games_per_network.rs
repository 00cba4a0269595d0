//! Limits unfinished games per network, however many guest identities it uses.
//!
//! Kept in memory only, so that addresses are not stored. After a restart every network starts at zero; that
//! is acceptable, since clients cannot restart the server, and the limits per player and for the computer are
//! counted in the store.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};

use protocol::{ActionError, GameId};

use super::{LruMap, block_of, network_of};
use crate::config::Limits;
use crate::sync::lock;

/// Games remembered, about 5 MB. Older ones are evicted.
const CAPACITY: usize = 50_000;

/// Unfinished games per network. The lock is never held across an `await`.
#[derive(Debug)]
pub(crate) struct GamesPerNetwork {
    limits: NetworkLimits,
    state: Mutex<State>,
}

/// Kind of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpponentKind {
    Person,
    Computer,
}

/// Maximum number of unfinished games.
#[derive(Clone, Copy, Debug)]
struct NetworkLimits {
    /// Of a network.
    all: usize,
    /// Of all networks together.
    with_computer: usize,
}

#[derive(Debug)]
struct State {
    games: LruMap<GameId, GameOrigin>,
    unfinished: HashMap<IpAddr, GameCount>,
    /// Unfinished games with the computer, per block of networks.
    with_computer: HashMap<IpAddr, usize>,
}

#[derive(Clone, Copy, Debug)]
struct GameOrigin {
    network: IpAddr,
    opponent: OpponentKind,
    /// Finished games stay, since a rematch counts for the same network.
    is_over: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct GameCount {
    all: usize,
    with_computer: usize,
}

impl GamesPerNetwork {
    /// Twice as many unfinished games as connections per network: enough for a school behind one address. With
    /// the computer a network may have a quarter of the games that others leave, a block of networks half of
    /// them, at least one: the fuller the computer, the smaller the shares, so that a few networks cannot fill it.
    pub(crate) fn new(limits: Limits) -> GamesPerNetwork {
        let limits = NetworkLimits {
            all: limits.connections_per_address.saturating_mul(2),
            with_computer: limits.computer_games as usize,
        };
        let state =
            State { games: LruMap::new(CAPACITY), unfinished: HashMap::new(), with_computer: HashMap::new() };
        GamesPerNetwork { limits, state: Mutex::new(state) }
    }

    /// Checks that a network may start one more game.
    ///
    /// # Errors
    ///
    /// Returns an error if it has too many.
    pub(crate) fn check(&self, from: IpAddr, opponent: OpponentKind) -> Result<(), ActionError> {
        self.lock().check(network_of(from), opponent, self.limits)
    }

    /// Adds a game; a known one is not counted again.
    ///
    /// # Errors
    ///
    /// Returns an error if the network has too many.
    pub(crate) fn add(&self, game: GameId, from: IpAddr, opponent: OpponentKind) -> Result<(), ActionError> {
        let network = network_of(from);
        let mut state = self.lock();
        if state.games.get(&game).is_some() {
            return Ok(());
        }
        state.check(network, opponent, self.limits)?;
        if let Some(forgotten) = state.games.evict_if_full() {
            state.uncount(forgotten);
        }
        state.games.get_or_insert_with(game, || GameOrigin { network, opponent, is_over: false });
        let count = state.unfinished.entry(network).or_default();
        count.all += 1;
        if opponent == OpponentKind::Computer {
            count.with_computer += 1;
            *state.with_computer.entry(block_of(network)).or_default() += 1;
        }
        Ok(())
    }

    /// Marks a game as finished or never stored.
    pub(crate) fn finish(&self, game: GameId) {
        let mut state = self.lock();
        let Some(origin) = state.games.get_mut(&game) else { return };
        let before = *origin;
        origin.is_over = true;
        state.uncount(before);
    }

    /// The network that started a game, if known.
    pub(crate) fn network_of_game(&self, game: GameId) -> Option<IpAddr> {
        self.lock().games.get(&game).map(|origin| origin.network)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    fn check(
        &self,
        network: IpAddr,
        opponent: OpponentKind,
        limits: NetworkLimits,
    ) -> Result<(), ActionError> {
        let count = self.unfinished.get(&network).copied().unwrap_or_default();
        if count.all >= limits.all {
            Err(ActionError::TooMany)
        } else if opponent == OpponentKind::Computer && !self.has_computer_share(network, limits) {
            Err(ActionError::ComputerBusy)
        } else {
            Ok(())
        }
    }

    /// Returns true if the shares of the network and its block allow one more game with the computer.
    fn has_computer_share(&self, network: IpAddr, limits: NetworkLimits) -> bool {
        let all = self.with_computer.values().sum::<usize>();
        let own = self.unfinished.get(&network).map_or(0, |count| count.with_computer);
        let block = self.with_computer.get(&block_of(network)).copied().unwrap_or_default();
        let left_by_others = |own: usize| limits.with_computer.saturating_sub(all.saturating_sub(own));
        own < (left_by_others(own) / 4).max(1) && block < (left_by_others(block) / 2).max(1)
    }

    /// Stops counting a game.
    fn uncount(&mut self, origin: GameOrigin) {
        let Some(count) = self.unfinished.get_mut(&origin.network).filter(|_| !origin.is_over) else {
            return;
        };
        count.all = count.all.saturating_sub(1);
        let with_computer = usize::from(origin.opponent == OpponentKind::Computer);
        count.with_computer = count.with_computer.saturating_sub(with_computer);
        if count.all == 0 {
            self.unfinished.remove(&origin.network);
        }
        let block = block_of(origin.network);
        if let Some(count) = self.with_computer.get_mut(&block) {
            *count = count.saturating_sub(with_computer);
            if *count == 0 {
                self.with_computer.remove(&block);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "10.0.0.1";
    const THERE: &str = "10.0.0.2";

    /// Four games per network, two of them with the computer.
    fn games() -> GamesPerNetwork {
        GamesPerNetwork::new(Limits { connections_per_address: 2, computer_games: 11, ..Limits::default() })
    }

    fn begin(
        games: &GamesPerNetwork,
        game: u128,
        from: &str,
        opponent: OpponentKind,
    ) -> Result<(), ActionError> {
        games.add(GameId::from_bits(game), from.parse().unwrap(), opponent)
    }

    #[test]
    fn games_are_limited_per_network() {
        let games = games();
        for game in 0..4 {
            begin(&games, game, HERE, OpponentKind::Person).unwrap();
            begin(&games, game, HERE, OpponentKind::Person).unwrap(); // the same one
        }
        assert_eq!(begin(&games, 4, HERE, OpponentKind::Person), Err(ActionError::TooMany));
        assert_eq!(begin(&games, 4, "::ffff:10.0.0.1", OpponentKind::Person), Err(ActionError::TooMany));
        assert_eq!(games.check(HERE.parse().unwrap(), OpponentKind::Person), Err(ActionError::TooMany));
        begin(&games, 5, THERE, OpponentKind::Person).unwrap();
        games.finish(GameId::from_bits(0));
        games.finish(GameId::from_bits(0));
        begin(&games, 6, HERE, OpponentKind::Person).unwrap();
        assert_eq!(
            begin(&games, 7, HERE, OpponentKind::Person),
            Err(ActionError::TooMany),
            "finishing twice counts once"
        );
        assert_eq!(games.network_of_game(GameId::from_bits(0)), HERE.parse().ok(), "known for a rematch");
    }

    #[test]
    fn a_network_gets_a_quarter_of_the_computer_games_but_at_least_one() {
        let games = games();
        for game in 0..2 {
            begin(&games, game, HERE, OpponentKind::Computer).unwrap();
        }
        assert_eq!(begin(&games, 2, HERE, OpponentKind::Computer), Err(ActionError::ComputerBusy));
        begin(&games, 2, HERE, OpponentKind::Person).unwrap();
        begin(&games, 3, THERE, OpponentKind::Computer).unwrap();
        games.finish(GameId::from_bits(1));
        begin(&games, 4, HERE, OpponentKind::Computer).unwrap();
        for computer_games in [0, 1, 7] {
            let games = GamesPerNetwork::new(Limits { computer_games, ..Limits::default() });
            begin(&games, 0, HERE, OpponentKind::Computer).unwrap();
            assert_eq!(begin(&games, 1, HERE, OpponentKind::Computer), Err(ActionError::ComputerBusy));
        }
    }

    #[test]
    fn a_few_networks_cannot_fill_the_computer() {
        let games = GamesPerNetwork::new(Limits { computer_games: 50, ..Limits::default() });
        let mut number = 0;
        let mut begin_next = |games: &GamesPerNetwork, network: String| {
            number += 1;
            begin(games, number, &network, OpponentKind::Computer).is_ok()
        };
        let flood = [1, 2, 3, 4, 5, 6]
            .map(|address| (0..50).filter(|_| begin_next(&games, format!("10.0.0.{address}"))).count());
        assert_eq!(flood, [12, 9, 7, 5, 4, 3], "40 of 50");
        let honest = (0..10).filter(|address| begin_next(&games, format!("192.168.0.{address}"))).count();
        assert_eq!(honest, 10, "other networks get one each");
        // A block of networks has half of what is free.
        let games = GamesPerNetwork::new(Limits { computer_games: 50, ..Limits::default() });
        let block = (0..200).filter(|address| begin_next(&games, format!("203.0.113.{address}"))).count();
        assert_eq!(block, 25);
    }

    #[test]
    fn the_map_is_bounded_and_evicted_games_do_not_count() {
        let games = GamesPerNetwork::new(Limits { connections_per_address: CAPACITY, ..Limits::default() });
        for game in 0..CAPACITY as u128 + 10 {
            let from = if game < 20 { HERE } else { THERE };
            begin(&games, game, from, OpponentKind::Person).unwrap();
        }
        let state = games.lock();
        assert_eq!(state.games.len(), CAPACITY);
        let count =
            |from: &str| state.unfinished.get(&from.parse::<IpAddr>().unwrap()).map(|count| count.all);
        assert_eq!(
            (count(HERE), count(THERE)),
            (Some(10), Some(CAPACITY - 10)),
            "evicted games do not count"
        );
        drop(state);
        for game in 0..CAPACITY as u128 + 10 {
            games.finish(GameId::from_bits(game));
        }
        assert!(games.lock().unfinished.is_empty() && games.lock().with_computer.is_empty());
    }
}
