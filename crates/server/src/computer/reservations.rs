//! Seats beside the computer: so many altogether, and so many for one person, however many ask at the same moment.
//!
//! The store knows the games that there are; here are those that are about to be. A game is put down here before the store is
//! asked, and stays until it is written there or never will be. So each one who asks counts all who came before, and nobody
//! waits for them. A game that is already in both places counts once, by its name. Whoever comes right after one who is then
//! refused may be refused in vain, never the other way round.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{ActionError, GameId, PlayerId};

/// So many games one may play against it at a time: one to think about, two that wait while one looks elsewhere. With the
/// usual fifty seats it takes seventeen people to occupy it, and from one network it takes no more than a quarter.
const MAX_PER_PLAYER: usize = 3;

/// The seats. The lock is held for a look and never across an `await`.
#[derive(Clone, Debug)]
pub(crate) struct Reservations {
    capacity: usize,
    pending: Arc<Mutex<HashMap<GameId, PlayerId>>>,
}

/// Somebody who asks for a seat. They have it unless the store knows of too many games.
#[derive(Debug)]
pub(crate) struct PendingReservation {
    reservation: Reservation,
    player: PlayerId,
    /// The games that were about to be when this one was put down.
    earlier: HashMap<GameId, PlayerId>,
}

/// A seat that is kept for a game; to drop it is to give it back, or to leave it to the game that is written down.
#[derive(Debug)]
pub(crate) struct Reservation {
    game: GameId,
    reservations: Reservations,
}

impl Reservations {
    /// So many altogether.
    pub(crate) fn new(all: usize) -> Reservations {
        Reservations { capacity: all, pending: Arc::default() }
    }

    /// Puts a game down, to be counted together with [those in the store](Asking::beside), which are to be read after this.
    ///
    /// # Errors
    /// If as many are about to be as there are seats.
    pub(super) fn reserve(&self, game: GameId, person: PlayerId) -> Result<PendingReservation, ActionError> {
        let mut asked = self.lock();
        if asked.len() >= self.capacity {
            return Err(ActionError::ComputerBusy);
        }
        let before = asked.clone();
        asked.insert(game, person);
        Ok(PendingReservation {
            reservation: Reservation { game, reservations: self.clone() },
            player: person,
            earlier: before,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, PlayerId>> {
        // A map of names is whole at every moment, whatever became of a thread that held it.
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PendingReservation {
    /// The seat, beside the unfinished games in the store: the person's with the computer, and all of the computer's. The
    /// game itself may be among them, if it was written down before and nobody was told.
    ///
    /// # Errors
    /// If either are too many.
    pub(super) fn confirm(
        self,
        own: impl Iterator<Item = GameId>,
        all: impl Iterator<Item = GameId>,
    ) -> Result<Reservation, ActionError> {
        let PendingReservation { reservation: seat, player: person, earlier: before } = self;
        let others = |games: HashSet<GameId>| games.into_iter().filter(|&game| game != seat.game).count();
        let asked_by_person = before.iter().filter(|&(_, &by)| by == person).map(|(&game, _)| game);
        let own = others(own.chain(asked_by_person).collect());
        let all = others(all.chain(before.keys().copied()).collect());
        if own < MAX_PER_PLAYER && all < seat.reservations.capacity {
            Ok(seat)
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

    /// Ann and Bea, and games by number.
    const ANN: u128 = 1;
    const BEA: u128 = 2;

    fn reserve(seats: &Reservations, game: u128, person: u128) -> Result<PendingReservation, ActionError> {
        seats.reserve(GameId::from_bits(game), PlayerId::from_bits(person))
    }

    fn confirm(asking: PendingReservation, own: &[u128], all: &[u128]) -> Result<Reservation, ActionError> {
        let games = |numbers: &[u128]| numbers.iter().copied().map(GameId::from_bits).collect::<Vec<_>>();
        asking.confirm(games(own).into_iter(), games(all).into_iter())
    }

    #[test]
    fn each_counts_those_who_came_before() {
        // What the person has in the store, what the computer has, what is about to be and by whom; of ten seats.
        let check = |own: &[u128], all: &[u128], before: &[(u128, u128)], expected: bool| {
            let seats = Reservations::new(10);
            let kept: Vec<_> =
                before.iter().map(|&(game, person)| reserve(&seats, game, person).unwrap()).collect();
            let seat = confirm(reserve(&seats, 99, ANN).unwrap(), own, all);
            assert_eq!(seat.is_ok(), expected, "{own:?} {all:?} {before:?}");
            drop((kept, seat));
            assert!(seats.lock().is_empty(), "nothing is left of those who asked");
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
    fn one_seat_is_given_once_and_given_back() {
        let seats = Reservations::new(2);
        let (first, second) = (reserve(&seats, 2, ANN).unwrap(), reserve(&seats, 3, BEA).unwrap());
        assert_eq!(
            reserve(&seats, 4, BEA).unwrap_err(),
            ActionError::ComputerBusy,
            "no more ask than there are seats"
        );
        // The second one is told first; the other's seat is kept nevertheless.
        assert_eq!(confirm(second, &[], &[1]).unwrap_err(), ActionError::ComputerBusy);
        let first = confirm(first, &[], &[1]).unwrap();
        let late = reserve(&seats, 5, BEA).unwrap();
        assert_eq!(confirm(late, &[], &[1]).unwrap_err(), ActionError::ComputerBusy);
        drop(first); // and never written down
        assert!(confirm(reserve(&seats, 6, BEA).unwrap(), &[], &[1]).is_ok());
    }
}
