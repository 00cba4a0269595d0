//! Reservations of computer games: a limit in total and per player, safe under concurrent requests.
//!
//! Stored games are counted by the store; reservations count the games that are not stored yet. A reservation
//! is made before the store is read and is held until the game is stored or given up, so each request sees
//! all earlier ones without waiting for them. A game that is in both counts once, by its id. A request right
//! after one that is then refused may be refused needlessly, never the other way round.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::sync::lock;

use protocol::{ActionError, GameId, PlayerId};

/// Computer games per player at a time. With the default of 50 games it takes 17 players to fill the
/// computer, and a network gets a quarter of those that others leave.
const MAX_PER_PLAYER: usize = 3;

/// Pending reservations. The lock is never held across an `await`.
#[derive(Clone, Debug)]
pub(crate) struct Reservations {
    capacity: usize,
    pending: Arc<Mutex<HashMap<GameId, PlayerId>>>,
}

/// A reservation that has yet to be checked against the stored games.
#[derive(Debug)]
pub(crate) struct PendingReservation {
    reservation: Reservation,
    player: PlayerId,
    /// Reservations that existed when this one was made.
    earlier: HashMap<GameId, PlayerId>,
}

/// RAII reservation of a computer game; released on drop. By then the game is stored or given up.
#[derive(Debug)]
pub(crate) struct Reservation {
    game: GameId,
    reservations: Reservations,
}

impl Reservations {
    /// Creates a pool for `capacity` games.
    pub(crate) fn new(capacity: usize) -> Reservations {
        Reservations { capacity, pending: Arc::default() }
    }

    /// Makes a reservation. Read the stored games after this and pass them to
    /// [`confirm`](PendingReservation::confirm).
    ///
    /// # Errors
    ///
    /// Returns `ComputerBusy` if all games are reserved.
    pub(super) fn reserve(&self, game: GameId, player: PlayerId) -> Result<PendingReservation, ActionError> {
        let mut pending = self.lock();
        if pending.len() >= self.capacity {
            return Err(ActionError::ComputerBusy);
        }
        let earlier = pending.clone();
        pending.insert(game, player);
        Ok(PendingReservation {
            reservation: Reservation { game, reservations: self.clone() },
            player,
            earlier,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, PlayerId>> {
        lock(&self.pending)
    }
}

impl PendingReservation {
    /// Checks the reservation against the unfinished stored games: the player's against the computer, and all
    /// of the computer's. The game itself may be among them after a lost acknowledgement.
    ///
    /// # Errors
    ///
    /// Returns `ComputerBusy` if either limit is reached.
    pub(super) fn confirm(
        self,
        own: impl Iterator<Item = GameId>,
        all: impl Iterator<Item = GameId>,
    ) -> Result<Reservation, ActionError> {
        let PendingReservation { reservation, player, earlier } = self;
        let others =
            |games: HashSet<GameId>| games.into_iter().filter(|&game| game != reservation.game).count();
        let own_earlier = earlier.iter().filter(|&(_, &by)| by == player).map(|(&game, _)| game);
        let own = others(own.chain(own_earlier).collect());
        let all = others(all.chain(earlier.keys().copied()).collect());
        if own < MAX_PER_PLAYER && all < reservation.reservations.capacity {
            Ok(reservation)
        } else {
            Err(ActionError::ComputerBusy)
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.reservations.lock().remove(&self.game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players.
    const ANN: u128 = 1;
    const BEA: u128 = 2;

    fn reserve(
        reservations: &Reservations,
        game: u128,
        player: u128,
    ) -> Result<PendingReservation, ActionError> {
        reservations.reserve(GameId::from_bits(game), PlayerId::from_bits(player))
    }

    fn confirm(
        pending: PendingReservation,
        own: &[u128],
        capacity: &[u128],
    ) -> Result<Reservation, ActionError> {
        let games = |numbers: &[u128]| numbers.iter().copied().map(GameId::from_bits).collect::<Vec<_>>();
        pending.confirm(games(own).into_iter(), games(capacity).into_iter())
    }

    #[test]
    fn earlier_reservations_count() {
        // Stored games of the player, stored games of the computer, earlier reservations (game, player);
        // capacity ten.
        let check = |own: &[u128], capacity: &[u128], earlier: &[(u128, u128)], expected: bool| {
            let reservations = Reservations::new(10);
            let kept: Vec<_> =
                earlier.iter().map(|&(game, player)| reserve(&reservations, game, player).unwrap()).collect();
            let reservation = confirm(reserve(&reservations, 99, ANN).unwrap(), own, capacity);
            assert_eq!(reservation.is_ok(), expected, "{own:?} {capacity:?} {earlier:?}");
            drop((kept, reservation));
            assert!(reservations.lock().is_empty(), "dropped reservations leave no entry");
        };
        let nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        check(&[], &[], &[], true);
        check(&[1, 2], &[1, 2], &[], true);
        check(&[1, 2, 3], &[1, 2, 3], &[], false);
        check(&[1, 2], &[1, 2], &[(3, BEA)], true);
        check(&[1, 2], &[1, 2], &[(3, ANN)], false);
        check(&[1, 2], &[1, 2], &[(2, ANN)], true); // it has just been written down
        check(&[], &nine, &[], true);
        check(&[], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[], false);
        check(&[], &nine, &[(10, BEA)], false);
        check(&[], &nine, &[(9, BEA)], true);
        check(&[1, 2, 99], &[1, 2, 99], &[], true); // a rematch that is opened once more
    }

    #[test]
    fn a_reservation_is_exclusive_and_released_on_drop() {
        let reservations = Reservations::new(2);
        let (first, second) =
            (reserve(&reservations, 2, ANN).unwrap(), reserve(&reservations, 3, BEA).unwrap());
        assert_eq!(
            reserve(&reservations, 4, BEA).unwrap_err(),
            ActionError::ComputerBusy,
            "the pool is full"
        );
        // The second request is refused first; the first reservation is not affected.
        assert_eq!(confirm(second, &[], &[1]).unwrap_err(), ActionError::ComputerBusy);
        let first = confirm(first, &[], &[1]).unwrap();
        let late = reserve(&reservations, 5, BEA).unwrap();
        assert_eq!(confirm(late, &[], &[1]).unwrap_err(), ActionError::ComputerBusy);
        drop(first); // and never written down
        assert!(confirm(reserve(&reservations, 6, BEA).unwrap(), &[], &[1]).is_ok());
    }
}
