//! Record of everything the server acknowledged to the bots.

use game::Ply;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{ActionId, EventNumber, GameId};
use rules::UciMove;

/// Acknowledged actions of all bots and the protocol violations they saw. The lock is never held across an
/// `await`.
#[derive(Debug, Default)]
pub(crate) struct AckLog(Mutex<AckRecords>);

#[derive(Clone, Debug, Default)]
pub(crate) struct AckRecords {
    pub(crate) games: BTreeSet<GameId>,
    pub(crate) acked: Vec<AckedAction>,
    pub(crate) violations: Vec<String>,
}

/// An action that the server acknowledged and that must therefore survive any crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AckedAction {
    pub(crate) game: GameId,
    pub(crate) action: ActionId,
    /// Number of the last event the action produced.
    pub(crate) event: EventNumber,
    /// For moves: the ply before the move, and the move.
    pub(crate) played_move: Option<(Ply, UciMove)>,
}

impl AckLog {
    /// Registers a game.
    pub(crate) fn add_game(&self, game: GameId) {
        self.lock().games.insert(game);
    }

    /// Records an acknowledged action.
    pub(crate) fn add_acked(&self, acked: AckedAction) {
        self.lock().acked.push(acked);
    }

    /// Records a protocol violation.
    pub(crate) fn add_violation(&self, violation: impl Into<String>) {
        self.lock().violations.push(violation.into());
    }

    /// Returns the number of games and of acknowledged actions.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let records = self.lock();
        (records.games.len(), records.acked.len())
    }

    /// Returns a copy of all records.
    pub(crate) fn snapshot(&self) -> AckRecords {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, AckRecords> {
        // Every update is a single push, so the data is consistent even if a thread panicked while holding
        // the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
