//! From where unfinished games were begun: so many for one network, however many people it claims to be. Whoever drops the
//! cookie is somebody new; whoever changes the network is somewhere else.
//!
//! This is known while the server runs and is never written down: an address is nobody's business for longer than that. So
//! after a restart every network begins at nothing. What that could be used for is small: nobody outside can restart the
//! server, and the limits for one person and for all of the computer's seats are counted from the store and go on.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{ActionError, GameId};

use crate::config::Limits;
use crate::lru::LruMap;
use crate::rate_limiter::network_of;

/// So many games are remembered, some five megabytes; of those before nobody knows any more from where they came.
const CAPACITY: usize = 50_000;

/// The games and their networks. The lock is held for a look and never across an `await`.
#[derive(Debug)]
pub(crate) struct GamesPerNetwork {
    limits: NetworkLimits,
    state: Mutex<State>,
}

/// Who sits on the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpponentKind {
    Person,
    Computer,
}

/// How many unfinished games a network may have.
#[derive(Clone, Copy, Debug)]
struct NetworkLimits {
    all: usize,
    with_computer: usize,
}

#[derive(Debug)]
struct State {
    games: LruMap<GameId, GameOrigin>,
    unfinished: HashMap<IpAddr, GameCount>,
}

#[derive(Clone, Copy, Debug)]
struct GameOrigin {
    network: IpAddr,
    opponent: OpponentKind,
    /// One that is over is still known, for a rematch comes from where it came from.
    is_over: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct GameCount {
    all: usize,
    with_computer: usize,
}

impl GamesPerNetwork {
    /// Two unfinished games for every connection that a network may have: enough for a school behind one address whose
    /// pupils play and wait for each other. And a quarter of the computer's seats, so that four networks are needed to take
    /// them all, but one if there are fewer.
    pub(crate) fn new(limits: Limits) -> GamesPerNetwork {
        let share = NetworkLimits {
            all: limits.connections_per_address.saturating_mul(2),
            with_computer: (limits.computer_games as usize / 4).max(1),
        };
        let inside = State { games: LruMap::new(CAPACITY), unfinished: HashMap::new() };
        GamesPerNetwork { limits: share, state: Mutex::new(inside) }
    }

    /// Whether a network may begin one more game.
    ///
    /// # Errors
    /// If it has too many.
    pub(crate) fn check(&self, from: IpAddr, opponent: OpponentKind) -> Result<(), ActionError> {
        self.lock().check(network_of(from), opponent, self.limits)
    }

    /// A game is begun. One that is known already is not counted again.
    ///
    /// # Errors
    /// If its network has too many.
    pub(crate) fn add(&self, game: GameId, from: IpAddr, opponent: OpponentKind) -> Result<(), ActionError> {
        let network = network_of(from);
        let mut inside = self.lock();
        if inside.games.get(&game).is_some() {
            return Ok(());
        }
        inside.check(network, opponent, self.limits)?;
        if let Some(forgotten) = inside.games.evict_if_full() {
            inside.uncount(forgotten);
        }
        inside.games.get_or_insert_with(game, || GameOrigin { network, opponent, is_over: false });
        let count = inside.unfinished.entry(network).or_default();
        count.all += 1;
        count.with_computer += usize::from(opponent == OpponentKind::Computer);
        Ok(())
    }

    /// A game is over, or never came to be.
    pub(crate) fn finish(&self, game: GameId) {
        let mut inside = self.lock();
        let Some(origin) = inside.games.get_mut(&game) else { return };
        let before = *origin;
        origin.is_over = true;
        inside.uncount(before);
    }

    /// From where a game was begun, if that is known.
    pub(crate) fn network_of_game(&self, game: GameId) -> Option<IpAddr> {
        self.lock().games.get(&game).map(|origin| origin.network)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Counters are whole at every moment, whatever became of a thread that held them.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn check(
        &self,
        network: IpAddr,
        opponent: OpponentKind,
        share: NetworkLimits,
    ) -> Result<(), ActionError> {
        let count = self.unfinished.get(&network).copied().unwrap_or_default();
        if count.all >= share.all {
            Err(ActionError::TooMany)
        } else if opponent == OpponentKind::Computer && count.with_computer >= share.with_computer {
            Err(ActionError::ComputerBusy)
        } else {
            Ok(())
        }
    }

    /// A game counts no more, if it did.
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "10.0.0.1";
    const THERE: &str = "10.0.0.2";

    /// Room for four games of a network, and for two with the computer.
    fn origins() -> GamesPerNetwork {
        GamesPerNetwork::new(Limits { connections_per_address: 2, computer_games: 11, ..Limits::default() })
    }

    fn begin(
        origins: &GamesPerNetwork,
        game: u128,
        from: &str,
        opponent: OpponentKind,
    ) -> Result<(), ActionError> {
        origins.add(GameId::from_bits(game), from.parse().unwrap(), opponent)
    }

    #[test]
    fn a_network_begins_so_many_games_and_others_do_not_notice() {
        let origins = origins();
        for game in 0..4 {
            begin(&origins, game, HERE, OpponentKind::Person).unwrap();
            begin(&origins, game, HERE, OpponentKind::Person).unwrap(); // the same one
        }
        assert_eq!(begin(&origins, 4, HERE, OpponentKind::Person), Err(ActionError::TooMany));
        assert_eq!(begin(&origins, 4, "::ffff:10.0.0.1", OpponentKind::Person), Err(ActionError::TooMany));
        assert_eq!(origins.check(HERE.parse().unwrap(), OpponentKind::Person), Err(ActionError::TooMany));
        begin(&origins, 5, THERE, OpponentKind::Person).unwrap();
        origins.finish(GameId::from_bits(0));
        origins.finish(GameId::from_bits(0));
        begin(&origins, 6, HERE, OpponentKind::Person).unwrap();
        assert_eq!(
            begin(&origins, 7, HERE, OpponentKind::Person),
            Err(ActionError::TooMany),
            "it was over once"
        );
        assert_eq!(origins.network_of_game(GameId::from_bits(0)), HERE.parse().ok(), "known for a rematch");
    }

    #[test]
    fn a_network_has_a_quarter_of_the_computers_seats_and_one_at_least() {
        let origins = origins();
        for game in 0..2 {
            begin(&origins, game, HERE, OpponentKind::Computer).unwrap();
        }
        assert_eq!(begin(&origins, 2, HERE, OpponentKind::Computer), Err(ActionError::ComputerBusy));
        begin(&origins, 2, HERE, OpponentKind::Person).unwrap();
        begin(&origins, 3, THERE, OpponentKind::Computer).unwrap();
        origins.finish(GameId::from_bits(1));
        begin(&origins, 4, HERE, OpponentKind::Computer).unwrap();
        for computer_games in [0, 1, 7] {
            let origins = GamesPerNetwork::new(Limits { computer_games, ..Limits::default() });
            begin(&origins, 0, HERE, OpponentKind::Computer).unwrap();
            assert_eq!(begin(&origins, 1, HERE, OpponentKind::Computer), Err(ActionError::ComputerBusy));
        }
    }

    #[test]
    fn what_is_remembered_has_an_end() {
        let origins = GamesPerNetwork::new(Limits { connections_per_address: CAPACITY, ..Limits::default() });
        for game in 0..CAPACITY as u128 + 10 {
            let from = if game < 20 { HERE } else { THERE };
            begin(&origins, game, from, OpponentKind::Person).unwrap();
        }
        let inside = origins.lock();
        assert_eq!(inside.games.len(), CAPACITY);
        let count =
            |from: &str| inside.unfinished.get(&from.parse::<IpAddr>().unwrap()).map(|count| count.all);
        assert_eq!(
            (count(HERE), count(THERE)),
            (Some(10), Some(CAPACITY - 10)),
            "forgotten games do not count"
        );
        drop(inside);
        for game in 0..CAPACITY as u128 + 10 {
            origins.finish(GameId::from_bits(game));
        }
        assert!(origins.lock().unfinished.is_empty());
    }
}
