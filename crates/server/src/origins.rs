//! From where unfinished games were begun: so many for one network, however many people it claims to be. Whoever drops the
//! cookie is somebody new; whoever changes the network is somewhere else.
//!
//! This is known while the server runs and is never written down: an address is nobody's business for longer than that. So
//! after a restart every network begins at nothing. What that could be used for is small: nobody outside can restart the
//! server, and the limits for one person and for all of the computer's seats are counted from the store and go on.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{GameId, Refusal};

use crate::config::Limits;
use crate::gate::network;
use crate::remembered::Remembered;

/// So many games are remembered, some five megabytes; of those before nobody knows any more from where they came.
const GAMES: usize = 50_000;

/// The games and their networks. The lock is held for a look and never across an `await`.
#[derive(Debug)]
pub(crate) struct Origins {
    share: Share,
    inside: Mutex<Inside>,
}

/// Who sits on the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    Person,
    Computer,
}

/// How many unfinished games a network may have.
#[derive(Clone, Copy, Debug)]
struct Share {
    all: usize,
    with_computer: usize,
}

#[derive(Debug)]
struct Inside {
    games: Remembered<GameId, Origin>,
    unfinished: HashMap<IpAddr, Count>,
}

#[derive(Clone, Copy, Debug)]
struct Origin {
    network: IpAddr,
    opponent: Opponent,
    /// One that is over is still known, for a rematch comes from where it came from.
    is_over: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct Count {
    all: usize,
    with_computer: usize,
}

impl Origins {
    /// Two unfinished games for every connection that a network may have: enough for a school behind one address whose
    /// pupils play and wait for each other. And a quarter of the computer's seats, so that four networks are needed to take
    /// them all, but one if there are fewer.
    pub(crate) fn new(limits: Limits) -> Origins {
        let share = Share {
            all: limits.per_address.saturating_mul(2),
            with_computer: (limits.computer_games as usize / 4).max(1),
        };
        let inside = Inside { games: Remembered::new(GAMES), unfinished: HashMap::new() };
        Origins { share, inside: Mutex::new(inside) }
    }

    /// Whether a network may begin one more game.
    ///
    /// # Errors
    /// If it has too many.
    pub(crate) fn has_room(&self, from: IpAddr, opponent: Opponent) -> Result<(), Refusal> {
        self.lock().has_room(network(from), opponent, self.share)
    }

    /// A game is begun. One that is known already is not counted again.
    ///
    /// # Errors
    /// If its network has too many.
    pub(crate) fn begin(&self, game: GameId, from: IpAddr, opponent: Opponent) -> Result<(), Refusal> {
        let network = network(from);
        let mut inside = self.lock();
        if inside.games.get(&game).is_some() {
            return Ok(());
        }
        inside.has_room(network, opponent, self.share)?;
        if let Some(forgotten) = inside.games.make_room() {
            inside.discount(forgotten);
        }
        inside.games.entry(game, || Origin { network, opponent, is_over: false });
        let count = inside.unfinished.entry(network).or_default();
        count.all += 1;
        count.with_computer += usize::from(opponent == Opponent::Computer);
        Ok(())
    }

    /// A game is over, or never came to be.
    pub(crate) fn over(&self, game: GameId) {
        let mut inside = self.lock();
        let Some(origin) = inside.games.get_mut(&game) else { return };
        let before = *origin;
        origin.is_over = true;
        inside.discount(before);
    }

    /// From where a game was begun, if that is known.
    pub(crate) fn of(&self, game: GameId) -> Option<IpAddr> {
        self.lock().games.get(&game).map(|origin| origin.network)
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // Counters are whole at every moment, whatever became of a thread that held them.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn has_room(&self, network: IpAddr, opponent: Opponent, share: Share) -> Result<(), Refusal> {
        let count = self.unfinished.get(&network).copied().unwrap_or_default();
        if count.all >= share.all {
            Err(Refusal::TooMany)
        } else if opponent == Opponent::Computer && count.with_computer >= share.with_computer {
            Err(Refusal::ComputerBusy)
        } else {
            Ok(())
        }
    }

    /// A game counts no more, if it did.
    fn discount(&mut self, origin: Origin) {
        let Some(count) = self.unfinished.get_mut(&origin.network).filter(|_| !origin.is_over) else {
            return;
        };
        count.all = count.all.saturating_sub(1);
        let with_computer = usize::from(origin.opponent == Opponent::Computer);
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
    fn origins() -> Origins {
        Origins::new(Limits { per_address: 2, computer_games: 11, ..Limits::default() })
    }

    fn begin(origins: &Origins, game: u128, from: &str, opponent: Opponent) -> Result<(), Refusal> {
        origins.begin(GameId::from_bits(game), from.parse().unwrap(), opponent)
    }

    #[test]
    fn a_network_begins_so_many_games_and_others_do_not_notice() {
        let origins = origins();
        for game in 0..4 {
            begin(&origins, game, HERE, Opponent::Person).unwrap();
            begin(&origins, game, HERE, Opponent::Person).unwrap(); // the same one
        }
        assert_eq!(begin(&origins, 4, HERE, Opponent::Person), Err(Refusal::TooMany));
        assert_eq!(begin(&origins, 4, "::ffff:10.0.0.1", Opponent::Person), Err(Refusal::TooMany));
        assert_eq!(origins.has_room(HERE.parse().unwrap(), Opponent::Person), Err(Refusal::TooMany));
        begin(&origins, 5, THERE, Opponent::Person).unwrap();
        origins.over(GameId::from_bits(0));
        origins.over(GameId::from_bits(0));
        begin(&origins, 6, HERE, Opponent::Person).unwrap();
        assert_eq!(begin(&origins, 7, HERE, Opponent::Person), Err(Refusal::TooMany), "it was over once");
        assert_eq!(origins.of(GameId::from_bits(0)), HERE.parse().ok(), "known for a rematch");
    }

    #[test]
    fn a_network_has_a_quarter_of_the_computers_seats_and_one_at_least() {
        let origins = origins();
        for game in 0..2 {
            begin(&origins, game, HERE, Opponent::Computer).unwrap();
        }
        assert_eq!(begin(&origins, 2, HERE, Opponent::Computer), Err(Refusal::ComputerBusy));
        begin(&origins, 2, HERE, Opponent::Person).unwrap();
        begin(&origins, 3, THERE, Opponent::Computer).unwrap();
        origins.over(GameId::from_bits(1));
        begin(&origins, 4, HERE, Opponent::Computer).unwrap();
        for computer_games in [0, 1, 7] {
            let origins = Origins::new(Limits { computer_games, ..Limits::default() });
            begin(&origins, 0, HERE, Opponent::Computer).unwrap();
            assert_eq!(begin(&origins, 1, HERE, Opponent::Computer), Err(Refusal::ComputerBusy));
        }
    }

    #[test]
    fn what_is_remembered_has_an_end() {
        let origins = Origins::new(Limits { per_address: GAMES, ..Limits::default() });
        for game in 0..GAMES as u128 + 10 {
            let from = if game < 20 { HERE } else { THERE };
            begin(&origins, game, from, Opponent::Person).unwrap();
        }
        let inside = origins.lock();
        assert_eq!(inside.games.len(), GAMES);
        let count =
            |from: &str| inside.unfinished.get(&from.parse::<IpAddr>().unwrap()).map(|count| count.all);
        assert_eq!((count(HERE), count(THERE)), (Some(10), Some(GAMES - 10)), "forgotten games do not count");
        drop(inside);
        for game in 0..GAMES as u128 + 10 {
            origins.over(GameId::from_bits(game));
        }
        assert!(origins.lock().unfinished.is_empty());
    }
}
